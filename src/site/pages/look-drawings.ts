/** Small drawings of the looks that an owner can choose from. */
import { html, raw } from 'hono/html'
import type { Html } from '../base/page-context.ts'
import { FIVE } from '../base/stars.ts'

export type LookName = 'line' | 'grid' | 'list' | 'carousel' | 'badge-light' | 'badge-dark'

const stars = (x: number, y: number, scale: number) =>
  `<path class="draw-star" transform="translate(${x} ${y}) scale(${scale})" d="${FIVE}"/>`
const bar = (x: number, y: number, width: number) =>
  `<rect class="draw-text" x="${x}" y="${y}" width="${width}" height="4" rx="2"/>`
const box = (x: number, y: number, width: number, height: number, look = 'draw-card') =>
  `<rect class="${look}" x="${x}" y="${y}" width="${width}" height="${height}" rx="4"/>`

const card = (x: number) =>
  box(x, 8, 32, 56) + stars(x + 4, 14, 0.24) + [26, 34, 42].map(y => bar(x + 4, y, 24)).join('')
const row = (y: number) => box(8, y, 104, 16) + stars(12, y + 6, 0.24) + bar(42, y + 6, 62)
const badge = (look: string) =>
  box(14, 24, 92, 24, look) +
  stars(20, 31, 0.46) +
  `<rect class="${look}-text" x="72" y="34" width="26" height="4" rx="2"/>`

const DRAWINGS: Record<LookName, string> = {
  line: stars(14, 28, 0.6) + bar(80, 33, 28),
  grid: card(8) + card(44) + card(80),
  list: row(8) + row(28) + row(48),
  carousel: `${card(26)}${card(62)}<path class="draw-arrow" d="M14 30l-7 6 7 6M106 30l7 6-7 6"/>`,
  'badge-light': badge('draw-light'),
  'badge-dark': badge('draw-dark'),
}

export const drawLook = (look: LookName): Html =>
  html`<svg viewBox="0 0 120 72" aria-hidden="true">${raw(DRAWINGS[look])}</svg>`
