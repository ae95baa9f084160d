/** What the owner says about a file before it is imported: its columns, its source, its dates, rewards. */
import { sourceInWords } from '../../actions/visibility.ts'
import type { ReadingOptions } from '../../ingest/files/scan-inputs.ts'
import { Mapping } from '../../ingest/formats/mapping.ts'
import { FileProblem } from '../../ingest/values/file-problem.ts'
import type { Store } from '../../store/store.ts'
import words from '../base/desk-words.json' with { type: 'json' }

/** What a column of an unknown table can hold, as the owner calls it. */
export const COLUMN_FIELDS = Object.entries(words.columnFields) as [ColumnField, string][]

type ColumnField = keyof typeof words.columnFields
type ColumnChoice = Partial<Record<ColumnField, string>>

export interface ImportChoices {
  source: string
  dateOrder: 'dmy' | 'mdy' | ''
  location: string
  /** Every review was written for a reward. Choices of an earlier version lack it. */
  incentive?: 'yes' | ''
  level?: 'transaction' | 'invited' | ''
  /** A known format needs none: null. */
  columns: ColumnChoice | null
}

const LONGEST = 200

export function readChoices(given: URLSearchParams): ImportChoices {
  const text = (name: string) => (given.get(name) ?? '').trim().slice(0, LONGEST)
  const order = text('date_order')
  const level = text('level')
  const columns: ColumnChoice = {}
  for (const [field] of COLUMN_FIELDS)
    if (text(`map.${field}`) !== '') columns[field] = text(`map.${field}`)
  return {
    source:
      text('source').toLowerCase() === sourceInWords('direct')
        ? 'direct'
        : text('source').toLowerCase(),
    dateOrder: order === 'dmy' || order === 'mdy' ? order : '',
    location: text('location'),
    incentive: text('incentive') === 'yes' ? 'yes' : '',
    level: level === 'transaction' || level === 'invited' ? level : '',
    columns: given.has('mapped') ? columns : null,
  }
}

/** Writes the choices as hidden fields of the next form. */
export function writeChoices(choices: ImportChoices): Record<string, string> {
  const { source, dateOrder: date_order, location, incentive = '', level = '', columns } = choices
  const mapped = Object.entries(columns ?? {}).map(([field, column]) => [`map.${field}`, column])
  return {
    ...{ source, date_order, location, incentive, level },
    ...(columns && { mapped: 'yes' }),
    ...Object.fromEntries(mapped),
  }
}

export function toReadingOptions({
  source,
  dateOrder,
  location,
  columns,
}: ImportChoices): ReadingOptions {
  return {
    ...(source !== '' && { source }),
    ...(dateOrder !== '' && { dateOrder }),
    ...(location !== '' && { location }),
    ...(columns && { mapping: toMapping(columns) }),
  }
}

function toMapping(columns: ColumnChoice): Mapping {
  const result = Mapping.safeParse({ columns })
  if (result.success) return result.data
  throw new FileProblem('Say which column has the stars and which has the date.')
}

/** Writes the choices as flags of `firsthand import`. */
export const toFlags = ({
  source,
  dateOrder,
  location,
  incentive,
  level,
  columns,
}: ImportChoices) => [
  ...(source === '' ? [] : ['--source', source]),
  ...(dateOrder === '' ? [] : ['--date-order', dateOrder]),
  ...(location === '' ? [] : ['--location', location]),
  ...(incentive === 'yes' ? ['--incentive'] : []),
  ...(level ? ['--level', level] : []),
  ...Object.entries(columns ?? {}).flatMap(([field, column]) => ['--map', `${field}=${column}`]),
]

const keyOf = (columns: string[]) => JSON.stringify(columns.toSorted())
const MOST_REMEMBERED = 50

/** Recalls what the owner said the last time a table had these columns. */
export async function recallChoices(
  store: Store,
  columns: string[],
): Promise<ImportChoices | null> {
  const { mappings } = await store.deskNotes()
  const key = keyOf(columns)
  return Object.hasOwn(mappings, key) ? (mappings[key] as ImportChoices) : null
}

export async function rememberChoices(store: Store, columns: string[], choices: ImportChoices) {
  await store.write(async writer => {
    const notes = await writer.deskNotes()
    const others = Object.entries(notes.mappings).filter(([key]) => key !== keyOf(columns))
    const mappings = Object.fromEntries(
      [...others, [keyOf(columns), choices]].slice(-MOST_REMEMBERED),
    )
    await writer.setDeskNotes({ ...notes, mappings })
  })
}
