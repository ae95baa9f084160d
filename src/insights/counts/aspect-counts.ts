/** Counts how often reviews mention each aspect, and with what sentiment. */
import type { AspectInsight } from '../../model/insights.ts'
import { compare, groupByAspect, type Mention, takeInProportion, topPhrases } from './evidence.ts'
import { type ReadReview, round } from './tally.ts'

const EXAMPLES = 5

/** Mentioned aspects only, most mentioned first. */
export function countAspects(
  aspects: { id: string; label: string }[],
  reviews: ReadReview[],
): AspectInsight[] {
  const mentions = groupByAspect(reviews)
  return aspects
    .filter(({ id }) => mentions.has(id))
    .map(({ id, label }) => countAspect(id, label, mentions.get(id)!))
    .sort((a, b) => b.mention_count - a.mention_count || compare(a.id, b.id))
}

function countAspect(id: string, label: string, mentions: Mention[]): AspectInsight {
  const of = (wanted: string) => mentions.filter(({ sentiment }) => sentiment === wanted).length
  const positive = of('positive')
  const negative = of('negative')
  return {
    id,
    label,
    mention_count: mentions.length,
    positive_count: positive,
    neutral_count: of('neutral'),
    negative_count: negative,
    positive_pct: round((100 * positive) / mentions.length),
    score: round((positive - negative) / mentions.length),
    top_phrases: findPhrases(id, mentions),
    example_review_ids: takeInProportion(mentions, EXAMPLES).map(({ review }) => review.id),
  }
}

function findPhrases(id: string, mentions: Mention[]): string[] {
  const phrases = mentions.flatMap(
    ({ review }) => review.phrases[review.insight.aspects.findIndex(aspect => aspect.id === id)] ?? [],
  )
  return topPhrases(phrases, mentions.length)
}
