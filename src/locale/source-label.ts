/** Where a review was posted, as people read it. */
import type { Review } from '../model/review.ts'
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

/** Posted on Google, as far as anything but the word of the business shows it. */
export function originLabel(
  locale: Locale,
  { source, verification }: Pick<Review, 'source'> & { verification?: Pick<Review['verification'], 'basis'> },
): string {
  const { postedOn, saidPostedOn, sentToBusiness } = locale.words.review
  if (source === 'direct') return sentToBusiness
  const label = verification?.basis === 'owner' ? saidPostedOn : postedOn
  return locale.say(label, { source: sourceName(source) })
}
