/** Counts how often reviews mention aspects, people, services, problems, areas and topics, and with what sentiment. */

import { PARAMETER_OF } from '../../model/filters.ts'
import {
  type AspectInsight,
  type EntityInsight,
  eachSentiment,
  type MentionKind,
} from '../../model/insights.ts'
import { daysOf } from '../../model/scalars.ts'
import type { ReviewFilter } from '../../model/search.ts'
import { compare, type SearchUrlOf, takeInProportion } from './evidence.ts'
import { type FindMentions, type MentionGroup, newestIn, oldestIn } from './review-groups.ts'
import { averageRating, meanScore, round, share, sumTallies } from './tally.ts'

/** Something that reviews may mention. */
export type Named = { id: string; label: string }

const EXAMPLES = 5

/** How many of the mentions that were found of an aspect must be certain, for the business to have it at all. */
const LEAST_SURE = 1 / 3

/** One or two mentions may be misread, and among many reviews they tell nothing: as many are needed, or as large a share of the reviews that were read. */
const FEWEST_MENTIONS = 3
const LEAST_SHARE = 0.05

/** Whether the reviews themselves show that the business has an aspect: its own evidence must hold. */
export function fitsBusiness({ parts, tally }: MentionGroup, readCount: number): boolean {
  const unsure = parts.reduce((sum, part) => sum + part.unsure, 0)
  const isCommon = tally.count >= Math.min(FEWEST_MENTIONS, LEAST_SHARE * readCount)
  return isCommon && tally.count > 0 && tally.count >= LEAST_SURE * (tally.count + unsure)
}

/** The aspects that fit the business, most mentioned first. */
export function countAspects(
  aspects: Named[],
  mentions: FindMentions,
  searchUrl: SearchUrlOf,
  origin: AspectInsight['origin'] = 'taxonomy',
): AspectInsight[] {
  return aspects
    .map(aspect => {
      const { id } = aspect
      const group = mentions('aspects', id)
      const { count, positive, negative } = group.tally
      return {
        ...countGroupOf(aspect, group),
        origin,
        score: count === 0 ? 0 : round((positive - negative) / count),
        top_phrases: topPhrases(group),
        example_review_ids: takeInProportion(group, EXAMPLES).map(({ review }) => review.id),
        yearly: countYears(id, group, searchUrl),
        ...searchUrlsOf(searchUrl, { aspect: id }),
      }
    })
    .sort(mostMentionedFirst)
}

/** Mentioned ones only, most mentioned first. */
export function countEntities(
  kind: Exclude<MentionKind, 'aspects'>,
  roster: Named[],
  mentions: FindMentions,
  searchUrl: SearchUrlOf,
): Omit<EntityInsight, 'with'>[] {
  return roster
    .flatMap(entity => {
      const group = mentions(kind, entity.id)
      if (group.tally.count === 0) return []
      const newest = newestIn(group, EXAMPLES)
      return {
        ...countGroupOf(entity, group),
        score: meanScore(group.tally),
        average_rating: averageRating(group.tally),
        first_mentioned: oldestIn(group)!.date,
        last_mentioned: newest[0]!.date,
        top_phrases: topPhrases(group),
        example_review_ids: newest.map(review => review.id),
        ...searchUrlsOf(searchUrl, { [PARAMETER_OF[kind]]: entity.id }),
      }
    })
    .sort(mostMentionedFirst)
}

const countGroupOf = ({ id, label }: Named, { tally }: MentionGroup) => ({
  id,
  label,
  mention_count: tally.count,
  positive_count: tally.positive,
  neutral_count: tally.neutral,
  negative_count: tally.negative,
  positive_pct: share(tally.positive, tally),
})

type Mentioned = Pick<EntityInsight, 'id' | 'mention_count'>

export const mostMentionedFirst = (a: Mentioned, b: Mentioned) =>
  b.mention_count - a.mention_count || compare(a.id, b.id)

/** Finds all of these reviews, and those of each sentiment. */
export const searchUrlsOf = (searchUrl: SearchUrlOf, filter: ReviewFilter) => ({
  search_url: searchUrl(filter),
  search_urls: eachSentiment(sentiment => searchUrl({ ...filter, sentiment })),
})

const countYears = (aspect: string, { parts }: MentionGroup, searchUrl: SearchUrlOf) =>
  [...Map.groupBy(parts, ({ month }) => month.slice(0, 4))]
    .map(([year, months]) => {
      const { count, positive, negative } = sumTallies(months.map(({ tally }) => tally))
      return {
        year: Number(year),
        mention_count: count,
        positive_count: positive,
        negative_count: negative,
        search_url: searchUrl({ aspect, ...daysOf(year) }),
      }
    })
    .reverse()

const PHRASES = 5
/** "$129" says nothing by itself, and "honest and" less than "honest". */
const IS_INCOMPLETE = /^[$£€]?[\d.,]+$| (?:and|every)$/

/** The most frequent phrases, each of at least two customers. */
function topPhrases({ parts }: MentionGroup): string[] {
  const counts = new Map<string, number>()
  for (const { phrases } of parts)
    for (const [phrase, count] of phrases) counts.set(phrase, (counts.get(phrase) ?? 0) + count)
  return [...counts]
    .filter(([phrase, count]) => count > 1 && !IS_INCOMPLETE.test(phrase))
    .sort(([a, m], [b, n]) => n - m || compare(a, b))
    .slice(0, PHRASES)
    .map(([phrase]) => phrase)
}
