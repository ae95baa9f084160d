/** Numbers, dates and names as people read them: the same on every machine, whatever its locale. */
import type { Business } from '../../model/business.ts'
import type { AggregateRating, DatePrecision } from '../../model/review.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** 12345 → 12,345 */
export const figure = (number: number) => String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')

/** 1 review, 2 reviews */
export const count = (number: number, one: string, many = `${one}s`) =>
  `${figure(number)} ${number === 1 ? one : many}`

/** 123 reviews, or 123 demo reviews. */
export const reviewsInWords = (
  { review_count }: Pick<AggregateRating, 'review_count'>,
  { fictional }: Pick<Business, 'fictional'>,
) => count(review_count, fictional ? 'demo review' : 'review')

export const percent = (share: number) => `${Math.round(share)}%`

/** 2026-11-15 → 15 Nov 2026 */
export function formatDate(date: string): string {
  const [year, month, day] = date.slice(0, 10).split('-')
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`
}

/** 2026-11 → Nov 2026 */
export const formatMonth = (month: string) => `${MONTHS[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`

/** How many characters of `2026-11-15` are known. */
const KNOWN: Record<DatePrecision, number> = { day: 10, week: 7, month: 7, year: 4 }

/** For machines: 2026-11 when the day is unknown. */
export const knownPart = (date: string, precision: DatePrecision) => date.slice(0, KNOWN[precision])

/** As precise as the date is known. */
export function dateInWords(date: string, precision: DatePrecision): string {
  if (precision === 'year') return date.slice(0, 4)
  if (precision === 'month') return formatMonth(date.slice(0, 7))
  return precision === 'week' ? `week of ${formatDate(date)}` : formatDate(date)
}

const SOURCES = new Map([
  ['bbb', 'BBB'],
  ['homeadvisor', 'HomeAdvisor'],
  ['tripadvisor', 'Tripadvisor'],
])

/** A source in its own spelling. */
export const sourceName = (source: string) =>
  SOURCES.get(source) ??
  source.replaceAll(/(?:^|[-_])(\p{L})/gu, (_, letter) => ` ${letter.toUpperCase()}`).trim()

/** Where a review was written, shown after its date. */
export const writtenOn = (source: string) =>
  source === 'direct' ? 'sent to the business' : `on ${sourceName(source)}`

/** Jane van Doe → JD */
export function initials(name: string): string {
  const words = name.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? []
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    word => [...(word ?? '')][0] ?? '',
  )
  return letters.join('').toUpperCase() || '?'
}

/** Shortens a text to a number of letters, cutting between words. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text
  // Never cut a surrogate pair in half.
  const cut = text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')
  const space = cut.lastIndexOf(' ')
  return `${(space > most / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}
