/** What summary and FAQ are written from, and the reviews that each statement cites. */
import type {
  AspectInsight,
  EntityInsight,
  Insights,
  MentionKind,
  Month,
  PeriodUnit,
  RatedMonth,
  Sentiment,
  Trend,
} from '../../model/insights.ts'
import type { AspectChange } from './aspect-changes.ts'
import type { Pair } from './month-counts.ts'
import {
  countGroup,
  countSide,
  type FindMentions,
  newestIn,
  newestOn,
  type RatedGroup,
  type ReviewGroup,
} from './review-groups.ts'
import type { ReadReview } from './tally.ts'

/**
 * Everything that the FAQ and the summary are written from. It is merged from the counts of months: whoever reads it walks
 * only the reviews it asks for, with the functions of `review-groups.ts`.
 *
 * @example
 * const critical = sideOf(findings.mentions('aspects', 'pricing'), 'negative')
 * const answer = `${countGroup(critical)} reviews criticize it, the last on ${newestIn(critical, 1)[0]?.date}`
 */
export interface CountedInsights {
  businessName: string
  /** The aspects of the taxonomy, with what customers ask about them. */
  questions: { id: string; label: string; question?: string | undefined }[]
  /** Most mentioned first; those that nobody mentions are included. */
  aspects: AspectInsight[]
  technicians: EntityInsight[]
  services: EntityInsight[]
  problems: EntityInsight[]
  service_areas: EntityInsight[]
  monthly: Month[]
  /** What to sum ratings up by: not by month if there are fewer than five reviews a month. */
  period: PeriodUnit
  trend: Trend
  /** The months that the trend was found in, oldest first; empty if they are too few. */
  trendMonths: RatedMonth[]
  /** Aspects about which opinions have lately changed, as far as a test supports it; most certain first. */
  aspectChanges: AspectChange[]
  coverage: Insights['coverage']
  /** All reviews, by their overall sentiment. */
  all: RatedGroup
  /** Reviews with words or tags that are negative, by their overall sentiment. */
  critics: ReviewGroup
  /** Reviews whose text is in a language that the analysis does not support. */
  unread: ReviewGroup
  /** Reviews with one or two stars, and those of them that the business replied to. */
  lowRated: ReviewGroup
  answered: ReviewGroup
  /** The last twelve months, and everything before. */
  recent: RatedGroup
  before: RatedGroup
  /** The reviews that mention something, with what can be quoted from them. */
  mentions: FindMentions
  /** For a person, the services that the same reviews mention; for a service, the people. Most mentioned first. */
  mentionedWith(kind: 'technicians' | 'services', id: string): ({ id: string } & Pair)[]
  /** Reviews that say what something cost, newest first. */
  priced(): ReadReview[]
  /** Reviews with a sentence worth quoting for the whole business, best first. */
  pullQuotes(): Iterable<ReadReview>
}

/** The address of the search that finds whatever mentions something. */
export type SearchUrlOf = (kind: MentionKind, id: string) => string

export const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
export const newestFirst = (a: ReadReview, b: ReadReview) => compare(b.date, a.date) || compare(b.id, a.id)

/** One review that mentions one thing. */
export interface Mention {
  review: ReadReview
  sentiment: Sentiment
}

/** Positive, neutral and negative mentions in proportion, with at least one negative if there is any; newest first. */
export function takeInProportion(group: ReviewGroup, limit: number): Mention[] {
  const sides = (['negative', 'neutral', 'positive'] as const).map(sentiment => {
    const count = countSide(group, sentiment)
    return { sentiment, count, seats: sentiment === 'negative' ? Math.min(1, count, limit) : 0 }
  })
  const all = countGroup(group)
  const free = Math.min(limit, all) - sides.reduce((sum, { seats }) => sum + seats, 0)
  // Sainte-Laguë: the next seat goes to the side furthest below its share.
  const quotient = ({ count, seats }: (typeof sides)[number]) => count / (2 * seats + 1)
  for (let seat = 0; seat < free; seat++)
    sides
      .filter(({ count, seats }) => seats < count)
      .reduce((most, side) => (quotient(side) > quotient(most) ? side : most)).seats++
  return sides
    .flatMap(({ sentiment, seats }) =>
      newestOn(group, sentiment, seats).map(review => ({ review, sentiment })),
    )
    .sort((a, b) => newestFirst(a.review, b.review))
}

const MOST_CITED = 20

/** Whether the stars of the review agree with the mention. */
const agrees = ({ review: { rating }, sentiment }: Mention) =>
  sentiment === 'neutral' || (sentiment === 'positive' ? rating >= 4 : rating <= 3)

/** The key reviews first, then some from each group in turn, starting with those whose stars agree. */
export function cite(keyReviews: ReadReview[], groups: ReviewGroup[]): string[] {
  const ids = new Set(keyReviews.map(({ id }) => id))
  const samples = groups.map(group =>
    takeInProportion(group, MOST_CITED).sort((a, b) => Number(agrees(b)) - Number(agrees(a))),
  )
  for (let rank = 0; rank < MOST_CITED; rank++)
    for (const sample of samples) {
      const mention = sample[rank]
      if (mention && ids.size < MOST_CITED) ids.add(mention.review.id)
    }
  return [...ids]
}

/** More would only weigh the page down; search has them all. */
const MOST_CITED_OF_A_GROUP = 200

/** For a claim about a group of reviews: all of them, newest first. */
export const citeAll = (group: ReviewGroup): string[] =>
  newestIn(group, MOST_CITED_OF_A_GROUP).map(({ id }) => id)

/** Technicians with enough mentions, nearly all of them positive. */
export function bestTechnicians(technicians: EntityInsight[]): EntityInsight[] {
  return technicians
    .filter(
      ({ mention_count, positive_count }) => mention_count >= 5 && positive_count >= 0.8 * mention_count,
    )
    .sort((a, b) => b.positive_count - a.positive_count || compare(a.id, b.id))
    .slice(0, 3)
}
