/** Any table or JSON, read through columns that the owner names. */
import { z } from 'zod'
import { listColumns } from '../values/column-names.ts'
import type { Draft, FieldValue } from '../values/draft.ts'
import { FileProblem } from '../values/file-problem.ts'
import { isObject, parseJsonAs } from '../values/parse-json.ts'
import type { Fields, Format, Sample } from './format.ts'

const Column = z.string().trim().min(1)

const Columns = z.strictObject({
  rating: Column,
  date: Column,
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
const FIELDS = Object.keys(Columns.shape)

export const Mapping = z.strictObject({
  /** Where the reviews were written, for a file without such a column. */
  source: z.string().trim().min(1).optional(),
  columns: Columns,
  best_rating: z.number().positive().optional(),
  date_order: z.enum(['dmy', 'mdy']).optional(),
})
export type Mapping = z.infer<typeof Mapping>

export const parseMapping = (text: string): Mapping => parseJsonAs(text, Mapping)

/** From `rating=Score` and the like. */
export function mappingFromFlags(pairs: string[]): Mapping {
  const columns = new Map<string, string>()
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    const [field, column] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
    if (at < 1 || column === '')
      throw new FileProblem('--map wants a field and a column, such as rating=Score.')
    if (!FIELDS.includes(field))
      throw new FileProblem(`--map knows no field ${field}; the fields are ${FIELDS.join(', ')}.`)
    if (columns.has(field)) throw new FileProblem(`--map names the field ${field} twice.`)
    columns.set(field, column)
  }
  const missing = ['rating', 'date'].filter(field => !columns.has(field))
  if (missing.length > 0)
    throw new FileProblem(`--map must say which column is the ${missing.join(' and which is the ')}.`)
  return Mapping.parse({ columns: Object.fromEntries(columns) })
}

export function createMappedFormat(mapping: Mapping): Format {
  const { rating, date } = mapping.columns
  return {
    title: 'columns as named',
    recognizes: ({ shape, fields, first }: Sample) =>
      (shape === 'table' ? columnsOf(mapping) : [rating, date]).every(
        column => fields.has(column) || valueAt(first, column) !== undefined,
      ),
    read: record => readMapped(record, mapping),
  }
}

function readMapped(record: Fields, { columns, source, best_rating }: Mapping): Draft {
  const told = (field: keyof typeof columns) => {
    const column = columns[field]
    return column === undefined ? undefined : plain(valueAt(record, column))
  }
  return {
    source: told('source') || source,
    source_id: told('source_id'),
    author: told('author'),
    author_avatar_url: told('author_avatar_url'),
    rating: told('rating'),
    best_rating,
    date: told('date'),
    updated_at: told('updated_at'),
    title: told('title'),
    text: told('text'),
    language: told('language'),
    source_url: told('source_url'),
    verified: told('verified'),
    location: told('location'),
    ...(columns.owner_reply && { reply: { text: told('owner_reply'), date: told('reply_date') } }),
  }
}

const plain = (value: unknown): FieldValue => (typeof value === 'object' ? null : (value as FieldValue))

/** A column of that very name, else a path into nested JSON: `user.name`. */
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

/** Looks at every record, because one of JSON may leave out what another has, and tells which columns none has. */
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
