/** A page in Markdown, for programs that read text: what stands in its main part. */
import { localeOf } from '../../locale/locale.ts'
import { html, type PageContext, sayHtml } from '../base/markup.ts'
import { markdownPath } from '../base/site-paths.ts'
import { type Element, isOf, plainText, readContent, withCommas, within } from './html-tree.ts'
import type { Block, Labeled, Row } from './markdown-blocks.ts'
import * as block from './markdown-blocks.ts'
import { createInline, type Inline, type Mark } from './markdown-inline.ts'

export function toMarkdown(content: string, baseUrl: string, labeled: Labeled): string {
  const manner = {
    baseUrl,
    labeled,
    isLine: false,
    keepsBreaks: false,
    isItem: false,
    isPaging: false,
  }
  return `${block.joinBlocks(blocksIn(readContent(content), manner))}\n`
}

interface Manner {
  baseUrl: string
  labeled: Labeled
  /** All of it goes into one line, as in a heading. */
  isLine: boolean
  /** The line breaks of a text are its author's. */
  keepsBreaks: boolean
  /** In an item of a list a heading would stand above more than the item. */
  isItem: boolean
  /** Links to other pages of the list lead to those in Markdown. */
  isPaging: boolean
}

/** Where a part of the page is written: the blocks that are done, and the one that is not. */
type Sheet = Manner & { blocks: Block[]; inline: Inline }

function blocksIn(element: Element, manner: Manner, mark?: Mark): Block[] {
  const sheet = { ...manner, blocks: [], inline: createInline() }
  if (mark) sheet.inline.open(mark)
  writeChildren(element, sheet)
  if (mark) sheet.inline.close(mark)
  endParagraph(sheet)
  return sheet.blocks
}

const lineOf = (element: Element, manner: Manner, mark?: Mark): string =>
  block.joinBlocks(blocksIn(element, { ...manner, isLine: true }, mark)).replace(/\n+/g, ' ')

function endParagraph({ inline, isLine, blocks }: Sheet): void {
  const text = inline.take(isLine)
  if (text !== '') blocks.push(isLine ? block.phrase(text) : block.paragraph(text))
}

function writeChildren({ children, attributes }: Element, sheet: Sheet): void {
  const own = {
    ...sheet,
    keepsBreaks: sheet.keepsBreaks || isOf(attributes, 'text'),
    isPaging: sheet.isPaging || isOf(attributes, 'paging'),
  }
  for (const child of children)
    if (typeof child === 'string') writeText(child, own)
    else write(child, own)
}

/** An empty line parts paragraphs. */
function writeText(text: string, sheet: Sheet): void {
  const lines = sheet.keepsBreaks ? text.split('\n') : [text]
  for (const [place, line] of lines.entries()) {
    const isWhole = place > 0 && place < lines.length - 1
    if (isWhole && line.trim() === '') endParagraph(sheet)
    else {
      if (place > 0) sheet.inline.break()
      sheet.inline.text(line)
    }
  }
}

const MARKS: Record<string, Mark> = {
  strong: '**',
  b: '**',
  mark: '**',
  em: '_',
  i: '_',
  cite: '_',
}
const DIVISIONS = new Set(
  'p div section article header footer aside main nav hgroup figure figcaption details address'.split(
    ' ',
  ),
)

function write(element: Element, sheet: Sheet): void {
  const { name } = element
  const render = RENDERERS[name]
  if (render) {
    endParagraph(sheet)
    sheet.blocks.push(...render(element, sheet).filter(({ text }) => text !== ''))
  } else if (DIVISIONS.has(name)) {
    endParagraph(sheet)
    writeChildren(name === 'header' ? withCommas(element) : element, sheet)
    endParagraph(sheet)
  } else if (name === 'a') writeMarked(element, sheet, '[', urlOf(element, sheet))
  else if (MARKS[name]) writeMarked(element, sheet, MARKS[name])
  else if (name === 'code') sheet.inline.code(plainText(element))
  else if (name === 'br') sheet.inline.break()
  else writeChildren(element, sheet)
}

function writeMarked(element: Element, sheet: Sheet, mark: Mark, url: string | null = ''): void {
  if (url !== null) sheet.inline.open(mark, url)
  writeChildren(element, sheet)
  if (url !== null) sheet.inline.close(mark)
}

const PROTOCOLS = ['http:', 'https:', 'mailto:', 'tel:']

