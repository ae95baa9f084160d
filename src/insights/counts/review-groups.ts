/** Groups of reviews across all months, such as those that mention one aspect. Nothing is copied until it is asked for. */
import type { MentionKind, Sentiment } from '../../model/insights.ts'
import { oncePer, oncePerValue } from '../../model/once-per.ts'
import {
  type MonthCounts,
  type MonthMentions,
  type MonthPart,
  mentionKey,
  noPositions,
  type RankedQuote,
} from './month-counts.ts'
import { type QuoteCandidate, quoteAt } from './quote-candidates.ts'
import { type ReadReview, sumTallies, type Tally } from './tally.ts'

export interface ReviewGroup {
  /** The newest month first; months without such reviews may be missing. */
  parts: MonthPart[]
}

export type RatedGroup = ReviewGroup & { tally: Tally }

/** The reviews that mention one aspect, person, service, problem, area or topic, by what they say about it. */
export interface MentionGroup extends RatedGroup {
  parts: MonthMentions[]
  /** People whom its praise must not name. */
  accused: ReadonlySet<string>
}

/** Whatever nobody mentions has an empty group. */
export type FindMentions = (kind: MentionKind, id: string) => MentionGroup

/** People who are not recommended, in any of these months. */
export const accusedPeople = oncePer(
  (months: MonthCounts[]): ReadonlySet<string> =>
    new Set(months.flatMap(({ accused }) => [...accused])),
)

/** Praise that names somebody accused would recommend that person, also where the engine did not recognize the name. */
export function mayPraise(
  { insight }: ReadReview,
  text: string,
  accused: ReadonlySet<string>,
): boolean {
  if (insight.technicians.some(name => accused.has(name))) return false
  const words = new Set(nameWords(text))
  return !accused.values().some(name => nameWords(name).some(word => words.has(word)))
}

/** Initials and titles are no names. */
const nameWords = (text: string) => text.toLowerCase().match(/\p{L}{3,}/gu) ?? []

/** `months` come newest first. The same list is merged only once, so it must not change. */
export const mentionsIn = oncePer((months: MonthCounts[]): FindMentions => {
  const accused = accusedPeople(months)
  const gather = oncePerValue((key: string): MentionGroup => {
    const parts = months.flatMap(({ mentions }) => mentions.get(key) ?? [])
    // The page about a person shows what either side says.
    const others = accused.values().filter(name => mentionKey('technicians', name) !== key)
    return { parts, tally: sumTallies(parts.map(({ tally }) => tally)), accused: new Set(others) }
  })
  return (kind, id) => gather(mentionKey(kind, id))
})

const SENTIMENTS = ['positive', 'neutral', 'negative'] as const

/** Only the reviews on these sides. */
export const sideOf = ({ parts }: ReviewGroup, ...sides: Sentiment[]): ReviewGroup => ({
  parts: parts.map(part => keep(part, (_, side) => sides.includes(side))),
})

export const countSide = ({ parts }: ReviewGroup, sentiment: Sentiment) =>
  parts.reduce((sum, { positions }) => sum + positions[sentiment].length, 0)

export const countGroup = (group: ReviewGroup) =>
  SENTIMENTS.reduce((sum, sentiment) => sum + countSide(group, sentiment), 0)

/** Newest first. */
function* eachReview({ parts }: ReviewGroup): Generator<ReadReview> {
  for (const { reviews, positions } of parts)
    for (const position of SENTIMENTS.flatMap(sentiment => positions[sentiment]).sort(
      (a, b) => a - b,
    ))
      yield reviews[position]!
}

/** Newest first, as many as there are up to the limit. */
export const newestOn = (
  { parts }: ReviewGroup,
  sentiment: Sentiment,
  limit: number,
): ReadReview[] =>
  parts
    .values()
    .flatMap(({ reviews, positions }) =>
      positions[sentiment].values().map(position => reviews[position]!),
    )
    .take(limit)
    .toArray()

export const newestIn = (group: ReviewGroup, limit: number): ReadReview[] =>
  eachReview(group).take(limit).toArray()

export const oldestIn = ({ parts }: ReviewGroup): ReadReview | undefined => {
  const last = parts.findLast(({ positions }) =>
    SENTIMENTS.some(side => positions[side].length > 0),
  )
  return last?.reviews[Math.max(...SENTIMENTS.flatMap(side => last.positions[side]))]
}

/** The reviews from a date on, and those before it. */
export function splitAt(
  { parts }: ReviewGroup,
  date: string,
): { since: ReviewGroup; before: ReviewGroup } {
  const since: MonthPart[] = []
  const before: MonthPart[] = []
  for (const part of parts) {
    const { reviews } = part
    if (reviews.at(-1)!.date >= date) since.push(part)
    else if (reviews[0]!.date < date) before.push(part)
    else {
      const first = reviews.findIndex(review => review.date < date)
      since.push(keep(part, position => position < first))
      before.push(keep(part, position => position >= first))
    }
  }
  return { since: { parts: since }, before: { parts: before } }
}

function keep(part: MonthPart, isKept: (position: number, side: Sentiment) => boolean): MonthPart {
  const positions = noPositions()
  for (const side of SENTIMENTS)
    positions[side] = part.positions[side].filter(at => isKept(at, side))
  return { ...part, positions }
}

/** What can be quoted on one side, best first; of equals the newest first. */
export const quotesIn = (
  { parts, accused }: MentionGroup,
  sentiment: Sentiment,
): Iterable<QuoteCandidate> =>
  mergeRanked<RankedQuote>(
    parts.map(({ quotes }) => quotes[sentiment].values()),
    (a, b) => b.merit - a.merit,
  )
    // A quote would have to say that its author got a reward.
    .filter(({ review }) => !review.incentive)
    .map(({ review, aspect, merit }) => ({ ...quoteAt(review, aspect)!, merit }))
    .filter(({ review, text }) => sentiment !== 'positive' || mayPraise(review, text, accused))

/** Of equals, those of the earlier list come first. */
export function* mergeRanked<T>(
  lists: Iterator<T>[],
  compare: (a: T, b: T) => number,
): Generator<T> {
  const heads: { list: Iterator<T>; value: T }[] = []
  for (const list of lists) {
    const { done, value } = list.next()
    if (!done) heads.push({ list, value })
  }
  while (heads.length > 0) {
    const first = heads.reduce((best, head) => (compare(head.value, best.value) < 0 ? head : best))
    yield first.value
    const { done, value } = first.list.next()
    if (done) heads.splice(heads.indexOf(first), 1)
    else first.value = value
  }
}
