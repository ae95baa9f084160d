/** Technicians, services and service areas: how often reviews mention them, and how those reviews rate. */
import type { EntityInsight } from '../model/insights.ts'
import { addTo, averageRating, emptyTally, meanScore, type ReadReview, share, type Tally } from './tally.ts'

const EXAMPLES = 5

interface Mentioned {
  tally: Tally
  first: string
  last: string
  examples: string[]
}

/** The most mentioned first. Reviews come newest first. */
export function countEntities(
  roster: { id: string; label: string }[],
  reviews: Iterable<ReadReview>,
  mentioned: (review: ReadReview) => string[],
): EntityInsight[] {
  const seen = new Map<string, Mentioned>()
  for (const review of reviews)
    for (const id of mentioned(review)) {
      const entity = seen.get(id) ?? {
        tally: emptyTally(),
        first: review.date,
        last: review.date,
        examples: [],
      }
      seen.set(id, entity)
      addTo(entity.tally, review)
      entity.first = review.date
      if (entity.examples.length < EXAMPLES) entity.examples.push(review.id)
    }
  return roster
    .flatMap(({ id, label }) => {
      const entity = seen.get(id)
      return entity ? [toInsight(id, label, entity)] : []
    })
    .sort((a, b) => b.mention_count - a.mention_count)
}

function toInsight(id: string, label: string, { tally, first, last, examples }: Mentioned): EntityInsight {
  return {
    id,
    label,
    mention_count: tally.count,
    positive_count: tally.positive,
    neutral_count: tally.neutral,
    negative_count: tally.negative,
    positive_pct: share(tally.positive, tally),
    score: meanScore(tally),
    average_rating: averageRating(tally),
    first_mentioned: first,
    last_mentioned: last,
    top_phrases: [],
    example_review_ids: examples,
  }
}
