/** Text for a terminal: aligned columns, wrapped prose, reviews in a line or two, and color where the terminal has it. */
import { styleText } from 'node:util'
import { sourceInWords } from '../../actions/visibility.ts'
import type { ReviewContent } from '../../model/record.ts'
import { cleanLine } from '../../model/scalars.ts'

export type Style = 'bold' | 'dim' | 'green' | 'yellow' | 'red'

export type Screen = ReturnType<typeof screenOf>

const WIDEST = 100

export function screenOf({ stdout, env }: Pick<NodeJS.Process, 'stdout' | 'env'>) {
  const inColor = stdout.isTTY && !env.NO_COLOR && stdout.hasColors()
  return {
    width: Math.min(stdout.columns || WIDEST, WIDEST),
    paint: (style: Style, text: string) =>
      inColor ? styleText(style, text, { validateStream: false }) : text,
  }
}

export interface Cell {
  text: string
  style?: Style
  /** Right-aligned, as numbers are. */
  right?: boolean
}

const GAP = 2
const NARROWEST_FIRST = 12

/** In a narrow terminal the first column shrinks first; then the last columns are left out. */
export function layOut(rows: Cell[][], { width, paint }: Screen): string[] {
  const widths = fitInto(width, columnWidths(rows))
  return rows.map(row =>
    row
      .slice(0, widths.length)
      .map(({ text, style, right }, column) => {
        const padded = pad(fitLine(text, widths[column]!), widths[column]!, right)
        return style ? paint(style, padded) : padded
      })
      .join(' '.repeat(GAP))
      .trimEnd(),
  )
}

function columnWidths(rows: Cell[][]): number[] {
  const count = Math.max(0, ...rows.map(row => row.length))
  return Array.from({ length: count }, (_, column) =>
    Math.max(...rows.map(row => widthOf(row[column]?.text ?? ''))),
  )
}

function fitInto(width: number, [first = 0, ...others]: number[]): number[] {
  const rest = others.reduce((sum, one) => sum + GAP + one, 0)
  const widths = [Math.min(first, Math.max(NARROWEST_FIRST, width - rest)), ...others]
  let used = -GAP
  return widths.filter(one => {
    used += GAP + one
    return used <= width
  })
}

function pad(text: string, width: number, right = false): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)))
  return right ? space + text : text + space
}

/** Breaks words that are longer than a line. */
export function wrap(text: string, width: number, indent = ''): string[] {
  const room = width - indent.length
  const lines: string[] = []
  let line = ''
  const words = text.trim().split(/\s+/)
  for (const word of words.flatMap(one => breakWord(one, room))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer) <= room) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  return [...lines, line].map(one => indent + one)
}

/** Separated by empty lines; those without text are left out. */
export const paragraphs = (parts: string[][]) =>
  `${parts
    .filter(lines => lines.join('') !== '')
    .map(lines => lines.join('\n'))
    .join('\n\n')}\n`

/** 1 review, 2 reviews */
export const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

export const barOf = (part: number, whole: number, width: number) =>
  '█'.repeat(Math.round((width * part) / whole)).padEnd(width, '░')

export const signed = (score: number) => (score > 0 ? '+' : '') + score.toFixed(2)

function breakWord(word: string, room: number): string[] {
  const parts: string[] = []
  for (let rest = word; rest !== ''; rest = rest.slice(parts.at(-1)!.length))
    parts.push(prefix(rest, room))
  return parts
}

export const fitLine = (text: string, width: number) =>
  widthOf(text) <= width ? text : `${prefix(text, width - 1).trimEnd()}…`

/** As much as fits, and at least one character. */
function prefix(text: string, width: number): string {
  let fitted = ''
  let used = 0
  for (const { segment } of graphemes.segment(text)) {
    used += widthOf(segment)
    if (used > width && fitted !== '') break
    fitted += segment
  }
  return fitted
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Terminals draw emoji and East Asian scripts two columns wide. */
const WIDE =
  /\p{Emoji_Presentation}|\ufe0f|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u

function widthOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += WIDE.test(segment) ? 2 : 1
  return width
}

type PreviewedReview = { source: string } & Pick<
  ReviewContent,
  'author' | 'rating' | 'date' | 'text'
> &
  Partial<Pick<ReviewContent, 'incentive'>>

/** 2026-03-14 ★★★★☆ Ada M. (google) */
export function reviewLine(review: Omit<PreviewedReview, 'text'>): string {
  const { date, rating, author, source, incentive } = review
  const stars = '★'.repeat(rating) + '☆'.repeat(5 - rating)
  const reward = incentive ? ', given for a reward' : ''
  return `${date} ${stars} ${printable(author)} (${printable(sourceInWords(source))}${reward})`
}

/** The line, and the first line of the text as far as it fits. */
export function previewReview(review: PreviewedReview, width: number): string[] {
  const text = review.text?.trim()
  const firstLine = text ? `“${printable(text.split(/\r|\n/, 1)[0]!)}”` : 'Rated without a comment.'
  return [reviewLine(review), firstLine].map(line => fitLine(line, width))
}

/** Characters that reverse the direction of text could make one review look like another. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
/** Terminals are recorded and shared; a preview does not need anyone's address. */
const EMAIL = /[^\s@]+@[^\s@]+\.[^\s@]+/g

export const withoutDirection = (text: string) => text.replace(DIRECTION, '')

const printable = (text: string) =>
  withoutDirection(cleanLine(text)).replace(EMAIL, '[e-mail address]')

const BAR_WIDTH = 30
const LINE_EVERY_MS = 5000

/** Progress of long work: a bar on a terminal, an occasional line elsewhere. Shows nothing of work that is done at once. The total may differ if the work starts over. */
export function createProgress(output: NodeJS.WriteStream, label: string) {
  let lineMs = performance.now()
  let isShown = false
  return {
    update(done: number, total: number): void {
      if (!isShown && done >= total) return
      isShown = true
      // Of a workbook, only the size of its packed sheets is known beforehand.
      const shown = Math.min(done, total)
      if (output.isTTY)
        output.write(`\r${label} ${barOf(shown, total, BAR_WIDTH)} ${shown}/${total}`)
      else if (performance.now() - lineMs >= LINE_EVERY_MS) {
        lineMs = performance.now()
        output.write(`${label}: ${shown} of ${total}\n`)
      }
    },
    /** At the end, or to make room for a message. */
    clear(): void {
      if (isShown && output.isTTY) output.write('\r\u001b[2K')
    },
  }
}