/** null for what leads nowhere from outside the page. */
function urlOf({ attributes: { href } }: Element, { baseUrl, isPaging }: Manner): string | null {
  const url = href === undefined || href.startsWith('#') ? null : URL.parse(href, baseUrl)
  if (!url || !PROTOCOLS.includes(url.protocol)) return null
  if (isPaging) url.pathname = markdownPath(url.pathname)
  return url.href
    .replace(
      /[\s()\\`<>|]/g,
      sign => `%${sign.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
    )
    .replace(/&(?=#?\w+;)/g, '\\&')
}

type Render = (element: Element, sheet: Sheet) => Block[]

const HEADINGS = [1, 2, 3, 4, 5, 6].map((level): [string, Render] => [
  `h${level}`,
  (element, sheet) =>
    sheet.isItem ? renderTitle(element, sheet) : [block.heading(level, lineOf(element, sheet))],
])

const RENDERERS: Record<string, Render> = {
  ...Object.fromEntries(HEADINGS),
  blockquote: (element, sheet) => [block.quotation(blocksIn(element, sheet))],
  ul: renderList,
  ol: renderList,
  table: renderTable,
  summary: renderTitle,
  dl: renderDefinitions,
  pre: element => [block.codeBlock(plainText(element).replace(/^\n/, '').trimEnd())],
  hr: () => [block.rule()],
}

function renderTitle(element: Element, sheet: Sheet): Block[] {
  return [block.paragraph(lineOf(element, sheet, '**'))]
}

function renderList(element: Element, sheet: Sheet): Block[] {
  if (isOf(element.attributes, 'tags')) return renderTags(element, sheet)
  const items = within(element, ['li']).map(item => blocksIn(item, { ...sheet, isItem: true }))
  const first = element.name === 'ol' ? Number(element.attributes.start ?? 1) : null
  return [block.list(items, first, sheet.blocks.at(-1))]
}

/** Short words in a row, after what they are. */
function renderTags(element: Element, sheet: Sheet): Block[] {
  const tags = within(element, ['li']).map(item => lineOf(item, sheet))
  if (tags.length === 0) return []
  const { 'aria-label': label = '' } = element.attributes
  const before = lineOf({ name: '', attributes: {}, children: [label] }, sheet)
  return [block.paragraph(before === '' ? tags.join(', ') : sheet.labeled(before, tags.join(', ')))]
}

function renderTable(element: Element, sheet: Sheet): Block[] {
  const captions = within(element, ['caption']).flatMap(caption => renderTitle(caption, sheet))
  const head = within(element, ['thead']).flatMap(part => within(part, ['tr']))
  const rows = within(element, ['tr'], ['thead', 'tbody', 'tfoot']).map((row): Row => {
    const cells = within(row, ['td', 'th'])
    const isColumnName = ({ name, attributes }: Element) =>
      name === 'th' && attributes.scope !== 'row'
    return {
      isHead: head.includes(row) || cells.every(isColumnName),
      cells: cells.flatMap(cell => [
        lineOf(cell, sheet),
        ...Array<string>(Number(cell.attributes.colspan ?? 1) - 1).fill(''),
      ]),
    }
  })
  return [...captions, block.table(rows)]
}

function renderDefinitions(element: Element, sheet: Sheet): Block[] {
  const blocks: Block[] = []
  let terms: string[] = []
  for (const part of within(element, ['dt', 'dd'], ['div'])) {
    if (part.name === 'dt') terms.push(lineOf(part, sheet, '**'))
    else {
      blocks.push(...block.definition(terms, blocksIn(part, sheet), sheet.labeled))
      terms = []
    }
  }
  return [...blocks, ...block.definition(terms, [], sheet.labeled)]
}

type Described = Pick<PageContext, 'baseUrl' | 'business' | 'locale'>

/** Starts with the business and ends with the address and a warning that the text is untrusted: many readers of Markdown are AI agents. */
export function renderMarkdown(context: Described, path: string, page: string): string {
  const { baseUrl, business } = context
  const [, main = ''] = /<main[^>]*>([\s\S]*)<\/main>/.exec(page) ?? []
  const locale = localeOf(context.locale)
  const { markdown, frame } = locale.words
  const name = html`<strong>${business.name}</strong>`
  const top = html`<p>${sayHtml(locale, markdown.top, { business: name })}${business.fictional ? ` ${frame.fictional}` : ''}</p>`
  const labeled = (label: string, text: string) => locale.say(markdown.labeled, { label, text })
  return `${toMarkdown(`${top}${main}`, baseUrl, labeled)}
---

${locale.say(markdown.end, { address: `${baseUrl}${path}` })}
`
}
