/** Reads one sheet of an Excel workbook as a table: CSV in UTF-8, like any other. */
import { Parser } from 'htmlparser2'
import { FileProblem } from '../values/file-problem.ts'
import { textOf } from './decode.ts'
import type { InputFile } from './input-file.ts'

/** What the cells of a workbook refer to. */
export interface CellContext {
  strings: string[]
  /** Whether the numbers in cells of each style are days. */
  dateStyles: boolean[]
  from1904: boolean
}

export async function* sheetAsCsv(sheet: InputFile, context: () => Promise<CellContext>) {
  const rows: SheetRow[] = []
  let isBelowTitle = false
  let lines = 0
  for await (const _ of parseXml(
    sheet,
    rowEvents(await context(), row => rows.push(row)),
  )) {
    let csv = ''
    for (const { number, cells } of rows.splice(0)) {
      // Rows without a cell may be left out of the file; empty lines keep the numbers that Excel shows.
      const left = number > lines && number <= MOST_ROWS ? number - lines - 1 : 0
      lines += left + 1
      // A title above the table has one cell.
      isBelowTitle ||= cells.filter(cell => cell.trim() !== '').length > 1
      csv += '\n'.repeat(left) + (isBelowTitle ? lineOf(cells) : '\n')
    }
    if (csv !== '') yield Buffer.from(csv)
  }
}

const lineOf = (cells: string[]) =>
  `${cells.map(cell => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`

interface SheetRow {
  /** As the file states it; NaN if it does not. */
  number: number
  cells: string[]
}

type OpenCell = { column: number; type: string; style: number; text: string }

/** As for a row of a CSV file; Excel itself allows 32,767 characters. */
const LONGEST_CELL = 1_000_000

/** Text arrives in pieces: what is too long is rejected before it is all in memory. */
export function addToCell(text: string, more: string): string {
  if (text.length + more.length > LONGEST_CELL)
    throw new FileProblem('has a cell with more than 1,000,000 characters. No review is that long.')
  return text + more
}

/** No export has nearly as many; a sheet may claim 16,384. */
const MOST_COLUMNS = 1000
/** Of any sheet (Excel’s own limit). */
const MOST_ROWS = 1 << 20

function rowEvents(context: CellContext, onRow: (row: SheetRow) => void): XmlEvents {
  let cells: string[] = []
  let number = Number.NaN
  let cell: OpenCell | null = null
  let isValue = false
  let phonetic = 0
  return {
    onOpen(name, attributes) {
      if (name === 'row') [cells, number] = [[], Number(attributes.r)]
      else if (name === 'c') cell = openCell(attributes, cells.length)
      else if (name === 'rPh') phonetic++
      else isValue = (name === 'v' || name === 't') && phonetic === 0
    },
    onText(text) {
      if (cell && isValue) cell.text = addToCell(cell.text, text)
    },
    onClose(name) {
      if (name === 'rPh') phonetic--
      if (name === 'c' && cell) {
        while (cells.length < cell.column) cells.push('')
        cells[cell.column] = cellText(cell, context)
        cell = null
      }
      if (name === 'row') onRow({ number, cells })
      isValue = false
    },
  }
}

function openCell({ r, t = 'n', s = '0' }: Record<string, string>, next: number): OpenCell {
  const column = r === undefined ? next : columnOf(r)
  if (!(column < MOST_COLUMNS)) throw new FileProblem(`has more than ${MOST_COLUMNS} columns.`)
  return { column, type: t, style: Number(s), text: '' }
}

/** `B7` is 1. */
function columnOf(reference: string): number {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/i.exec(reference)?.[0].toUpperCase() ?? '')
    column = 26 * column + letter.charCodeAt(0) - 64
  return column === 0 ? Number.NaN : column - 1
}

function cellText(
  { type, style, text }: OpenCell,
  { strings, dateStyles, from1904 }: CellContext,
): string {
  if (type === 's') return strings[Number(text)] ?? ''
  if (type === 'inlineStr' || type === 'str') return unescapeCell(text)
  if (type === 'b') return text.trim() === '1' ? 'true' : 'false'
  if (type === 'e') return ''
  return type === 'd' ? text : numberOf(text, dateStyles[style] ?? false, from1904)
}

function numberOf(text: string, isDay: boolean, from1904: boolean): string {
  const value = Number(text)
  if (text.trim() === '' || Number.isNaN(value)) return ''
  return (isDay && excelDate(value, from1904)) || String(value)
}

/** Excel writes characters that XML does not allow as `_x000D_` (ECMA-376 part 1, §22.9.2.19). */
export const unescapeCell = (text: string) =>
  text.replace(/_x([0-9A-F]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))

/**
 * Dates in Excel are numbers of days that only the style of their cell tells from other numbers (ECMA-376 part 1, §18.8.30):
 * these are the built-in formats that show a date, including those of East Asian editions.
 */
const DATE_FORMATS = new Set([
  14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58,
])

/** Quoted text, escaped characters, and colors or conditions in brackets. */
const LITERAL = /"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g

/** Whether numbers in this format are days; `code` is that of a format the workbook defines itself. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return DATE_FORMATS.has(id)
  return /[yd]/i.test(code.replace(LITERAL, '').replace(/general/gi, ''))
}

const DAY_MS = 86_400_000
const LAST_DAY = 2_958_465

/** Returns `2026-01-05`, with the time if there is one, or null for a number that is no day. */
export function excelDate(days: number, from1904: boolean): string | null {
  if (!(days >= 1 && days < LAST_DAY + 1)) return null
  const epochMs = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)
  const time = new Date(epochMs + Math.round((days * DAY_MS) / 1000) * 1000).toISOString()
  return Number.isInteger(days) ? time.slice(0, 10) : time.slice(0, 19)
}

/** Reads XML piece by piece: elements by their local names, whatever prefix the writer chose. */
interface XmlEvents {
  onOpen?(name: string, attributes: Record<string, string>): void
  onText?(text: string): void
  onClose?(name: string): void
}

/** Yields after each piece, so that the caller can consume what its events have gathered. */
async function* parseXml(
  input: InputFile,
  { onOpen, onText, onClose }: XmlEvents,
): AsyncGenerator<void> {
  // Entities of a document type are not expanded: the parser knows only those of XML itself.
  const parser = new Parser(
    {
      onopentag: (name, attributes) => onOpen?.(localName(name), attributes),
      ontext: text => onText?.(text),
      onclosetag: name => onClose?.(localName(name)),
      onerror(error) {
        throw new FileProblem(`cannot be read (${error.message}).`)
      },
    },
    { xmlMode: true },
  )
  for await (const text of textOf(input.bytes(), 'utf-8')) {
    parser.write(text)
    yield
  }
  parser.end()
  yield
}

export async function readXml(input: InputFile, events: XmlEvents): Promise<void> {
  for await (const _ of parseXml(input, events));
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
