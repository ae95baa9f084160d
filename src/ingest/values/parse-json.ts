/** Reads JSON and says on which line it is wrong. */
import {
  findNodeAtLocation,
  type Node,
  type ParseError,
  parse,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'
import type { z } from 'zod'
import { FileProblem, lineOf } from './file-problem.ts'

const strictJson = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false }

/** Editors on Windows put a byte order mark before the text. */
export const withoutBom = (text: string) => text.replace(/^\uFEFF/, '')

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const errors: ParseError[] = []
    parse(text, errors, strictJson)
    const first = errors[0]
    if (!first) throw new FileProblem('is not valid JSON')
    const reason = printParseErrorCode(first.error)
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
    throw new FileProblem(`line ${lineOf(text, first.offset)}: is not valid JSON (${reason})`)
  }
}

/** Checks a JSON document against a schema; every fault is named with its line and its field. */
export function parseJsonAs<T extends z.ZodType>(document: string, schema: T): z.infer<T> {
  const text = withoutBom(document)
  const result = schema.safeParse(parseJson(text))
  if (result.success) return result.data
  const tree = parseTree(text)
  const faults = result.error.issues.flatMap(faultsOf).map(({ path, message }) => {
    const place = lineOf(text, nearestNode(tree, path)?.offset ?? 0)
    return `line ${place}: ${path.join('.') || 'the document'}: ${message}`
  })
  throw new FileProblem(faults.join('\n'))
}

/** Unknown keys come as one issue of the object around them: each is a fault with a place of its own. */
function faultsOf(issue: z.core.$ZodIssue): { path: PropertyKey[]; message: string }[] {
  if (issue.code !== 'unrecognized_keys') return [issue]
  return issue.keys.map(key => ({ path: [...issue.path, key], message: 'is not a known field' }))
}

/** A missing field has no place of its own: its parent's is the nearest. */
function nearestNode(tree: Node | undefined, path: PropertyKey[]): Node | undefined {
  if (!tree) return undefined
  for (let depth = path.length; depth > 0; depth--) {
    const node = findNodeAtLocation(tree, path.slice(0, depth) as (string | number)[])
    if (node) return node
  }
  return tree
}
