/** Counts mentions of technicians, services, problems, areas and topics, with their sentiment. */
import type { EntityInsight } from '../../model/insights.ts'
import { compare, topPhrases } from './evidence.ts'
import { addTo, averageRating, emptyTally, meanScore, type ReadReview, share, type Tally } from './tally.ts'

const EXAMPLES = 5

interface EntityTally {
  tally: Tally
  first: string
  last: string
  examples: string[]
  phrases: string[]
}

/** Most mentioned first. Needs the newest review first. A verdict on the entity itself wins over that of the review. */
export function countEntities(
  roster: { id: string; label: string }[],
  reviews: Iterable<ReadReview>,
  idsIn: (review: ReadReview) => string[],
): EntityInsight[] {
  const seen = new Map<string, EntityTally>()
  for (const review of reviews)
    for (const id of idsIn(review)) {
      const entity = seen.get(id) ?? {
        tally: emptyTally(),
        first: review.date,
        last: review.date,
        examples: [],
        phrases: [],
      }
      seen.set(id, entity)
      addTo(entity.tally, review, review.verdicts.get(id))
      entity.first = review.date
      entity.phrases.push(...review.phrases.filter(phrase => phrase !== null))
      if (entity.examples.length < EXAMPLES) entity.examples.push(review.id)
    }
  return roster
    .flatMap(({ id, label }) => {
      const entity = seen.get(id)
      return entity ? [toInsight(id, label, entity)] : []
    })
    .sort((a, b) => b.mention_count - a.mention_count || compare(a.id, b.id))
}

function toInsight(
  id: string,
  label: string,
  { tally, first, last, examples, phrases }: EntityTally,
): EntityInsight {
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
    top_phrases: topPhrases(phrases, tally.count),
    example_review_ids: examples,
  }
}
