/** The reviews that each statement of summary and FAQ cites. */
import type { AspectInsight, EntityInsight, Sentiment } from '../../model/insights.ts'
import type { ReviewFilter } from '../../model/search.ts'
import { countGroup, countSide, newestIn, newestOn, type ReviewGroup } from './review-groups.ts'
import type { ReadReview } from './tally.ts'

/** The address of a search. */
export type SearchUrlOf = (filter: ReviewFilter) => string

export const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
export const newestFirst = (a: ReadReview, b: ReadReview) =>
  compare(b.date, a.date) || compare(b.id, a.id)

/** One review that mentions one thing. */
export type Mention = { review: ReadReview; sentiment: Sentiment }

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

const MOST_LISTED = 3
/** Fewer mentions do not say what customers at large think. */
export const ENOUGH_MENTIONS = 10

/** What prose praises or criticizes: aspects of the taxonomy, which has words for them. */
export const qualitiesAmong = (aspects: AspectInsight[]) =>
  aspects.filter(({ origin }) => origin === 'taxonomy')

/** Mostly praised, the most often praised first. A line of counts needs fewer mentions than a sentence that sums up. */
export const mostPraised = (qualities: AspectInsight[], enough = ENOUGH_MENTIONS) =>
  qualities
    .filter(
      ({ positive_count: positive, negative_count: negative, mention_count: all }) =>
        all >= enough && 3 * positive >= 2 * all && positive >= 4 * negative,
    )
    .sort((a, b) => b.positive_count - a.positive_count)
    .slice(0, MOST_LISTED)

/** The most often criticized first; one critic alone only where nothing else is criticized. */
export const mostCriticized = (qualities: AspectInsight[]) =>
  qualities
    .filter(({ negative_count }) => negative_count > 0)
    .sort((a, b) => b.negative_count - a.negative_count)
    .filter(({ negative_count }, rank) => rank === 0 || negative_count > 1)
    .slice(0, MOST_LISTED)

/** People who may be recommended and have enough mentions, most of them praise and hardly any criticism. */
export function bestTechnicians(technicians: EntityInsight[]): EntityInsight[] {
  return technicians
    .filter(
      ({ mention_count: all, positive_count: praise, negative_count: criticism }) =>
        all >= 5 && praise >= 0.6 * all && praise >= 0.8 * (praise + criticism),
    )
    .sort((a, b) => b.positive_count - a.positive_count || compare(a.id, b.id))
    .slice(0, 3)
}
