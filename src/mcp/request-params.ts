/** Checks params that the SDK lets through and then fails on, or reports in its own terms. */
import { specTypeSchemas } from '@modelcontextprotocol/server'
import { PROMPT_NAMES } from './prompts.ts'
import { TOOLS } from './tools.ts'

const SCHEMAS = {
  'prompts/get': specTypeSchemas.GetPromptRequest,
  'resources/read': specTypeSchemas.ReadResourceRequest,
  'completion/complete': specTypeSchemas.CompleteRequest,
}
const LISTS = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list']

const TOOL_NAMES = TOOLS.map(({ name }) => name)

/** The SDK looks names up in plain objects, and would call the tool "constructor" disabled. */
export function nameProblem({
  method,
  params,
}: {
  method?: string
  params?: unknown
}): string | null {
  const { name, ref } = (params ?? {}) as {
    name?: unknown
    ref?: { type?: unknown; name?: unknown }
  }
  if (method === 'tools/call') return unknownName('tool', name, TOOL_NAMES)
  if (method === 'prompts/get') return unknownName('prompt', name, PROMPT_NAMES)
  const isPromptCompletion = method === 'completion/complete' && ref?.type === 'ref/prompt'
  return isPromptCompletion ? unknownName('prompt', ref?.name, PROMPT_NAMES) : null
}

function unknownName(what: string, name: unknown, known: readonly string[]): string | null {
  if (typeof name !== 'string' || known.includes(name)) return null
  return `There is no ${what} "${name}". Known: ${known.join(', ')}.`
}

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
