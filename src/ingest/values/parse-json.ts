/** Parses JSON and names the line of a mistake. */
import {
  findNodeAtLocation,
  type Node,
  type ParseError,
  parse,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'
import type { z } from 'zod'
import { plainError } from '../../model/plain-errors.ts'
import { FileProblem } from './file-problem.ts'

export const lineOf = (text: string, offset: number) => text.slice(0, offset).split('\n').length

const strictJson = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false }

/** Windows editors put a byte order mark before the text. */
export const withoutBom = (text: string) => text.replace(/^\uFEFF/, '')

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whatever is at the end of a path, such as `['address', 'street']`: only what a document itself has, never what an object inherits. */
export const valueAt = (document: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<string | number, unknown>)[key]
        : undefined,
    document,
  )

/** No export nests nearly as deep, and whatever walks through such a document would run out of stack. */
const DEEPEST = 100

export function rejectDeep(text: string): void {
  let [depth, isText] = [0, false]
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (isText && character === '\\') index++
    else if (character === '"') isText = !isText
    else if (isText) continue
    else if (character === ']' || character === '}') depth--
    else if ((character === '[' || character === '{') && ++depth > DEEPEST)
      throw new FileProblem(`line ${lineOf(text, index)}: ${TOO_DEEP}`)
  }
}

const TOO_DEEP = `is nested more than ${DEEPEST} levels deep. That is no list of reviews.`

export function parseJson(text: string): unknown {
  rejectDeep(text)
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

/** Checks a JSON document against a schema; every fault is reported with its line and field. */
export function parseJsonAs<T extends z.ZodType>(document: string, schema: T): z.infer<T> {
  const text = withoutBom(document)
  const result = schema.safeParse(parseJson(text), { error: plainError })
  if (result.success) return result.data
  const tree = parseTree(text)
  const faults = result.error.issues.flatMap(faultsOf).map(({ path, message }) => {
    const line = lineOf(text, nearestNode(tree, path)?.offset ?? 0)
    return `line ${line}: ${inWords(path) || 'the document'}: ${message}`
  })
  throw new FileProblem(faults.join('\n'))
}

/** People count the entries of a list from 1: services, entry 1, id. */
export const inWords = (path: PropertyKey[]) =>
  path
    .join('.')
    .replaceAll(/\.(\d+)(?=\.|$)/g, (_, index) => `, entry ${Number(index) + 1}`)
    .replaceAll(/(entry \d+)\./g, '$1, ')

/** Zod reports unknown keys as one issue of the object around them; each gets a line of its own. */
function faultsOf(issue: z.core.$ZodIssue): { path: PropertyKey[]; message: string }[] {
  if (issue.code !== 'unrecognized_keys') return [issue]
  return issue.keys.map(key => ({ path: [...issue.path, key], message: 'is not a known field' }))
}

/** A missing field has no position, so its parent's is used. */
function nearestNode(tree: Node | undefined, path: PropertyKey[]): Node | undefined {
  if (!tree) return undefined
  for (let depth = path.length; depth > 0; depth--) {
    const node = findNodeAtLocation(tree, path.slice(0, depth) as (string | number)[])
    if (node) return node
  }
  return tree
}
