/** Counts how often reviews mention each aspect, and with what sentiment. */
import type { AspectInsight } from '../../model/insights.ts'
import { compare, takeInProportion } from './evidence.ts'
import type { FindMentions, MentionGroup } from './review-groups.ts'
import { round, share } from './tally.ts'
import { topPhrases } from './top-phrases.ts'

const EXAMPLES = 5

/** Mentioned aspects only, most mentioned first. */
export function countAspects(
  aspects: { id: string; label: string }[],
  mentions: FindMentions,
): AspectInsight[] {
  return aspects
    .map(({ id, label }) => toInsight(id, label, mentions('aspects', id)))
    .filter(({ mention_count }) => mention_count > 0)
    .sort((a, b) => b.mention_count - a.mention_count || compare(a.id, b.id))
}

function toInsight(id: string, label: string, group: MentionGroup): AspectInsight {
  const { tally } = group
  return {
    id,
    label,
    mention_count: tally.count,
    positive_count: tally.positive,
    neutral_count: tally.neutral,
    negative_count: tally.negative,
    positive_pct: share(tally.positive, tally),
    score: tally.count === 0 ? 0 : round((tally.positive - tally.negative) / tally.count),
    top_phrases: topPhrases(group),
    example_review_ids: takeInProportion(group, EXAMPLES).map(({ review }) => review.id),
  }
}
