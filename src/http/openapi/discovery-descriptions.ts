/** The description of the files at well-known addresses by which programs find their way. */
import { z } from 'zod'
import type { Json } from '../../model/json-schema.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { API_CATALOG_PATH, describeApis } from '../api-catalog.ts'
import { NOBODY, renderSecurity, SECURITY_PATH, validityAt } from '../security-txt.ts'
import { failed, operation, readResponses } from './building-blocks.ts'

const Target = z.object({ href: z.url(), type: z.string().optional() })
const ApiCatalog = z.object({
  linkset: z.array(
    z
      .object({ anchor: z.url().describe('What the links are about.') })
      .catchall(z.union([z.url(), z.array(Target)])),
  ),
})

export function describeDiscovery(context: RenderContext): Json {
  const { expires } = validityAt(Date.parse(context.lastModified))
  return {
    [API_CATALOG_PATH]: {
      get: operation('getApiCatalog', 'service', 'API catalogue', CATALOG_TEXT, {
        responses: readResponses(ApiCatalog, { linkset: describeApis(context) }, 'application/linkset+json'),
      }),
    },
    [SECURITY_PATH]: {
      get: operation('getSecurityContact', 'service', 'Security contact', SECURITY_TEXT, {
        responses: {
          ...readResponses(z.string(), renderSecurity(context, expires) ?? undefined, 'text/plain'),
          404: failed(NOBODY, 'not_found'),
        },
      }),
    },
  }
}

const CATALOG_TEXT = 'The APIs that are here, with their descriptions and documentation (RFC 9727).'
const SECURITY_TEXT = 'Whom to tell of a hole in the service (RFC 9116).'
