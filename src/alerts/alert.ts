/** Alerts: what the operator is told, and how it is written for each kind of receiver. */
import type { Review } from '../model/review.ts'
import { cleanLine } from '../model/scalars.ts'

export interface Alert {
  kind: 'review' | 'pull' | 'problem' | 'watch' | 'test'
  title: string
  lines: string[]
  reviews: Pick<Review, 'id' | 'url' | 'rating' | 'date' | 'source'>[]
}

const MOST_LISTED = 5
const LONGEST_TEXT = 300

/** The alert leaves out what customers wrote and who they are, unless the operator wants that. */
export function reviewAlert(
  business: string,
  reviews: Review[],
  maxRating: number,
  withText: boolean,
): Alert {
  const [first] = reviews
  const title =
    reviews.length === 1
      ? `New review with ${first!.rating} of 5 stars for ${business}`
      : `${reviews.length} new reviews with at most ${maxRating} of 5 stars for ${business}`
  const listed = reviews.slice(0, MOST_LISTED)
  const more = reviews.length - listed.length
  return {
    kind: 'review',
    title,
    lines: [
      ...listed.flatMap(review => [
        `${review.rating} of 5 stars, ${review.source}, ${review.date}${review.incentive ? ', given for a reward' : ''}: ${review.url}`,
        ...(withText ? [quote(review)] : []),
      ]),
      ...(more > 0 ? [`and ${more} more`] : []),
    ],
    reviews: listed.map(({ id, url, rating, date, source }) => ({ id, url, rating, date, source })),
  }
}

function quote({ author, text }: Review): string {
  const words = cleanLine(text ?? 'Rated without a comment.')
  return `${author}: ${words.length > LONGEST_TEXT ? `${cutAt(words, LONGEST_TEXT)}…` : words}`
}

/** Never splits a surrogate pair. */
const cutAt = (text: string, most: number) => text.slice(0, most).replace(/[\ud800-\udbff]$/, '')

export const pullAlert = (
  business: string,
  source: string,
  problem: string,
  failures: number,
): Alert => ({
  kind: 'pull',
  title: `Reviews of ${business} could not be pulled from ${source}`,
  lines: [problem, `Failures in a row: ${failures}. What is published stays.`],
  reviews: [],
})

export const problemAlert = (business: string, problem: string): Alert => ({
  kind: 'problem',
  title: `The review site of ${business} has a problem`,
  lines: [problem, 'What was published before stays.'],
  reviews: [],
})

export const testAlert = (business: string): Alert => ({
  kind: 'test',
  title: `Test: alerts about ${business} arrive here`,
  lines: ['Somebody at the desk asked for this. There is nothing to do.'],
  reviews: [],
})

/** Discord accepts 2,000 characters, the strictest of the three. */
const LONGEST_MESSAGE = 1900

/**
 * One body for all: Slack reads `text`, Discord `content`, ntfy `title`, `message` and `topic`; each ignores the others' fields. Nobody's
 * words may call people: Slack takes markup from angle brackets only, and Discord is told to notify nobody.
 */
export function webhookBody({ kind, title, lines, reviews }: Alert, topic: string): object {
  const text = cutAt([title, ...lines].join('\n'), LONGEST_MESSAGE)
  return {
    text: text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    content: text,
    allowed_mentions: { parse: [] },
    title,
    message: cutAt(lines.join('\n'), LONGEST_MESSAGE),
    ...(topic && { topic }),
    kind,
    reviews,
  }
}
