/** Names, languages, periods, dates and stars as people read them. */
import { type Locale, localeOf } from '../../locale/locale.ts'
import type { MentionKind } from '../../model/insights.ts'
import type { DatePrecision, Review } from '../../model/review.ts'
import type { ReviewFilter } from '../../model/search.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { type Html, html, type PageContext, raw } from './markup.ts'
import { reviewsPath } from './site-paths.ts'

/** How many characters of `2026-11-15` are known. */
const KNOWN: Record<DatePrecision, number> = { day: 10, week: 7, month: 7, year: 4 }

/** A date as precise as it is known, for people and for machines. */
export const renderDate = (locale: Locale, { date, date_precision: known }: Dated): Html =>
  html`<time datetime="${knownPart(date, known)}">${locale.knownDate(date, known)}</time>`

type Dated = Pick<Review, 'date' | 'date_precision'>

/** For machines: 2026-11 when the day is unknown. */
export const knownPart = (date: string, precision: DatePrecision) => date.slice(0, KNOWN[precision])

/** A number of reviews, linked to exactly these. */
export const linkCount = (locale: Locale, count: number, filters: ReviewFilter = {}): Html =>
  html`<a href="${reviewsPath(filters)}">${locale.number(count)}</a>`

/** Jane van Doe → JD */
export function initials(name: string): string {
  const [first = '', ...others] = name.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? []
  const letters = [first, others.at(-1) ?? ''].map(word => [...word][0])
  return letters.join('').toUpperCase() || '?'
}

export const langOf = (language: string | null): Html | string =>
  language ? html` lang="${language}"` : ''

/** The language of what the owner wrote in the business file. */
export const langOfOwner = ({ language, locale }: Pick<RenderContext, 'language' | 'locale'>) =>
  langOf(language === locale ? null : language)

/** Nov 2026, Q4 2026 or 2026. */
export function periodInWords({ say, month, words }: Locale, name: string): string {
  if (name.length === 4) return name
  return name[5] === 'Q'
    ? say(words.charts.quarter, { quarter: name.slice(6), year: name.slice(0, 4) })
    : month(name)
}

/** People, services and areas go by the owner's word, the others by ours. */
export function kindLabel(
  { site, locale }: Pick<PageContext, 'site' | 'locale'>,
  kind: MentionKind,
) {
  const labels = { ...localeOf(locale).words.common.kinds, ...site.labels }
  return labels[kind.slice(0, -1) as keyof typeof labels]
}

const STAR = 'l2.5 5.6 6.1.7-4.5 4.2 1.2 6-5.3-3-5.3 3 1.2-6-4.5-4.2 6.1-.7z'
const FIVE = raw([0, 1, 2, 3, 4].map(place => `M${10 + 20 * place} 1.5${STAR}`).join(''))

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
