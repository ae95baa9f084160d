/** Addresses as they arrive: paths in one spelling, and query strings, decoded and validated. Strict: `0x10`, `1e1` and an empty value are not numbers, `1` and `yes` not booleans. */
import { isUtf8 } from 'node:buffer'
import { z } from 'zod'
import { Issue } from '../model/error-body.ts'
import { createFindSimilar } from '../publish/search/name-lookup.ts'
import names from './everyday-names.json' with { type: 'json' }
import type { Ctx } from './response.ts'

/**
 * A character and its percent-encoding are the same (RFC 3986 §6.2.2). Hono has decoded part of the path. A path with a broken escape
 * stays as it is: no document has one.
 */
export function canonicalPath(path: string): string {
  try {
    return path
      .split('/')
      .map(segment => encodeURIComponent(decodeURIComponent(segment)))
      .join('/')
  } catch {
    return path
  }
}

/** As it arrived, without the question mark. */
export const queryOf = (c: Ctx) => /\?(.*)$/s.exec(c.env.incoming.url ?? '')?.[1] ?? ''

/** `valid` has the valid parameters as text, so that a form can be shown again as it was filled in. */
export type Decoded<T> = { args: T } | { issues: Issue[]; valid: ReadonlyMap<string, string> }

type Decoder<T extends z.ZodObject> = (search: string) => Decoded<z.infer<T>>

/** Ignores parameters that it does not know. */
export const createQueryDecoder = <T extends z.ZodObject>(schema: T) =>
  decoderOf(schema, () => null)

/** For the API: rejects them, because a filter that is ignored would return the wrong reviews. */
export const createStrictDecoder = <T extends z.ZodObject>(schema: T) =>
  decoderOf(schema, createUnknownMessage(Object.keys(schema.shape)))

function decoderOf<T extends z.ZodObject>(schema: T, unknownMessage: UnknownMessage): Decoder<T> {
  const parsers = parsersOf(schema)
  return search => {
    const { values, issues } = readValues(
      search,
      new Set(Object.keys(schema.shape)),
      unknownMessage,
    )
    // A value in the wrong notation stays text, which the schema rejects.
    const typed = [...values].map(([name, text]) => [name, parsers.get(name)?.(text) ?? text])
    const result = schema.safeParse(Object.fromEntries(typed))
    if (result.success && issues.length === 0) return { args: result.data }
    const faults = result.success ? issues : [...issues, ...toIssues(result.error)]
    const faulty = new Set(faults.map(({ path }) => path[0]))
    return { issues: faults, valid: new Map([...values].filter(([name]) => !faulty.has(name))) }
  }
}

const decodeNothing = createStrictDecoder(z.object({}))

/** For an endpoint whose path says everything. */
export function unknownParameters(c: Ctx): Issue[] {
  const decoded = decodeNothing(queryOf(c))
  return 'issues' in decoded ? decoded.issues : []
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

/** What is wrong with a parameter that is not known; null if it is to be ignored. */
type UnknownMessage = (name: string) => string | null

/** What mail, advertisements and caches add to any address. */
const TRACKING = /^(?:utm_.*|fbclid|gclid|msclkid|mc_cid|mc_eid|_)$/

/** What other APIs call our parameters. */
const EVERYDAY_NAMES: Record<string, string[]> = names

function createUnknownMessage(known: string[]): UnknownMessage {
  const findSimilar = createFindSimilar(
    known.map(id => ({ id, label: id, aliases: EVERYDAY_NAMES[id] ?? [], parts: [] })),
  )
  return name => {
    if (name === '' || TRACKING.test(name)) return null
    const [nearest] = findSimilar(name)
    if (nearest) return `is not a parameter here; did you mean ${nearest.id}?`
    return `is not a parameter here; ${known.length > 0 ? `known: ${known.join(', ')}` : 'there are none'}`
  }
}

/** More would only take time: each is compared with all known names. */
const MOST_UNKNOWN = 10
const LONGEST_NAME = 100

/** Known parameters, each once. */
function readValues(search: string, known: Set<string>, unknownMessage: UnknownMessage) {
  const unknown = new Set<string>()
  const values = new Map<string, string>()
  const issues: Issue[] = []
  const seen = new Set<string>()
  for (const pair of search.split('&')) {
    const equals = pair.indexOf('=')
    const written = equals === -1 ? pair : pair.slice(0, equals)
    const name = decode(written)
    if (name === null || !known.has(name)) {
      unknown.add((name ?? written).slice(0, LONGEST_NAME))
      continue
    }
    const value = decode(equals === -1 ? '' : pair.slice(equals + 1))
    const fault = faultOf(value, seen.has(name))
    if (fault) issues.push({ path: [name], ...fault })
    else values.set(name, value!)
    seen.add(name)
  }
  for (const name of [...unknown].slice(0, MOST_UNKNOWN)) {
    const message = unknownMessage(name)
    if (message) issues.push({ path: [name], code: 'unknown_parameter', message })
  }
  return { values, issues }
}

function faultOf(value: string | null, repeated: boolean): Omit<Issue, 'path'> | null {
  if (repeated) return { code: 'repeated', message: 'must be given only once' }
  if (value === null) return { code: 'invalid_encoding', message: 'must be percent-encoded UTF-8' }
  if (value === '')
    return { code: 'empty', message: 'must not be empty; leave the parameter out instead' }
  return null
}

/** null if the bytes are not UTF-8. Unescaped characters are ASCII: Node rejects request lines with anything else. */
function decode(text: string): string | null {
  const unescaped = text
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  const bytes = Buffer.from(unescaped, 'latin1')
  return isUtf8(bytes) ? bytes.toString() : null
}
