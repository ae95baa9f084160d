/** Describes the files by which programs discover the service. */
import { z } from 'zod'
import type { Json } from '../../model/json-schema.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { API_CATALOG_PATH, describeApis } from '../api-catalog.ts'
import { LLMS_PATH } from '../discovery-files.ts'
import { NO_CONTACT, renderSecurity, SECURITY_PATH, validityAt } from '../security-txt.ts'
import { errorResponse, operation, readResponses } from './building-blocks.ts'

export const OPENAPI_PATH = '/.well-known/openapi.json'

const Target = z.object({ href: z.url(), type: z.string().optional() })
const ApiCatalog = z.object({
  linkset: z.array(
    z
      .object({ anchor: z.url().describe('What the links are about.') })
      .catchall(z.union([z.url(), z.array(Target)])),
  ),
})
const OpenApi = z.object({ openapi: z.string(), info: z.looseObject({}), paths: z.looseObject({}) })

export function describeDiscoveryRoutes(context: RenderContext): Json {
  const { expires } = validityAt(Date.parse(context.lastModified))
  const title = `Reviews about ${context.business.name}`
  return {
    [OPENAPI_PATH]: {
      get: operation('getOpenApi', 'service', 'OpenAPI document', OPENAPI_TEXT, {
        responses: readResponses(OpenApi, { openapi: '3.1.0', info: { title }, paths: {} }),
      }),
    },
    [LLMS_PATH]: {
      get: operation('getLlmsTxt', 'service', 'Overview for language models', LLMS_TEXT, {
        responses: readResponses(z.string(), `# ${title}\n…`, 'text/plain'),
      }),
    },
    [API_CATALOG_PATH]: {
      get: operation('getApiCatalog', 'service', 'API catalog', CATALOG_TEXT, {
        responses: readResponses(ApiCatalog, { linkset: describeApis(context) }, 'application/linkset+json'),
      }),
    },
    [SECURITY_PATH]: {
      get: operation('getSecurityContact', 'service', 'Security contact', SECURITY_TEXT, {
        responses: {
          ...readResponses(z.string(), renderSecurity(context, expires) ?? undefined, 'text/plain'),
          404: errorResponse(NO_CONTACT, 'not_found'),
        },
      }),
    },
  }
}

const OPENAPI_TEXT = 'This description of the API.'
const LLMS_TEXT = 'What there is and where, in plain text (llmstxt.org).'
const CATALOG_TEXT = 'The APIs of this service, with their descriptions and documentation (RFC 9727).'
const SECURITY_TEXT = 'Where to report a vulnerability (RFC 9116).'
