/** Blocks of Markdown (CommonMark, and tables in GitHub's dialect), made of text that is Markdown already. */
import { escapeLineStarts } from './markdown-inline.ts'
export type Block = { kind: 'paragraph' | 'list' | 'other'; text: string }

export const paragraph = (text: string): Block => ({
  kind: 'paragraph',
  text: escapeLineStarts(text),
})

/** A paragraph that stands within a line, such as that of a heading. */
export const phrase = (text: string): Block => ({ kind: 'paragraph', text })

const other = (text: string): Block => ({ kind: 'other', text })

export const joinBlocks = (blocks: Block[]) => blocks.map(({ text }) => text).join('\n\n')

/** A `#` at its end would be taken for a decoration. */
export const heading = (level: number, text: string): Block =>
  other(text === '' ? '' : `${'#'.repeat(level)} ${text.replace(/(?<=^|\s)#+$/, '\\$&')}`)

export const rule = (): Block => other('---')

export function quotation(blocks: Block[]): Block {
  const lines = joinBlocks(blocks).split('\n')
  return other(
    blocks.length === 0 ? '' : lines.map(line => (line === '' ? '>' : `> ${line}`)).join('\n'),
  )
}

export function codeBlock(code: string): Block {
  const runs = code.match(/`{3,}/g) ?? []
  const fence = '`'.repeat(Math.max(3, ...runs.map(run => run.length + 1)))
  return other(code === '' ? '' : `${fence}\n${code}\n${fence}`)
}

/** `before` is the block before it: two lists with the same sign would be one. */
export function list(items: Block[][], first: number | null, before: Block | undefined): Block {
  const previous = before?.kind === 'list' ? before.text : ''
  const bullet = previous.startsWith('- ') ? '*' : '-'
  const dot = /^\d+\. /.test(previous) ? ')' : '.'
  const texts = items
    .map(joinItem)
    .filter(text => text !== '')
    .map((text, place) => {
      const sign = first === null ? bullet : `${first + place}${dot}`
      return `${sign} ${text.replace(/\n(?!\n)/g, `\n${' '.repeat(sign.length + 1)}`)}`
    })
  const isTight = texts.every(text => !text.includes('\n\n'))
  return { kind: 'list', text: texts.join(isTight ? '\n' : '\n\n') }
}

/** A list within follows its line at once, if it is one that may end a paragraph (CommonMark §5.2). */
function joinItem(blocks: Block[]): string {
  const texts = blocks.map(({ kind, text }, place) => {
    const isClose =
      blocks[place - 1]?.kind === 'paragraph' && kind === 'list' && /^(?:[-*]|1[.)]) /.test(text)
    return (place === 0 ? '' : isClose ? '\n' : '\n\n') + text
  })
  return texts.join('')
}

/** Terms and what they mean, in one paragraph where that is possible. */
export function definition(terms: string[], meaning: Block[], join: Labeled): Block[] {
  const [first, ...rest] = meaning
  const term = terms.join(', ')
  if (first?.kind !== 'paragraph') return [paragraph(term), ...meaning]
  return [paragraph(term === '' ? first.text : join(term, first.text)), ...rest]
}

/** A label and what it is for; languages differ in the space before the colon. */
export type Labeled = (label: string, text: string) => string

export type Row = { cells: string[]; isHead: boolean }

/** It must have a head, so one is left empty where there is none. A column that says nothing, such as one of bars, is left out. */
export function table(rows: Row[]): Block {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  const columns = Array.from({ length: width }, (_, column) => column).filter(column =>
    rows.some(({ cells }) => cells[column]),
  )
  if (columns.length === 0) return other('')
  const line = (cells: string[]) =>
    `| ${columns.map(column => escapePipes(cells[column] ?? '')).join(' | ')} |`
  const [head, body] = rows[0]!.isHead ? [rows[0]!, rows.slice(1)] : [{ cells: [] }, rows]
  const ruler = `| ${columns.map(() => '---').join(' | ')} |`
  return other([line(head.cells), ruler, ...body.map(({ cells }) => line(cells))].join('\n'))
}

/** Only within code a pipe is not escaped yet. Backslashes before it, if they are an even number, escape each other. */
const escapePipes = (cell: string) => cell.replace(/(?<!\\)((?:\\\\)*)\|/g, '$1\\|')
