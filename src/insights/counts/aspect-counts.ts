/** Counts how often reviews mention each aspect, and with what sentiment. */
import type { AspectInsight } from '../../model/insights.ts'
import { compare, type SearchUrlOf, takeInProportion } from './evidence.ts'
import type { FindMentions, MentionGroup } from './review-groups.ts'
import { round, share, sumTallies } from './tally.ts'
import { topPhrases } from './top-phrases.ts'

const EXAMPLES = 5

/** All aspects of the taxonomy, most mentioned first. */
export function countAspects(
  aspects: { id: string; label: string }[],
  mentions: FindMentions,
  searchUrl: SearchUrlOf,
): AspectInsight[] {
  return aspects
    .map(({ id, label }) => toInsight(id, label, mentions('aspects', id), searchUrl('aspects', id)))
    .sort((a, b) => b.mention_count - a.mention_count || compare(a.id, b.id))
}

function toInsight(id: string, label: string, group: MentionGroup, search_url: string): AspectInsight {
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
    yearly: countYears(group),
    search_url,
  }
}

const countYears = ({ parts }: MentionGroup): AspectInsight['yearly'] =>
  [...Map.groupBy(parts, ({ month }) => month.slice(0, 4))]
    .map(([year, months]) => {
      const { count, positive, negative } = sumTallies(months.map(({ tally }) => tally))
      return {
        year: Number(year),
        mention_count: count,
        positive_count: positive,
        negative_count: negative,
      }
    })
    .reverse()
