/** Excel workbooks for tests, with only what the format requires (ECMA-376 part 1, §18). */
import { makeZip, type ZipEntry } from './zip.ts'

export interface SheetOptions {
  name?: string
  state?: 'hidden' | 'veryHidden'
  /** The XML of its rows. */
  rows: string
}

export interface WorkbookOptions {
  /** The XML of each shared string, without the element around it. */
  strings?: string[]
  /** The number format of each style: the id of a built-in one, or a format code. */
  styles?: (number | string)[]
  from1904?: boolean
  /** Further files of the zip. */
  more?: ZipEntry[]
}

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export function makeWorkbook(sheets: SheetOptions[], options: WorkbookOptions = {}): Buffer {
  const { strings = [], styles = [], from1904 = false, more = [] } = options
  const parts = sheets.map(({ rows }, index) => ({
    name: `xl/worksheets/sheet${index + 1}.xml`,
    content: `<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`,
  }))
  return makeZip([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: 'xl/workbook.xml', content: workbookXml(sheets, from1904) },
    { name: 'xl/_rels/workbook.xml.rels', content: relationshipsXml(sheets.length) },
    {
      name: 'xl/sharedStrings.xml',
      content: `<sst ${MAIN}>${strings.map(one => `<si>${one}</si>`).join('')}</sst>`,
    },
    { name: 'xl/styles.xml', content: stylesXml(styles) },
    ...parts,
    ...more,
  ])
}

/** Rows of text in the cells themselves; a number stays one. */
export const textRows = (table: (string | number)[][]): string =>
  table.map(cells => `<row>${cells.map(cellOf).join('')}</row>`).join('')

const cellOf = (value: string | number) =>
  typeof value === 'number'
    ? `<c><v>${value}</v></c>`
    : `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function workbookXml(sheets: SheetOptions[], from1904: boolean): string {
  const list = sheets.map(({ name, state }, index) => {
    const shown = state === undefined ? '' : ` state="${state}"`
    return `<sheet name="${name ?? `Sheet ${index + 1}`}" sheetId="${index + 1}"${shown} r:id="rId${index + 1}"/>`
  })
  const properties = from1904 ? '<workbookPr date1904="1"/>' : ''
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<workbook ${MAIN} xmlns:r="${OFFICE}">${properties}<sheets>${list.join('')}</sheets></workbook>`
}

function relationshipsXml(sheets: number): string {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  return [
    '<Relationships>',
    ...Array.from({ length: sheets }, (_, index) =>
      relation(
        `rId${index + 1}`,
        'worksheet',
        `${index % 2 ? '/xl/' : ''}worksheets/sheet${index + 1}.xml`,
      ),
    ),
    relation('rIdS', 'sharedStrings', 'sharedStrings.xml'),
    relation('rIdT', 'styles', 'styles.xml'),
    '</Relationships>',
  ].join('')
}

function stylesXml(styles: (number | string)[]): string {
  const idOf = (style: number | string, index: number) =>
    typeof style === 'number' ? style : 164 + index
  const own = styles.flatMap((style, index) =>
    typeof style === 'string'
      ? [`<numFmt numFmtId="${idOf(style, index)}" formatCode="${escapeXml(style)}"/>`]
      : [],
  )
  const xfs = styles.map((style, index) => `<xf numFmtId="${idOf(style, index)}"/>`)
  return `<styleSheet ${MAIN}><numFmts>${own.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${xfs.join('')}</cellXfs></styleSheet>`
}
