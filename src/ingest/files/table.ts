/** Reads tables: CSV with commas, semicolons or tabs, as spreadsheets and services write them. */
import { Parser } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { unlessItThrows } from '../../model/scalars.ts'
import type { Fields } from '../formats/format.ts'
import type { FileRecord } from './input-file.ts'

export interface Layout {
  delimiter: string
  /** 2 if the first line only names the delimiter. */
  headerLine: number
  columns: string[]
}

const DELIMITERS = [',', ';', '\t']

/** Finds the layout from the beginning of a table. */
export function layoutOf(head: string): Layout {
  const named = /^sep=(.)\n/.exec(head)?.[1]
  const delimiter = named ?? mostFrequent(outsideQuotes(firstLineOf(head.trimStart())))
  const headerLine = named ? 2 : 1
  const [names = []] = rowsOfHead(head, { delimiter, headerLine }, 1)
  return { delimiter, headerLine, columns: names.map(name => name.trim()) }
}

/** At least one, which may be empty; only one if a later one is broken. */
export function firstRowsOf(head: string, layout: Layout, count: number): Fields[] {
  const several = rowsOfHead(head, layout, count + 1)
  const [, first = [], ...others] = several.length > 0 ? several : rowsOfHead(head, layout, 2)
  return [first, ...others].map(toFields(layout.columns))
}

function rowsOfHead(head: string, layout: Omit<Layout, 'columns'>, count: number): string[][] {
  const options = { ...csvOptions(layout), skip_records_with_empty_values: true, to: count }
  return unlessItThrows(() => parse(head, options)) ?? []
}

/** Column names may be quoted, and a quoted name may span several lines. */
const firstLineOf = (text: string) => /^(?:"[^"]*"|[^"\n])*/.exec(text)![0]
const outsideQuotes = (line: string) => line.replace(/"[^"]*"/g, '')

function mostFrequent(line: string): string {
  const count = (delimiter: string) => line.split(delimiter).length
  return DELIMITERS.toSorted((one, other) => count(other) - count(one))[0]!
}

/** No review is this long: a quotation mark was not closed. */
const LONGEST_ROW = 1_000_000

const csvOptions = ({ delimiter, headerLine }: Omit<Layout, 'columns'>) => ({
  delimiter,
  from_line: headerLine,
  record_delimiter: '\n',
  relax_column_count: true,
  relax_quotes: true,
  max_record_size: LONGEST_ROW,
})

/** The rows below the header. An unclosed quotation mark ends the table with a fault. */
export async function* tableRecords(texts: AsyncIterable<string>, layout: Layout) {
  const fieldsOf = toFields(layout.columns)
  // As a stream, the parser would drop the rows before a fault that were not consumed yet.
  const rows: { cells: string[]; endLine: number }[] = []
  const parser = new Parser({
    ...csvOptions(layout),
    on_record: (cells, { lines }) => void rows.push({ cells, endLine: lines }),
  })
  parser.on('error', () => {})
  let row = 0
  let hasHeader = false
  let line = 0
  function* parsed(): Generator<FileRecord> {
    for (const { cells, endLine } of rows.splice(0)) {
      line = endLine
      row++
      // Spreadsheets number empty rows, too.
      if (cells.every(cell => cell.trim() === '')) continue
      if (hasHeader) yield toRecord(row, cells, fieldsOf, layout.columns.length)
      hasHeader = true
    }
  }
  try {
    for await (const text of texts) {
      await settled(done => parser.write(text, done))
      yield* parsed()
    }
    await settled(done => parser.end(done))
    yield* parsed()
  } catch (error) {
    if (!isCsvError(error)) throw error
    yield* parsed()
    const fault = `line ${line + 1}: a quotation mark is never closed, so nothing after it could be read`
    yield { row: row + 1, fault }
  }
}

const settled = (work: (done: (error?: Error | null) => void) => void) =>
  new Promise<void>((resolve, reject) => work(error => (error ? reject(error) : resolve())))

const isCsvError = (error: unknown) => String((error as { code?: unknown }).code).startsWith('CSV_')

/** Cells beyond the last column mean that a text was torn apart: better no review than half of one. */
function toRecord(
  row: number,
  cells: string[],
  fieldsOf: ReturnType<typeof toFields>,
  width: number,
) {
  if (cells.slice(width).every(cell => cell.trim() === '')) return { row, value: fieldsOf(cells) }
  return {
    row,
    fault: 'has more cells than columns: a text with the delimiter in it needs quotation marks',
  }
}

/** Of two columns with the same name the first counts. */
function toFields(columns: string[]): (cells: string[]) => Fields {
  const indexes = new Map<string, number>()
  for (const [index, name] of columns.entries())
    if (name !== '' && !indexes.has(name)) indexes.set(name, index)
  return cells => {
    // Without a prototype, a column named __proto__ is a column like any other.
    const fields: Fields = Object.create(null)
    for (const [name, index] of indexes) fields[name] = cells[index]
    return fields
  }
}
