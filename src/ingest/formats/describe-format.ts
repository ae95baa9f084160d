/** Makes a format from its description: what it is recognized by, and where the fields of a review stand in a record. */
import type { Draft, FieldValue } from '../values/draft.ts'
import { photosIn, subRatingsIn } from '../values/review-extras.ts'
import {
  type Fields,
  type Format,
  fieldValue,
  has,
  partsAt,
  type Sample,
  type Shape,
} from './format.ts'
import { statedTotal } from './stated-total.ts'

/** A column or key, a path into nested JSON such as `user.name`, or several of them: the first with a value counts. */
type Place = string | readonly string[]

/** Where a value stands, or a function for what no place can say. Only a function can return null, which clears what is stored. */
type Reading<T = FieldValue> = Place | ((record: Fields) => T)

type Extras = 'photos' | 'sub_ratings'
type PlainFields = Omit<
  Draft,
  'source' | 'reply' | 'translation' | 'tags' | 'verification' | Extras
>

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
    verification?:
      | ((record: Fields) => Draft['verification'])
      | (Conditional & { level: string; method: string })
  }
  /** Where every record repeats how many reviews the place has, and their average. */
  total?: { count: Place; rating?: Place; url?: Place }
  /** Why no record can be imported, or why this one cannot; null if it can. */
  rejects?: string | ((record: Fields) => string | null) | (Conditional & { because: string })
}

/** For records whose field has such a value, in any case. */
interface Conditional {
  when: { field: string; is: string }
}

const holds = ({ when: { field, is } }: Conditional, record: Fields) =>
  new RegExp(is, 'i').test(String(fieldValue(record, field) ?? '').trim())

/** What takes code in a format that is described as data. */
export type ComputedFormat = Partial<Pick<FormatDescription, 'recognizedBy' | 'fields' | 'rejects'>>

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
      if (typeof rejected === 'string') return { rejected }
      if (rejected && holds(rejected, record)) return { rejected: rejected.because }
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

const plainValue = (record: Fields, place: string): unknown =>
  fieldValue(record, ...place.split('.'))

/** How the value at a place is read, where it is not a plain one. */
const VALUES = new Map<string, typeof plainValue>([
  ['photos', (record, place) => photosIn(partsAt(record, place))],
  ['sub_ratings', (record, place) => subRatingsIn(partsAt(record, place))],
])

function readerOf(
  reading: Reading<unknown> | { text: Reading } | Conditional,
  valueAt = plainValue,
): Reader {
  if (typeof reading === 'function') return reading
  if (typeof reading === 'object' && 'text' in reading) return partsReader(readersOf(reading))
  if (typeof reading === 'object' && 'when' in reading) {
    const { when, ...value } = reading
    return record => (holds({ when }, record) ? value : undefined)
  }
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
