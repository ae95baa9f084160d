/** What the other schemas are built from: scalar values, and objects with their descriptions. As JSON Schema they are the same for OpenAPI and MCP. */
import { z } from 'zod'
import texts from './descriptions.json' with { type: 'json' }
import { oncePer } from './once-per.ts'

export const IsoDate = z.iso.date('must be a date that exists, written YYYY-MM-DD')
export const Timestamp = z.iso.datetime({ offset: true })
export const Ulid = z
  .string()
  .regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/, 'must be a ULID of 26 characters')
export const Url = z.httpUrl('must be an http or https URL')
/** An address of this service, which may run on localhost. */
export const ServiceUrl = z.url()
export const Slug = z
  .string()
  .regex(/^[a-z0-9]+(?:[_-][a-z0-9]+)*$/, 'must be lower-case words joined by _ or -')
/** The part of BCP 47 that reviews need: a language, optionally with script and region. */
export const LanguageTag = z
  .string()
  .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'must be a language tag such as en or pt-BR')
export const TimeZone = z
  .string()
  .refine(isTimeZone, 'must be an IANA time zone such as America/Chicago')
export const Stars = z
  .int('must be a whole number')
  .min(1, 'must be 1 or more')
  .max(5, 'must be 5 or less')
export const Count = z.int().min(0)
export const Percentage = z.number().min(0).max(100)
export const Score = z.number().min(-1).max(1)

/** Drops control characters: none belong in a review, and XML and PostgreSQL reject some of them. */
export const cleanText = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, '')
    .trim()

/** As RFC 3986 requires: browsers accept more characters than a URI may contain. */
export function cleanUrl(url: string): string {
  const isPlain = /^[!#-;=?-[\]_a-z~]*$/.test(url)
  return isPlain ? url : new URL(url).href.replaceAll(/[^!#-;=?-[\]_a-z~]/g, encodeURIComponent)
}

export const cleanLine = (text: string) => cleanText(text).replace(/\s+/g, ' ')

/** Its words in lowercase, of the letters a to z and digits: accents are dropped, and anything else separates. */
export const plainWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? []

/** The first and the last day of a period: 2026, 2026-Q4 or 2026-11. */
export function daysOf(name: string): { since: string; until: string } {
  const year = Number(name.slice(0, 4))
  const [first, months] =
    name.length === 4
      ? [0, 12]
      : name[5] === 'Q'
        ? [3 * (Number(name[6]) - 1), 3]
        : [Number(name.slice(5)) - 1, 1]
  const day = (month: number, date: number) =>
    new Date(new Date(0).setUTCFullYear(year, month, date)).toISOString().slice(0, 10)
  return { since: day(first, 1), until: day(first + months, 0) }
}

function isTimeZone(timeZone: string): boolean {
  return (
    /^[A-Z]/.test(timeZone) && !!unlessItThrows(() => new Intl.DateTimeFormat('en', { timeZone }))
  )
}

/** undefined if it throws. */
export function unlessItThrows<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** The languages in which the site is written. */
export const LocaleTag = z.enum(['en-US', 'en-GB', 'de', 'es', 'fr'])
export type LocaleTag = z.infer<typeof LocaleTag>

export const DEFAULT_LOCALE: LocaleTag = 'en-US'

export type Json = Record<string, unknown>

/** `input` allows unknown fields, because more may be added. A date's pattern is noise next to its format. */
export const CONVERSION = {
  io: 'input',
  override: ({ jsonSchema }) => {
    if (jsonSchema.format) delete jsonSchema.pattern
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  },
} satisfies Parameters<typeof z.toJSONSchema>[1]

/** Converted once each: every Snapshot describes the same API. */
export const toJsonSchema = oncePer((schema: z.ZodType): Json => {
  const { $schema, ...rest } = z.toJSONSchema(schema, CONVERSION) as Json
  return rest
})

/** Of `descriptions.json`. */
type Texts = typeof texts
/** The compiler reports a text about a field that does not exist. */
type Fields<Name extends keyof Texts> = Record<string, z.ZodType> & {
  [Field in Exclude<keyof Texts[Name], ''>]: z.ZodType
}

/** The same fields with their descriptions. */
export function described<Name extends keyof Texts, Shape extends Fields<Name>>(
  name: Name,
  shape: Shape,
): Shape {
  const textOf = new Map(Object.entries(texts[name]))
  const fields = Object.entries(shape).map(([field, schema]) => {
    const text = textOf.get(field)
    return [field, text === undefined ? schema : schema.describe(text)]
  })
  return Object.fromEntries(fields)
}

export const object = <Name extends keyof Texts, Shape extends Fields<Name>>(
  name: Name,
  shape: Shape,
) => z.object(described(name, shape))

/** An object that OpenAPI lists by its name. The text without a field is about the object itself. */
export function named<Name extends keyof Texts, Shape extends Fields<Name>>(
  name: Name,
  shape: Shape,
) {
  const { '': description } = texts[name] as { ''?: string }
  return object(name, shape).meta({ id: name, ...(description && { description }) })
}

/** null for anything but an http or https address. */
export function parseAddress(address: string): URL | null {
  const url = URL.canParse(address) ? new URL(address) : null
  return url && isWeb(url) ? url : null
}

export const isWeb = ({ protocol }: URL) => protocol === 'http:' || protocol === 'https:'

/** Host and path: what names this address among others. */
export const withoutScheme = (url: string) => url.replace(/^https?:\/\//, '')
