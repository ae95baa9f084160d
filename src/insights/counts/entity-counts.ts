/** Counts mentions of technicians, services, problems, areas and topics, with their sentiment. */
import type { EntityInsight, MentionKind } from '../../model/insights.ts'
import { compare, type SearchUrlOf } from './evidence.ts'
import { type FindMentions, type MentionGroup, newestIn, oldestIn } from './review-groups.ts'
import { averageRating, meanScore, share } from './tally.ts'
import { topPhrases } from './top-phrases.ts'

const EXAMPLES = 5

type CountedEntity = Omit<EntityInsight, 'with'>

/** Mentioned ones only, most mentioned first. */
export function countEntities(
  kind: Exclude<MentionKind, 'aspects'>,
  roster: { id: string; label: string }[],
  mentions: FindMentions,
  searchUrl: SearchUrlOf,
): CountedEntity[] {
  return roster
    .flatMap(({ id, label }) => {
      const group = mentions(kind, id)
      return group.tally.count > 0 ? [toInsight(id, label, group, searchUrl(kind, id))] : []
    })
    .sort((a, b) => b.mention_count - a.mention_count || compare(a.id, b.id))
}

function toInsight(id: string, label: string, group: MentionGroup, search_url: string): CountedEntity {
  const { tally } = group
  const newest = newestIn(group, EXAMPLES)
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
    first_mentioned: oldestIn(group)!.date,
    last_mentioned: newest[0]!.date,
    top_phrases: topPhrases(group),
    example_review_ids: newest.map(review => review.id),
    search_url,
  }
}
