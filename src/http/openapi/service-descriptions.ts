/** Describes the routes about the service itself: the files by which programs discover it, and what monitoring reads. */
import { z } from 'zod'
import { HealthFact } from '../../model/health-fact.ts'
import { type Json, toJsonSchema } from '../../model/json-schema.ts'
import { Count } from '../../model/scalars.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { API_CATALOG_PATH, describeApis, LLMS_PATH } from '../discovery-files.ts'
import { NO_CONTACT, renderSecurity, SECURITY_PATH, validityAt } from '../security-txt.ts'
import { errorResponses, operation, route, sharedErrors, textRoute } from './building-blocks.ts'

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
