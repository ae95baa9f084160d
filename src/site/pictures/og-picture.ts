/** The picture that other sites show beside a link to ours: its layout, as SVG. Pure. */
import { readableOn } from '../base/color.ts'
import { drawStars } from '../base/display-format.ts'
import { type Html, html, raw } from '../base/markup.ts'
import type { Icon } from './favicon.ts'
import type { Font } from './font.ts'

export const OG_WIDTH = 1200
export const OG_HEIGHT = 630

/** Everything in words already: a thread that draws knows no language. */
export interface OgFacts {
  title: string
  /** A figure in large letters. */
  value: string | null
  stars: number | null
  note: string
  /** What a reviewer wrote. */
  quote: string | null
  /** The business; empty where it is the title. */
  from: string
  /** Where the reviews are. */
  host: string
  accentColor: string
}

/** What a thread draws. */
export type Picture = { share: OgFacts } | { icon: Icon }

interface Fonts {
  /** It has the letters of every script that the fonts know. */
  bold: Font
  /** It has Latin letters only. */
  regular: Font
}

const PAPER = '#ffffff'
const LEFT = 96
const TEXT_WIDTH = OG_WIDTH - 2 * LEFT
/** Roughly how high capitals are in DejaVu, in ems. */
const CAPITALS = 0.73

export function drawOgPicture(facts: OgFacts, fonts: Fonts): string {
  const accent = readableOn(facts.accentColor, PAPER, 3)
  const title = layOutName(showable(facts.title, fonts.bold), fonts.bold)
  return String(html`<svg xmlns="http://www.w3.org/2000/svg" width="${OG_WIDTH}" height="${OG_HEIGHT}">
<style>text{font-family:'DejaVu Sans';fill:#1c1e22}.bold{font-weight:700}.soft{fill:#5c626c}.on{fill:${raw(accent)}}.off{fill:#dadee4}</style>
<rect width="${OG_WIDTH}" height="${OG_HEIGHT}" fill="${PAPER}"/>
<rect width="24" height="${OG_HEIGHT}" fill="${accent}"/>
${title.lines.map((line, place) => renderText(line, LEFT, 96 + title.size * (CAPITALS + 1.2 * place), title.size, 'bold'))}
<g transform="translate(0 ${title.lines.length === 0 ? -110 : 0})">${facts.quote === null ? renderFigure(facts, fonts) : renderQuote(facts, fonts)}</g>
${renderFooter(facts, fonts)}
</svg>`)
}

const VALUE_SIZE = 176
const NOTE_SIZE = 40

/** A large figure, with the stars over what it means. */
function renderFigure({ value, stars, note }: OgFacts, { bold, regular }: Fonts): Html {
  if (value === null && stars === null) return renderText(note, LEFT, 430, 64, 'soft')
  const right = value === null ? LEFT : LEFT + VALUE_SIZE * bold.widthOf(value) + 48
  const lines = wrap(note, text => NOTE_SIZE * regular.widthOf(text), OG_WIDTH - LEFT - right)
  return html`${value === null ? '' : renderText(value, LEFT, 456, VALUE_SIZE, 'bold')}
${stars === null ? '' : drawStars(stars, right, 328, 3.6)}
${lines.map((line, place) => renderText(line, right, 456 - 52 * (lines.length - 1 - place), NOTE_SIZE, 'soft'))}`
}

const QUOTE_SIZE = 38
const QUOTE_LINES = 3

/** The stars over the first lines of the text. */
function renderQuote({ stars, quote, note }: OgFacts, { bold, regular }: Fonts): Html {
  // The regular font has no typographic quotes, and no letters beyond Latin.
  const plain = quote!.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"')
  const light = showable(plain, regular)
  const [text, font, look] = light
    ? [light, regular, 'plain']
    : [showable(quote!, bold), bold, 'bold']
  const measure = (line: string) => QUOTE_SIZE * font.widthOf(line)
  const lines = wrap(text, measure)
  const shown = lines.slice(0, QUOTE_LINES)
  if (lines.length > QUOTE_LINES) shown[QUOTE_LINES - 1] += ` ${lines[QUOTE_LINES]}`
  const fitting = shown.map(line => cut(line, measure))
  return html`${drawStars(stars!, LEFT, 254, 2.8)}
${renderText(fit(note, regular), LEFT + 280 + 36, 294, 32, 'soft')}
${fitting.map((line, place) => renderText(line, LEFT, 372 + 54 * place, QUOTE_SIZE, look))}`
}

const FOOTER_SIZE = 32

/** The business in the font that has its letters; without them only the host. */
function renderFooter({ from, host }: OgFacts, { bold, regular }: Fonts): Html {
  const place = fit(host, regular)
  const name = showable(from, bold)
  const room = TEXT_WIDTH - FOOTER_SIZE * regular.widthOf(place) - 48
  const isWorthIt = name !== '' && room > TEXT_WIDTH / 3
  const shown = isWorthIt ? cut(name, text => FOOTER_SIZE * bold.widthOf(text), room) : ''
  const indent = isWorthIt ? FOOTER_SIZE * bold.widthOf(shown) + 32 : 0
  return html`${isWorthIt ? renderText(shown, LEFT, OG_HEIGHT - 72, FOOTER_SIZE, 'bold') : ''}${renderText(place, LEFT + indent, OG_HEIGHT - 72, FOOTER_SIZE, 'soft')}`
}

const renderText = (text: string, x: number, y: number, size: number, look: string): Html =>
  html`<text class="${look}" x="${Math.round(x)}" y="${Math.round(y)}" font-size="${size}">${text}</text>\n`

/** Both fonts have these; to ask for each takes a while. */
const ASCII = /^[\x20-\x7e]$/

/** Letters that the font lacks would be boxes: without them a name is another one, so there is none. Signs may be left out. */
export function showable(name: string, font: Font): string {
  const letters = [...name]
  const has = (letter: string) => ASCII.test(letter) || font.has(letter)
  if (letters.some(letter => /[\p{L}\p{N}]/u.test(letter) && !has(letter))) return ''
  return letters.filter(has).join('').trim()
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
    if (lines.length <= most && lines.every(line => measure(line) <= TEXT_WIDTH))
      return { size, lines }
  }
  const { size } = LAYOUTS.at(-1)!
  const measure = (text: string) => size * font.widthOf(text)
  const [first = '', ...rest] = wrap(name, measure)
  return { size, lines: [first, rest.join(' ')].filter(Boolean).map(line => cut(line, measure)) }
}

type Measure = (text: string) => number

function wrap(text: string, measure: Measure, width = TEXT_WIDTH): string[] {
  const lines: string[] = []
  for (const word of text.split(' ').filter(Boolean)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && measure(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function cut(text: string, measure: Measure, width = TEXT_WIDTH): string {
  if (measure(text) <= width) return text
  const letters = [...text]
  while (letters.length > 0 && measure(`${letters.join('')}…`) > width) letters.pop()
  return `${letters.join('').trimEnd()}…`
}

const fit = (text: string, font: Font) => cut(text, one => FOOTER_SIZE * font.widthOf(one))
