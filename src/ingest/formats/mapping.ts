/** Any table or JSON, read through columns that the owner names. */
import { z } from 'zod'
import { listColumns } from '../values/column-names.ts'
import type { Draft, FieldValue } from '../values/draft.ts'
import { FileProblem } from '../values/file-problem.ts'
import { isObject, parseJsonAs } from '../values/parse-json.ts'
import { fieldValue, replied } from './fields.ts'
import type { Fields, Format, Sample } from './format.ts'

const Column = z.string().trim().min(1)

const Columns = z
  .strictObject({
    rating: Column.optional(),
    date: Column.optional(),
    text: Column.optional(),
    author: Column.optional(),
    source_id: Column.optional(),
    source: Column.optional(),
    title: Column.optional(),
    owner_reply: Column.optional(),
    reply_date: Column.optional(),
    language: Column.optional(),
    source_url: Column.optional(),
    author_avatar_url: Column.optional(),
    updated_at: Column.optional(),
    location: Column.optional(),
    verified: Column.optional(),
  })
  .superRefine((columns, { addIssue }) => {
    for (const field of missingFrom(columns))
      addIssue({
        code: 'custom',
        path: [field],
        message: 'is missing; only updates by source_id can do without',
      })
  })
type Columns = z.infer<typeof Columns>
const FIELDS = Object.keys(Columns.shape)

/** Reviews that are stored already can be updated by their source_id alone; a new one needs both fields. */
const missingFrom = (columns: Columns) =>
  columns.source_id === undefined ? NEEDED.filter(field => columns[field] === undefined) : []

const NEEDED = ['rating', 'date'] as const

export const Mapping = z.strictObject({
  /** Where the reviews were written, for a file without such a column. */
  source: z.string().trim().min(1).optional(),
  columns: Columns,
  best_rating: z.number().positive().optional(),
  date_order: z.enum(['dmy', 'mdy']).optional(),
})
export type Mapping = z.infer<typeof Mapping>

export const parseMapping = (text: string): Mapping => parseJsonAs(text, Mapping)

/** From flags such as `rating=Score`. */
export function mappingFromFlags(pairs: string[]): Mapping {
  const given = new Map<string, string>()
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    const [field, column] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
    if (at < 1 || column === '')
      throw new FileProblem('--map takes a field and a column, such as rating=Score.')
    if (!FIELDS.includes(field))
      throw new FileProblem(`--map does not know the field ${field}; the fields are ${FIELDS.join(', ')}.`)
    if (given.has(field)) throw new FileProblem(`--map names the field ${field} twice.`)
    given.set(field, column)
  }
  const columns: Columns = Object.fromEntries(given)
  const missing = missingFrom(columns)
  if (missing.length > 0)
    throw new FileProblem(
      `--map must say which column is the ${missing.join(' and which is the ')}. Only updates of stored reviews, found by source_id, can do without.`,
    )
  return Mapping.parse({ columns })
}

export function createMappedFormat(mapping: Mapping): Format {
  return {
    title: 'columns as named',
    recognizes: ({ shape, fields, first }: Sample) =>
      (shape === 'table' ? columnsOf(mapping) : identifyingColumns(mapping)).every(
        column => fields.has(column) || valueAt(first, column) !== undefined,
      ),
    read: record => readMapped(record, mapping),
  }
}

/** A record of JSON may leave out any other. */
const identifyingColumns = ({ columns: { rating, date, source_id } }: Mapping) =>
  (rating && date ? [rating, date] : [source_id]).filter(column => column !== undefined)

function readMapped(record: Fields, { columns, source, best_rating }: Mapping): Draft {
  const value = (field: keyof Columns): FieldValue => {
    const column = columns[field]
    return column === undefined ? undefined : fieldValue({ column: valueAt(record, column) }, 'column')
  }
  return {
    source: value('source') || source,
    source_id: value('source_id'),
    author: value('author'),
    author_avatar_url: value('author_avatar_url'),
    rating: value('rating'),
    best_rating,
    date: value('date'),
    updated_at: value('updated_at'),
    title: value('title'),
    text: value('text'),
    language: value('language'),
    source_url: value('source_url'),
    verified: value('verified'),
    location: value('location'),
    ...replied(value('owner_reply'), value('reply_date')),
  }
}

/** A column with exactly that name, else a path into nested JSON: `user.name`. */
function valueAt(record: Fields, column: string): unknown {
  if (Object.hasOwn(record, column)) return record[column]
  return column
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? (value as Fields)[key]
          : undefined,
      record,
    )
}

const columnsOf = ({ columns }: Mapping) => Object.values(columns).filter(column => column !== undefined)

/** Finds mapped columns that no record has. It looks at every record, because in JSON one may leave out what another has. */
export function createColumnWatch(mapping: Mapping) {
  const unseen = new Set(columnsOf(mapping))
  return {
    see(record: unknown) {
      if (unseen.size === 0 || !isObject(record)) return
      for (const column of unseen) if (valueAt(record, column) !== undefined) unseen.delete(column)
    },
    check(known: Iterable<string>) {
      if (unseen.size === 0) return
      const missing = [...unseen].join(', ')
      throw new FileProblem(`has no column ${missing}; its columns are ${listColumns(known)}.`)
    },
  }
}
