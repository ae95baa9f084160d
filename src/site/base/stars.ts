/** Stars as a drawing, on pages and in pictures, filled to a tenth. */
import type { Locale } from '../../locale/locale.ts'
import { type Html, html, raw } from './markup.ts'

const STAR = 'l2.5 5.6 6.1.7-4.5 4.2 1.2 6-5.3-3-5.3 3 1.2-6-4.5-4.2 6.1-.7z'
export const FIVE = raw([0, 1, 2, 3, 4].map(place => `M${10 + 20 * place} 1.5${STAR}`).join(''))

/** An average to one decimal, as written beside it. */
const starsInWords = (rating: number, locale: Locale) =>
  locale.say(locale.words.common.ratingOfFive, { rating: Number(rating.toFixed(1)) })

/** How far to fill them, to a tenth of a star; the gaps between stars do not count. */
export function filledTo(rating: number): number {
  const tenths = Math.round(rating * 10)
  const rest = tenths % 10
  return 2 * (tenths - rest) + (rest > 0 ? 1.4 + 1.72 * rest : 0)
}

export const renderStars = (rating: number, locale: Locale): Html =>
  html`<svg class="stars" viewBox="0 0 100 20" role="img" aria-label="${starsInWords(rating, locale)}">${drawFive(rating)}</svg>`

/** For pictures: 100 by 20 at scale 1. The picture's own stylesheet colors `.on` and `.off`. */
export const drawStars = (rating: number, x: number, y: number, scale: number): Html =>
  html`<g transform="translate(${x} ${y}) scale(${scale})">${drawFive(rating)}</g>`

const drawFive = (rating: number): Html =>
  html`<path class="off" d="${FIVE}"/><svg width="${filledTo(rating).toFixed(1)}" height="20"><path class="on" d="${FIVE}"/></svg>`
