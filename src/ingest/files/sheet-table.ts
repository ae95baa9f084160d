/** Reads one sheet of an Excel workbook as a table: CSV in UTF-8, like any other. */
import { FileProblem } from '../values/file-problem.ts'
import { excelDate } from './excel-date.ts'
import type { InputFile } from './input-file.ts'
import { parseXml, type XmlEvents } from './xml-events.ts'

/** What the cells of a workbook refer to. */
export interface CellContext {
  strings: string[]
  /** Whether the numbers in cells of each style are days. */
  dateStyles: boolean[]
  from1904: boolean
}

export async function* sheetAsCsv(
  sheet: InputFile,
  context: () => Promise<CellContext>,
): AsyncGenerator<Uint8Array> {
  const rows: string[][] = []
  let isBelowTitle = false
  for await (const _ of parseXml(
    sheet,
    rowEvents(await context(), cells => rows.push(cells)),
  )) {
    let csv = ''
    for (const cells of rows.splice(0)) {
      // A title above the table has one cell.
      isBelowTitle ||= cells.filter(cell => cell.trim() !== '').length > 1
      if (isBelowTitle) csv += lineOf(cells)
    }
    if (csv !== '') yield Buffer.from(csv)
  }
}

const lineOf = (cells: string[]) => `${cells.map(cell => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`

interface OpenCell {
  column: number
  type: string
  style: number
  text: string
}

/** Far more than any export has; a sheet may claim 16,384. */
const MOST_COLUMNS = 1000

function rowEvents(context: CellContext, onRow: (cells: string[]) => void): XmlEvents {
  let cells: string[] = []
  let cell: OpenCell | null = null
  let isValue = false
  let phonetic = 0
  return {
    onOpen(name, attributes) {
      if (name === 'row') cells = []
      else if (name === 'c') cell = openCell(attributes, cells.length)
      else if (name === 'rPh') phonetic++
      else isValue = (name === 'v' || name === 't') && phonetic === 0
    },
    onText(text) {
      if (cell && isValue) cell.text += text
    },
    onClose(name) {
      if (name === 'rPh') phonetic--
      if (name === 'c' && cell) {
        while (cells.length < cell.column) cells.push('')
        cells[cell.column] = cellText(cell, context)
        cell = null
      }
      if (name === 'row') onRow(cells)
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

function cellText({ type, style, text }: OpenCell, { strings, dateStyles, from1904 }: CellContext): string {
  switch (type) {
    case 's':
      return strings[Number(text)] ?? ''
    case 'inlineStr':
    case 'str':
      return unescapeCell(text)
    case 'b':
      return text.trim() === '1' ? 'true' : 'false'
    case 'e':
      return ''
    case 'd':
      return text
    default:
      return numberOf(text, dateStyles[style] ?? false, from1904)
  }
}

function numberOf(text: string, isDay: boolean, from1904: boolean): string {
  const value = Number(text)
  if (text.trim() === '' || Number.isNaN(value)) return ''
  return (isDay && excelDate(value, from1904)) || String(value)
}

/** Excel writes characters that XML does not allow as `_x000D_` (ECMA-376 part 1, §22.9.2.19). */
export const unescapeCell = (text: string) =>
  text.replace(/_x([0-9A-F]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
