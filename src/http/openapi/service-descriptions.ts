/** Describes the routes about the service itself (the files by which programs discover it, what monitoring reads) and what other sites embed: the rating alone, the badge, oEmbed. */
import { z } from 'zod'
import { RatingSummary } from '../../model/dataset.ts'
import { HealthFact } from '../../model/health-fact.ts'
import { type Json, toJsonSchema } from '../../model/json-schema.ts'
import { OEmbed, OEmbedArgs } from '../../model/oembed.ts'
import { Count } from '../../model/scalars.ts'
import { BADGE_PATH, OEMBED_PATH } from '../../publish/base/public-paths.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { RATING_PATH, summarizeRating } from '../../publish/documents/rating-summary.ts'
import { API_CATALOG_PATH, describeApis, LLMS_PATH } from '../discovery-files.ts'
import { describeOEmbed, embeddedSite, NO_PAGE, ONLY_JSON } from '../oembed-endpoint.ts'
import { NO_CONTACT, renderSecurity, SECURITY_PATH, validityAt } from '../security-txt.ts'
import {
  errorResponses,
  operation,
  parametersOf,
  route,
  sharedErrors,
  textRoute,
  validationError,
} from './building-blocks.ts'

export const OPENAPI_PATH = '/.well-known/openapi.json'

export function describeServiceRoutes(context: RenderContext): Json {
  const { expires } = validityAt(Date.parse(context.lastModified))
  const security = renderSecurity(context, expires) ?? undefined
  const catalog = { linkset: describeApis(context) }
  const title = `Reviews about ${context.business.name}`
  return {
    [OPENAPI_PATH]: route('getOpenApi', OpenApi, { openapi: '3.1.0', info: { title }, paths: {} }),
    [LLMS_PATH]: textRoute('getLlmsTxt', 'text/plain', `# ${title}\n…`),
    [API_CATALOG_PATH]: route('getApiCatalog', ApiCatalog, catalog, { type: 'application/linkset+json' }),
    [SECURITY_PATH]: textRoute('getSecurityContact', 'text/plain', security, {
      errors: errorResponses({ not_found: NO_CONTACT }),
    }),
    '/healthz': readStatus('getHealth', Health, { status: 'ok', problem: null, oldest_behind_seconds: 0 }),
    '/readyz': readStatus('getReadiness', Readiness, {
      status: 'ready',
      version: 1,
      problem: null,
      facts: [],
    }),
  }
}

const Target = z.object({ href: z.url(), type: z.string().optional() })
const ApiCatalog = z.object({
  linkset: z.array(
    z
      .object({ anchor: z.url().describe('What the links are about.') })
      .catchall(z.union([z.url(), z.array(Target)])),
  ),
})
const OpenApi = z.object({ openapi: z.string(), info: z.looseObject({}), paths: z.looseObject({}) })

const Problem = z
  .string()
  .nullable()
  .describe('What the first of the facts with a problem says; null if there is none.')
const Health = z.object({
  status: z.literal('ok'),
  problem: Problem,
  oldest_behind_seconds: Count.describe('How long the WebSub subscriber furthest behind has been waiting.'),
})
const Readiness = z.object({
  status: z.literal('ready'),
  version: Count.describe('Increases with every change of the data.'),
  problem: Problem,
  facts: z.array(HealthFact),
})

function readStatus<T extends z.ZodType>(
  operationId: 'getHealth' | 'getReadiness',
  status: T,
  example: z.infer<T>,
): Json {
  const content = { 'application/json': { schema: toJsonSchema(status), example } }
  const errors = sharedErrors('method_not_allowed', 'unavailable')
  return { get: operation(operationId, { responses: { 200: { description: 'Yes.', content }, ...errors } }) }
}

/** Describes what other sites embed: the rating alone, the badge, oEmbed. */
const BADGE_EXAMPLE = '<svg xmlns="http://www.w3.org/2000/svg">…</svg>'

export function describeSharingRoutes(context: RenderContext): Json {
  const examples = { url: `${context.baseUrl}/`, format: 'json', maxwidth: 480, maxheight: 400 }
  return {
    [RATING_PATH]: route('getRating', RatingSummary, summarizeRating(context)),
    [BADGE_PATH]: textRoute('getBadge', 'image/svg+xml', BADGE_EXAMPLE),
    [OEMBED_PATH]: route('getOEmbed', OEmbed, describeOEmbed(context, embeddedSite(context), examples), {
      parameters: parametersOf(OEmbedArgs, 'query', examples),
      errors: {
        ...validationError('url', 'invalid_type', 'must be given'),
        ...errorResponses({ not_found: NO_PAGE, not_implemented: ONLY_JSON }),
      },
    }),
  }
}
