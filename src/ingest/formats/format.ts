/** What every format offers (a title, how it is recognized, how a record is read), and how it looks up fields: columns in any case, nested fields, and never what an object inherits. */
import type { Draft, FieldValue, Rejection } from '../values/draft.ts'
import { isObject } from '../values/parse-json.ts'

/** One record of a file: a row of a table by column names, or an object of a JSON file. */
export type Fields = Record<string, unknown>

export type Shape = 'table' | 'json'

/** What the format of a file is recognized by. */
export interface Sample {
  shape: Shape
  /** The column names, or the keys of the first record. */
  fields: ReadonlySet<string>
  first: Fields
}

export interface Format {
  /** What people call it: "Trustpilot export". */
  title: string
  recognizes(sample: Sample): boolean
  /** Made by a platform or a tool: nobody types such a file by hand. */
  isExport?: boolean
  /** Whether `read` drops a column or key although its author meant it for us; of our own format only. */
  ignores?(name: string): boolean
  /** Picks the fields it knows and drops the rest. */
  read(record: Fields, shape: Shape): Draft | Rejection
  /** Where its reviews were written, if that is always the same. */
  source?: string | undefined
  /** How many reviews the whole place has, if each record repeats that. */
  totalIn?(record: Fields): StatedTotal | null
}

/** What an export says about all reviews of a place, those it does not contain included. */
export type StatedTotal = { review_count: number; rating_value: number | null; url: string | null }

/** Looks up fields of a record: columns in any case, nested fields, and never what an object inherits. */
export function has({ fields }: Sample, ...names: string[]): boolean {
  const known = new Set([...fields].map(plainName))
  return names.every(name => known.has(plainName(name)))
}

/** The plain value at the end of a path. What is blank, null, a list or an object counts as missing. */
export function fieldValue(record: unknown, ...path: string[]): Exclude<FieldValue, null> {
  const value = at(record, ...path)
  if (typeof value === 'string') return value.trim() === '' ? undefined : value
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined
}

/** Whatever is at the end of a path. A list on the way stands for its first element: JSON-LD may write one value as a list. */
export const at = (record: unknown, ...path: string[]): unknown => path.reduce(field, record)

/** A list or an object. A table may spread it over columns: `reviewContext/Positive`, `review_questions_Food`. */
export function partsAt(record: Fields, name: string): unknown {
  const stated = at(record, name) ?? null
  if (stated !== null) return stated
  const start = new RegExp(`^\\s*${name}[/_]`, 'i')
  const columns = Object.entries(record).filter(
    ([column, value]) => value !== '' && start.test(column),
  )
  const parts = columns.map(([column, value]) => [column.replace(start, ''), value])
  return parts.length > 0 ? Object.fromEntries(parts) : undefined
}

/** The name of someone or something, written as a string, as an object with a name, or as a list of either. */
export function nameIn(value: unknown): FieldValue {
  const first = firstOf(value)
  return fieldValue(isObject(first) ? first : { name: first }, 'name')
}

/** The name of a reviewer in parts, else the nickname. */
export function fullName(record: unknown): string | undefined {
  const partOf = (name: string) => fieldValue(record, 'reviewer', name)
  const names = ['firstName', 'lastName', 'first_name', 'last_name'].map(partOf)
  return names.filter(name => name !== undefined).join(' ') || partOf('nickName')?.toString()
}

/** A reply exists only with a text. */
export const replied = (text: FieldValue, date?: FieldValue): Pick<Draft, 'reply'> =>
  text === undefined ? {} : { reply: { text, date } }

export const plainName = (name: string) => name.trim().toLowerCase()

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value)

function field(parent: unknown, name: string): unknown {
  const holder = firstOf(parent)
  if (!isObject(holder)) return undefined
  if (Object.hasOwn(holder, name)) return holder[name]
  const sought = plainName(name)
  const key = Object.keys(holder).find(key => plainName(key) === sought)
  return key === undefined ? undefined : holder[key]
}
