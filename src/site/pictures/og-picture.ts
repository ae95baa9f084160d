/** The picture that other sites show beside a link to ours: its layout, as SVG. Pure. */
import { html, raw } from 'hono/html'
import type { AggregateRating } from '../../model/review.ts'
import { readableOn } from '../base/color.ts'
import { reviewsInWords } from '../base/display-format.ts'
import type { Html } from '../base/page-context.ts'
import type { Font } from './font.ts'
import { drawStars } from './star-shapes.ts'

export const OG_WIDTH = 1200
export const OG_HEIGHT = 630

export interface OgFacts {
  name: string
  fictional: boolean
  rating: Pick<AggregateRating, 'rating_value' | 'review_count'>
  /** Where the reviews are. */
  host: string
  accentColor: string
}

export interface Fonts {
  bold: Font
  regular: Font
}

const PAPER = '#ffffff'
const LEFT = 96
const TEXT_WIDTH = OG_WIDTH - 2 * LEFT
/** Roughly how high capitals are in DejaVu, in ems. */
const CAPITALS = 0.73

export function drawOgPicture(facts: OgFacts, fonts: Fonts): string {
  const { host, accentColor } = facts
  const accent = readableOn(accentColor, PAPER, 3)
  const name = layOutName(showable(facts.name, fonts.bold), fonts.bold)
  return String(html`<svg xmlns="http://www.w3.org/2000/svg" width="${OG_WIDTH}" height="${OG_HEIGHT}">
<style>text{font-family:'DejaVu Sans';fill:#1c1e22}.bold{font-weight:700}.soft{fill:#5c626c}.on{fill:${raw(accent)}}.off{fill:#dadee4}</style>
<rect width="${OG_WIDTH}" height="${OG_HEIGHT}" fill="${PAPER}"/>
<rect width="24" height="${OG_HEIGHT}" fill="${accent}"/>
${name.lines.map((line, place) => renderText(line, LEFT, 96 + name.size * (CAPITALS + 1.2 * place), name.size, 'bold'))}
<g transform="translate(0 ${name.lines.length === 0 ? -110 : 0})">${renderRating(facts, fonts)}</g>
${renderText(fitHost(host, fonts.regular), LEFT, OG_HEIGHT - 72, 32, 'soft')}
</svg>`)
}

function renderRating(facts: OgFacts, { bold }: Fonts): Html {
  const { rating_value } = facts.rating
  if (rating_value === null) return renderText('No reviews yet', LEFT, 430, 64, 'soft')
  const value = rating_value.toFixed(1)
  const right = LEFT + VALUE_SIZE * bold.widthOf(value) + 48
  return html`${renderText(value, LEFT, 456, VALUE_SIZE, 'bold')}
${drawStars(rating_value, right, 328, 3.6)}
${renderText(reviewsInWords(facts.rating, facts), right, 456, 40, 'soft')}`
}

const VALUE_SIZE = 176

const renderText = (text: string, x: number, y: number, size: number, look: string): Html =>
  html`<text class="${look}" x="${Math.round(x)}" y="${Math.round(y)}" font-size="${size}">${text}</text>\n`

/** Letters that the font lacks would be boxes: without them a name is another one, so there is none. Signs may be left out. */
export function showable(name: string, font: Font): string {
  const letters = [...name]
  if (letters.some(letter => /[\p{L}\p{N}]/u.test(letter) && !font.has(letter))) return ''
  return letters
    .filter(letter => font.has(letter))
    .join('')
    .trim()
}

/** In the order in which they are tried. */
const LAYOUTS = [
  { size: 76, most: 1 },
  { size: 66, most: 1 },
  { size: 58, most: 1 },
  { size: 66, most: 2 },
  { size: 54, most: 2 },
  { size: 44, most: 2 },
]

/** As large as it fits, on one line rather than on two; what does not fit at all is cut. */
export function layOutName(name: string, font: Font): { size: number; lines: string[] } {
  for (const { size, most } of LAYOUTS) {
    const measure = (text: string) => size * font.widthOf(text)
    const lines = wrap(name, measure)
    if (lines.length <= most && lines.every(line => measure(line) <= TEXT_WIDTH)) return { size, lines }
  }
  const { size } = LAYOUTS.at(-1)!
  const measure = (text: string) => size * font.widthOf(text)
  const [first = '', ...rest] = wrap(name, measure)
  return { size, lines: [first, rest.join(' ')].filter(Boolean).map(line => cut(line, measure)) }
}

type Measure = (text: string) => number

function wrap(text: string, measure: Measure): string[] {
  const lines: string[] = []
  for (const word of text.split(' ').filter(Boolean)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && measure(longer) <= TEXT_WIDTH) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function cut(text: string, measure: Measure): string {
  if (measure(text) <= TEXT_WIDTH) return text
  const letters = [...text]
  while (letters.length > 0 && measure(`${letters.join('')}…`) > TEXT_WIDTH) letters.pop()
  return `${letters.join('').trimEnd()}…`
}

const fitHost = (host: string, font: Font) => cut(host, text => 32 * font.widthOf(text))
