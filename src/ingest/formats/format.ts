/** What every format offers (a title, how it is recognized, how a record is read), and how it looks up fields: columns in any case, nested fields, and never what an object inherits. */
import { Url } from '../../model/scalars.ts'
import type { Draft, FieldValue, Rejection } from '../values/draft.ts'
import { isObject } from '../values/parse-json.ts'
import { photosIn, subRatingsIn } from '../values/review-extras.ts'

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
  /** The columns that `read` would drop although their author meant them for us; of our own format only. */
  unread?(sample: Sample): string[]
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
  const columns = Object.entries(record).filter(([column, value]) => value !== '' && start.test(column))
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

/** A column or key, a path into nested JSON such as `user.name`, or several of them: the first with a value counts. */
type Place = string | readonly string[]

/** Where a value stands, or a function for what no place can say. Only a function can return null, which clears what is stored. */
type Reading<T = FieldValue> = Place | ((record: Fields) => T)

type Extras = 'photos' | 'sub_ratings'
type PlainFields = Omit<Draft, 'source' | 'reply' | 'translation' | 'tags' | 'verification' | Extras>

export interface FormatDescription {
  /** What people call it: "Trustpilot export". */
  title: string
  /** Left out if the format occurs both as a table and as JSON. */
  shape?: Shape
  /** The columns or outermost keys that a record must have; of a list, one is enough. */
  recognizedBy: (string | readonly string[])[] | ((sample: Sample) => boolean)
  /** Where the reviews were written, unless a record says so in its field. */
  source?: string | undefined
  /** Left out if every record is rejected. */
  fields?: { [Name in keyof PlainFields]?: Reading } & { [Name in Extras]?: Place } & {
    source?: Reading
    reply?: { text: Reading; date?: Reading } | ((record: Fields) => Draft['reply'])
    translation?: { text: Reading; language?: Reading }
    tags?: (record: Fields) => Draft['tags']
    verification?: (record: Fields) => Draft['verification']
  }
  /** Where every record repeats how many reviews the place has, and their average. */
  total?: { count: Place; rating?: Place; url?: Place }
  /** Why no record can be imported, or why this one cannot; null if it can. */
  rejects?: string | ((record: Fields) => string | null)
}

export function describeFormat(description: FormatDescription): Format {
  const { title, shape, recognizedBy, source, fields = {}, total, rejects } = description
  const readers = readersOf(fields)
  return {
    title,
    source,
    ...(total && { totalIn: totalReader(total) }),
    recognizes: sample =>
      (shape === undefined || sample.shape === shape) &&
      (typeof recognizedBy === 'function'
        ? recognizedBy(sample)
        : recognizedBy.every(names => [names].flat().some(name => has(sample, name)))),
    read(record) {
      const rejected = typeof rejects === 'function' ? rejects(record) : rejects
      if (rejected) return { rejected }
      const draft: Partial<Draft> = readAll(record, readers)
      return { ...draft, source: draft.source || source }
    },
  }
}

function totalReader({ count, rating = [], url = [] }: NonNullable<FormatDescription['total']>) {
  const [countIn, ratingIn, urlIn] = [count, rating, url].map(place => readerOf(place))
  return (record: Fields) => statedTotal(countIn!(record), ratingIn!(record), urlIn!(record))
}

type Reader = (record: Fields) => unknown
type Readers = [name: string, read: Reader][]

const readersOf = (readings: object): Readers =>
  Object.entries(readings).map(([name, reading]) => [name, readerOf(reading, VALUES.get(name))])

const plainValue = (record: Fields, place: string): unknown => fieldValue(record, ...place.split('.'))

/** How the value at a place is read, where it is not a plain one. */
const VALUES = new Map<string, typeof plainValue>([
  ['photos', (record, place) => photosIn(partsAt(record, place))],
  ['sub_ratings', (record, place) => subRatingsIn(partsAt(record, place))],
])

function readerOf(reading: Reading<unknown> | { text: Reading }, valueAt = plainValue): Reader {
  if (typeof reading === 'function') return reading
  if (typeof reading === 'object' && 'text' in reading) return partsReader(readersOf(reading))
  const places = [reading].flat()
  return record => {
    for (const place of places) {
      const value = valueAt(record, place)
      if (value !== undefined) return value
    }
    return undefined
  }
}

/** A reply or a translation exists only with a text. */
function partsReader(readers: Readers): Reader {
  return record => {
    const parts = readAll(record, readers)
    return 'text' in parts ? parts : undefined
  }
}

/** What the record does not state is left out. */
function readAll(record: Fields, readers: Readers): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, read] of readers) {
    const value = read(record)
    if (value !== undefined) values[name] = value
  }
  return values
}

/** null without a plausible count. */
function statedTotal(count: unknown, rating: unknown, url: unknown): StatedTotal | null {
  const review_count = Number(count ?? Number.NaN)
  if (!Number.isSafeInteger(review_count) || review_count < 1) return null
  const average = Number(rating ?? Number.NaN)
  return {
    review_count,
    rating_value: average >= 1 && average <= 5 ? Math.round(average * 100) / 100 : null,
    url: Url.safeParse(url).data ?? null,
  }
}

/** Beside a list of reviews: the count and the average under the names that services use. */
const PLACES = [
  [['totalReviewCount'], ['averageRating']],
  [
    ['place_info', 'reviews'],
    ['place_info', 'rating'],
  ],
  [['total_reviews'], ['rating']],
  [['reviews_count'], ['rating', 'value']],
] as const

export function totalBeside(document: unknown): StatedTotal | null {
  for (const [count, rating] of PLACES) {
    const total = statedTotal(fieldValue(document, ...count), fieldValue(document, ...rating), null)
    if (total) return total
  }
  return null
}
