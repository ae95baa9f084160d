/** Opens an Excel workbook (.xlsx, .xlsm): each visible sheet with a table is an input file. Macros are never read. */
import { posix } from 'node:path'
import { once } from '../../model/once-per.ts'
import { cleanLine } from '../../model/scalars.ts'
import { FileProblem } from '../values/file-problem.ts'
import type { FileTree, FoundInputs, InputFile } from './input-file.ts'
import {
  addToCell,
  type CellContext,
  isDateFormat,
  readXml,
  sheetAsCsv,
  unescapeCell,
} from './sheet-table.ts'

const WORKBOOK = 'xl/workbook.xml'

export const isWorkbook = ({ names }: FileTree) => names.includes(WORKBOOK)

/** The name of a single sheet says nothing that the name of the file does not. */
export async function openWorkbook(tree: FileTree, name: string): Promise<FoundInputs> {
  const parts = await readParts(tree)
  const { sheets, hidden, from1904 } = await readStructure(tree, parts)
  const readContext = once(() => readCellContext(tree, parts, from1904))
  const inputs = await Promise.all(
    sheets.map(async ({ title, path }) => {
      const sheet = await openPart(tree, path)
      return {
        name: sheets.length === 1 ? name : `${name}: ${title}`,
        size: sheet.size,
        encoding: 'utf-8' as const,
        bytes: () => sheetAsCsv(sheet, readContext),
      }
    }),
  )
  const skipped = hidden.map(title => ({
    name: `${name}: ${title}`,
    reason: 'is hidden in the workbook.',
    mayHoldReviews: true,
  }))
  return { inputs, skipped }
}

async function readStructure(tree: FileTree, parts: Parts) {
  const sheets: { title: string; path: string }[] = []
  const hidden: string[] = []
  let from1904 = false
  await readXml(await openPart(tree, WORKBOOK), {
    onOpen(name, attributes) {
      if (name === 'workbookPr') from1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '')
      if (name !== 'sheet') return
      const [, id = ''] = Object.entries(attributes).find(([key]) => /^(?:\w+:)id$/.test(key)) ?? []
      const part = parts.get(id)
      // A sheet may also be a chart, or a dialog.
      if (part?.type !== 'worksheet') return
      const title = cleanLine(attributes.name ?? '')
      const isVisible = (attributes.state ?? 'visible') === 'visible'
      if (isVisible) sheets.push({ title, path: part.path })
      else hidden.push(title)
    },
  })
  return { sheets, hidden, from1904 }
}

/** The parts that the workbook refers to, by the ids of the references. */
type Parts = Map<string, { type: string; path: string }>

async function readParts(tree: FileTree): Promise<Parts> {
  const parts: Parts = new Map()
  await readXml(await openPart(tree, 'xl/_rels/workbook.xml.rels'), {
    onOpen(name, { Id, Type = '', Target = '' }) {
      if (name !== 'Relationship' || Id === undefined) return
      const path = posix
        .join('/xl', Target.startsWith('/') ? posix.relative('/xl', Target) : Target)
        .slice(1)
      parts.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), path })
    },
  })
  return parts
}

async function readCellContext(
  tree: FileTree,
  parts: Parts,
  from1904: boolean,
): Promise<CellContext> {
  const open = async (type: string) => {
    const part = parts.values().find(part => part.type === type && tree.names.includes(part.path))
    return part && (await tree.open(part.path))
  }
  const [strings, styles] = [await open('sharedStrings'), await open('styles')]
  return {
    strings: strings ? await readStrings(strings) : [],
    dateStyles: styles ? await readDateStyles(styles) : [],
    from1904,
  }
}

/** They are all held in memory. */
const LARGEST_STRINGS = 256 << 20

async function readStrings(part: InputFile): Promise<string[]> {
  if (part.size > LARGEST_STRINGS)
    throw new FileProblem('has more than 256 MiB of text. Save it as CSV (UTF-8) and import that.')
  const strings: string[] = []
  let text = ''
  let isText = false
  let phonetic = 0
  await readXml(part, {
    onOpen(name) {
      if (name === 'si') text = ''
      if (name === 'rPh') phonetic++
      isText = name === 't' && phonetic === 0
    },
    onText(more) {
      if (isText) text = addToCell(text, more)
    },
    onClose(name) {
      if (name === 'rPh') phonetic--
      if (name === 'si') strings.push(unescapeCell(text))
      isText = false
    },
  })
  return strings
}

async function readDateStyles(part: InputFile): Promise<boolean[]> {
  const codes = new Map<number, string>()
  const formats: number[] = []
  let isCellStyle = false
  await readXml(part, {
    onOpen(name, { numFmtId = '0', formatCode }) {
      if (name === 'numFmt' && formatCode !== undefined) codes.set(Number(numFmtId), formatCode)
      if (name === 'cellXfs') isCellStyle = true
      if (name === 'xf' && isCellStyle) formats.push(Number(numFmtId))
    },
    onClose(name) {
      if (name === 'cellXfs') isCellStyle = false
    },
  })
  return formats.map(id => isDateFormat(id, codes.get(id)))
}

async function openPart(tree: FileTree, path: string): Promise<InputFile> {
  if (tree.names.includes(path)) return await tree.open(path)
  throw new FileProblem('is a damaged Excel workbook. Save it again, or save it as CSV (UTF-8).')
}
