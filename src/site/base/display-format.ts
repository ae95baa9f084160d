/** Names, texts and dates as people read them. */
import type { Locale } from '../../locale/locale.ts'
import type { DatePrecision, Review } from '../../model/review.ts'
import { type Html, html } from './markup.ts'

/** How many characters of `2026-11-15` are known. */
const KNOWN: Record<DatePrecision, number> = { day: 10, week: 7, month: 7, year: 4 }

/** A date as precise as it is known, for people and for machines. */
export const renderDate = (
  locale: Locale,
  { date, date_precision }: Pick<Review, 'date' | 'date_precision'>,
): Html =>
  html`<time datetime="${knownPart(date, date_precision)}">${locale.knownDate(date, date_precision)}</time>`

/** For machines: 2026-11 when the day is unknown. */
export const knownPart = (date: string, precision: DatePrecision) => date.slice(0, KNOWN[precision])

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
