/** Checks params that the SDK lets through and then fails on. */
import { specTypeSchemas } from '@modelcontextprotocol/server'

const SCHEMAS = {
  'prompts/get': specTypeSchemas.GetPromptRequest,
  'resources/read': specTypeSchemas.ReadResourceRequest,
  'completion/complete': specTypeSchemas.CompleteRequest,
}
const LISTS = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list']

/** What is wrong with the params of a request, in one sentence; null when nothing is. */
export function paramsProblem(body: { method?: string; params?: unknown }): string | null {
  const { method = '', params } = body
  if (LISTS.includes(method)) {
    const hasCursor = typeof params === 'object' && params !== null && 'cursor' in params
    return hasCursor ? 'cursor is unknown: every list here has one page.' : null
  }
  if (!Object.hasOwn(SCHEMAS, method)) return null
  const { issues } = SCHEMAS[method as keyof typeof SCHEMAS]['~standard'].validate(body)
  if (!issues) return null
  const names = issues.map(({ path = [] }) =>
    path.map(step => (typeof step === 'object' ? step.key : step)).join('.'),
  )
  return `${method}: ${[...new Set(names)].join(', ')} is missing or invalid.`
}
