/** Where a review was posted, as people read it. */
import type { Locale } from './locale.ts'

const SOURCES = new Map([
  ['bbb', 'BBB'],
  ['homeadvisor', 'HomeAdvisor'],
  ['tripadvisor', 'Tripadvisor'],
])

/** A source in its own spelling. */
export const sourceName = (source: string) =>
  SOURCES.get(source) ??
  source.replaceAll(/(?:^|[-_])(\p{L})/gu, (_, letter) => ` ${letter.toUpperCase()}`).trim()

/** A source as a choice among others: what was sent to the business is no platform. */
export const sourceLabel = ({ words }: Locale, source: string) =>
  source === 'direct' ? words.review.sentToBusiness : sourceName(source)

/** Posted on Google. */
export function originLabel(locale: Locale, source: string): string {
  const { postedOn, sentToBusiness } = locale.words.review
  return source === 'direct' ? sentToBusiness : locale.say(postedOn, { source: sourceName(source) })
}
