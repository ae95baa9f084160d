/** Decodes and validates query strings. Strict: `0x10`, `1e1` and an empty value are not numbers, `1` and `yes` not booleans. */
import { z } from 'zod'
import { Issue } from '../model/error.ts'
import type { Ctx } from './response.ts'

/** As it arrived, without the question mark. */
export const queryOf = (c: Ctx) => /\?(.*)$/s.exec(c.env.incoming.url ?? '')?.[1] ?? ''

/** `valid` has the valid parameters as text, so that a form can be shown again as it was filled in. */
export type Decoded<T> = { args: T } | { issues: Issue[]; valid: ReadonlyMap<string, string> }

export function createQueryDecoder<T extends z.ZodObject>(
  schema: T,
): (search: string) => Decoded<z.infer<T>> {
  const parsers = parsersOf(schema)
  return search => {
    const { values, issues } = readValues(search, new Set(Object.keys(schema.shape)))
    // A value in the wrong notation stays text, which the schema rejects.
    const typed = [...values].map(([name, text]) => [name, parsers.get(name)?.(text) ?? text])
    const result = schema.safeParse(Object.fromEntries(typed))
    if (result.success && issues.length === 0) return { args: result.data }
    const faults = result.success ? issues : [...issues, ...toIssues(result.error)]
    const faulty = new Set(faults.map(({ path }) => path[0]))
    return { issues: faults, valid: new Map([...values].filter(([name]) => !faulty.has(name))) }
  }
}

export function toIssues(error: z.ZodError): Issue[] {
  return error.issues.map(issue => ({
    path: issue.path.map(part => (typeof part === 'number' ? part : String(part))),
    // What a schema of ours checks itself has no code of its own.
    code: Issue.shape.code.safeParse(issue.code).data ?? 'invalid_value',
    message: issue.message,
  }))
}

type Parser = (text: string) => number | boolean | undefined

const numberLike =
  (pattern: RegExp): Parser =>
  text =>
    pattern.test(text) ? Number(text) : undefined

/** By type in JSON Schema. */
const PARSERS = new Map<string, Parser>([
  ['integer', numberLike(/^-?(?:0|[1-9]\d*)$/)],
  ['number', numberLike(/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/)],
  ['boolean', text => (text === 'true' ? true : text === 'false' ? false : undefined)],
])

/** For the parameters that are not text. */
function parsersOf(schema: z.ZodObject): Map<string, Parser> {
  const properties = z.toJSONSchema(schema, { io: 'input' }).properties ?? {}
  return new Map(
    Object.entries(properties).flatMap(([name, property]) => {
      const parser = PARSERS.get((property as { type?: string }).type ?? '')
      return parser ? [[name, parser] as const] : []
    }),
  )
}

/** Known parameters, each once; unknown ones are ignored, whatever their value. */
function readValues(search: string, known: Set<string>): { values: Map<string, string>; issues: Issue[] } {
  const values = new Map<string, string>()
  const issues: Issue[] = []
  const seen = new Set<string>()
  for (const pair of search.split('&')) {
    const equals = pair.indexOf('=')
    const name = decode(equals === -1 ? pair : pair.slice(0, equals))
    if (name === null || !known.has(name)) continue
    const value = decode(equals === -1 ? '' : pair.slice(equals + 1))
    const fault = faultOf(value, seen.has(name))
    if (fault) issues.push({ path: [name], ...fault })
    else values.set(name, value!)
    seen.add(name)
  }
  return { values, issues }
}

function faultOf(value: string | null, repeated: boolean): Omit<Issue, 'path'> | null {
  if (repeated) return { code: 'repeated', message: 'must be given only once' }
  if (value === null) return { code: 'invalid_encoding', message: 'must be percent-encoded UTF-8' }
  if (value === '') return { code: 'empty', message: 'must not be empty; leave the parameter out instead' }
  return null
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** null if the bytes are not UTF-8. Unescaped characters are ASCII: Node rejects request lines with anything else. */
function decode(text: string): string | null {
  try {
    const bytes = text
      .replaceAll('+', ' ')
      .replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    return utf8.decode(Buffer.from(bytes, 'latin1'))
  } catch {
    return null
  }
}
