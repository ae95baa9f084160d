/** Any table or JSON, read through columns that the owner names. */
import { z } from 'zod'
import { listColumns } from '../values/column-names.ts'
import { FileProblem } from '../values/file-problem.ts'
import { REQUIRED } from '../values/normalize.ts'
import { isObject, parseJsonAs, valueAt } from '../values/parse-json.ts'
import { describeFormat } from './describe-format.ts'
import { type Fields, type Format, fieldValue } from './format.ts'

const Column = z.string().trim().min(1).optional()

const FIELDS = [
  ...(['rating', 'date', 'text', 'author', 'source_id', 'source', 'title', 'owner_reply'] as const),
  ...([
    'reply_date',
    'language',
    'source_url',
    'author_avatar_url',
    'updated_at',
    'location',
  ] as const),
  ...(['verified', 'incentive'] as const),
]
type Shape = Record<(typeof FIELDS)[number], typeof Column>
const SHAPE = Object.fromEntries(FIELDS.map(field => [field, Column])) as Shape

const Columns = z.strictObject(SHAPE).superRefine((columns, { addIssue }) => {
  for (const field of missingFrom(columns))
    addIssue({
      code: 'custom',
      path: [field],
      message: 'is missing; only updates by source_id can do without',
    })
})
type Columns = z.infer<typeof Columns>

/** Reviews that are stored already can be updated by their source_id alone; a new one needs both fields. */
const missingFrom = (columns: Columns) =>
  columns.source_id === undefined ? REQUIRED.filter(field => columns[field] === undefined) : []

export const Mapping = z.strictObject({
  /** Where the reviews were written, for a file without such a column. */
  source: z.string().trim().min(1).optional(),
  columns: Columns,
  best_rating: z.number().positive().optional(),
  date_order: z.enum(['dmy', 'mdy']).optional(),
})
export type Mapping = z.infer<typeof Mapping>

export const parseMapping = (text: string): Mapping => parseJsonAs(text, Mapping)

/** Reads flags such as `rating=Score`. */
export function mappingFromFlags(pairs: string[]): Mapping {
  const given = new Map<string, string>()
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    const [field, column] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
    if (at < 1 || column === '')
      throw new FileProblem('--map takes a field and a column, such as rating=Score.')
    if (!FIELDS.some(known => known === field))
      throw new FileProblem(
        `--map does not know the field ${field}; the fields are ${FIELDS.join(', ')}.`,
      )
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
  const { columns, source, best_rating } = mapping
  const { owner_reply, reply_date, ...plain } = columns
  const readings = Object.entries(plain).map(([field, column]) => [field, valueIn(column)])
  return describeFormat({
    title: 'a table of your own',
    recognizedBy: ({ shape, fields, first }) =>
      (shape === 'table' ? columnsOf(mapping) : identifyingColumns(mapping)).every(
        column => fields.has(column) || columnIn(first, column) !== undefined,
      ),
    source,
    fields: {
      ...Object.fromEntries(readings),
      best_rating: () => best_rating,
      reply: { text: valueIn(owner_reply), date: valueIn(reply_date) },
    },
  })
}

/** A record of JSON may leave out any other. */
const identifyingColumns = ({ columns: { rating, date, source_id } }: Mapping) =>
  (rating && date ? [rating, date] : [source_id]).filter(column => column !== undefined)

/** Reads a column; one that is not mapped has no value. */
const valueIn = (column: string | undefined) => (record: Fields) =>
  column === undefined ? undefined : fieldValue({ column: columnIn(record, column) }, 'column')

/** A column with exactly that name, else a path into nested JSON: `user.name`. */
const columnIn = (record: Fields, column: string): unknown =>
  Object.hasOwn(record, column) ? record[column] : valueAt(record, column.split('.'))

const columnsOf = ({ columns }: Mapping) =>
  Object.values(columns).filter(column => column !== undefined)

/** Finds mapped columns that no record has. It looks at every record, because in JSON one may leave out what another has. */
export function createColumnWatch(mapping: Mapping) {
  const unseen = new Set(columnsOf(mapping))
  return {
    see(record: unknown) {
      if (unseen.size === 0 || !isObject(record)) return
      for (const column of unseen) if (columnIn(record, column) !== undefined) unseen.delete(column)
    },
    check(known: Iterable<string>) {
      if (unseen.size === 0) return
      const missing = [...unseen].join(', ')
      throw new FileProblem(`has no column ${missing}; its columns are ${listColumns(known)}.`)
    },
  }
}
