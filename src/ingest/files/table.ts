/** Tables: CSV with commas, semicolons or tabs, as spreadsheets and services write them. */
import { Parser } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import type { Fields } from '../formats/format.ts'
import type { FileRecord } from './file-record.ts'

export interface Layout {
  delimiter: string
  /** 2 where the first line only names the delimiter. */
  headerLine: number
  columns: string[]
}

const DELIMITERS = [',', ';', '\t']

/** Reads the layout from the beginning of a table. */
export function layoutOf(head: string): Layout {
  const named = /^sep=(.)\n/.exec(head)?.[1]
  const delimiter = named ?? mostFrequent(outsideQuotes(firstLineOf(head.trimStart())))
  const headerLine = named ? 2 : 1
  const [names = []] = rowsOfHead(head, { delimiter, headerLine }, 1)
  return { delimiter, headerLine, columns: names.map(name => name.trim()) }
}

export function firstRowOf(head: string, layout: Layout): Fields {
  const [, cells = []] = rowsOfHead(head, layout, 2)
  return toFields(layout.columns)(cells)
}

function rowsOfHead(head: string, layout: Omit<Layout, 'columns'>, count: number): string[][] {
  try {
    return parse(head, { ...csvOptions(layout), to: count })
  } catch {
    return []
  }
}

/** A header may be quoted, and a quoted name may go over several lines. */
const firstLineOf = (text: string) => /^(?:"[^"]*"|[^"\n])*/.exec(text)![0]
const outsideQuotes = (line: string) => line.replace(/"[^"]*"/g, '')

function mostFrequent(line: string): string {
  const count = (delimiter: string) => line.split(delimiter).length
  return DELIMITERS.toSorted((one, other) => count(other) - count(one))[0]!
}

/** No row of reviews is as long: a quotation mark was not closed. */
const LONGEST_ROW = 1_000_000

const csvOptions = ({ delimiter, headerLine }: Omit<Layout, 'columns'>) => ({
  delimiter,
  from_line: headerLine,
  record_delimiter: '\n',
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
  max_record_size: LONGEST_ROW,
})

interface Row {
  cells: string[]
  /** On which it ends. */
  line: number
}

/** The rows below the header. A quotation mark that is never closed ends the reading with a fault. */
export async function* tableRecords(
  texts: AsyncIterable<string>,
  layout: Layout,
): AsyncGenerator<FileRecord> {
  const fieldsOf = toFields(layout.columns)
  // The parser as a stream would drop the rows before a fault that nobody has taken yet.
  const rows: Row[] = []
  const parser = new Parser({
    ...csvOptions(layout),
    on_record: (cells, { lines }) => void rows.push({ cells, line: lines }),
  })
  parser.on('error', () => {})
  let row = -1
  let line = 0
  function* taken(): Generator<FileRecord> {
    for (const { cells, line: end } of rows.splice(0)) {
      line = end
      if (++row > 0) yield toItem(row, cells, fieldsOf, layout.columns.length)
    }
  }
  try {
    for await (const text of texts) {
      await settled(done => parser.write(text, done))
      yield* taken()
    }
    await settled(done => parser.end(done))
    yield* taken()
  } catch (error) {
    if (!isCsvError(error)) throw error
    yield* taken()
    const fault = `line ${line + 1}: a quotation mark is opened and never closed, so that nothing after it could be read`
    yield { row: row + 1, fault }
  }
}

const settled = (work: (done: (error?: Error | null) => void) => void) =>
  new Promise<void>((resolve, reject) => work(error => (error ? reject(error) : resolve())))

const isCsvError = (error: unknown) => String((error as { code?: unknown }).code).startsWith('CSV_')

/** Cells without a column mean that a text was torn apart: better no review than half of one. */
function toItem(
  row: number,
  cells: string[],
  fieldsOf: ReturnType<typeof toFields>,
  width: number,
): FileRecord {
  if (cells.slice(width).every(cell => cell.trim() === '')) return { row, value: fieldsOf(cells) }
  return {
    row,
    fault: 'has more cells than there are columns: a text with the delimiter in it needs quotation marks',
  }
}

/** Of two columns with one name the first counts. */
function toFields(columns: string[]): (cells: string[]) => Fields {
  const places = new Map<string, number>()
  for (const [at, name] of columns.entries()) if (name !== '' && !places.has(name)) places.set(name, at)
  return cells => {
    const fields: Fields = {}
    for (const [name, at] of places) fields[name] = cells[at]
    return fields
  }
}
