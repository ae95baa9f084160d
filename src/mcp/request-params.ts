/** What the SDK lets through and then stumbles over. */
import { specTypeSchemas } from '@modelcontextprotocol/server'

const SCHEMAS = {
  'prompts/get': specTypeSchemas.GetPromptRequest,
  'resources/read': specTypeSchemas.ReadResourceRequest,
  'completion/complete': specTypeSchemas.CompleteRequest,
}
const LISTS = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list']

/** A sentence where the parameters of a request are wrong. */
export function paramsProblem(body: { method?: string; params?: unknown }): string | null {
  const { method = '', params } = body
  if (LISTS.includes(method)) {
    const hasCursor = typeof params === 'object' && params !== null && 'cursor' in params
    return hasCursor ? 'cursor is unknown: every list here has one page.' : null
  }
  if (!Object.hasOwn(SCHEMAS, method)) return null
  const { issues } = SCHEMAS[method as keyof typeof SCHEMAS]['~standard'].validate(body)
  if (!issues) return null
  const places = issues.map(({ path = [] }) =>
    path.map(step => (typeof step === 'object' ? step.key : step)).join('.'),
  )
  return `${method}: ${[...new Set(places)].join(', ')} is missing or wrong.`
}
