/** The sentences of the summary about the reviews as a whole: ratings, services, and what could not be read. */
import type { EntityInsight } from '../../model/insights.ts'
import { type CountedInsights, cite, citeAll } from '../counts/evidence.ts'
import { averageRating, type Tally } from '../counts/tally.ts'
import { counted, oneOf, spellNumber } from './phrasing.ts'
import type { SummaryClaim } from './summary-claim.ts'

export function writeRating({ businessName: name, all }: CountedInsights): SummaryClaim {
  const reviews = counted(all.tally.count, 'review')
  const average = averageRating(all.tally).toFixed(1)
  const good = describeGoodRatings(all.tally)
  const text = oneOf(name, [
    `${name} has ${reviews} with an average of ${average} stars; ${good}.`,
    `In ${reviews}, ${name} averages ${average} stars; ${good}.`,
    `${name} averages ${average} stars in ${reviews}; ${good}.`,
  ])
  return { text, review_ids: cite([], [all]) }
}

function describeGoodRatings({ ratings, count }: Tally): string {
  const good = ratings[4]! + ratings[5]!
  if (good === 0) return 'none of them gives four or five'
  if (good === count) return 'all of them give four or five'
  if (good >= 0.9 * count) return 'nearly all of them give four or five'
  if (good >= 0.6 * count) return 'most of them give four or five'
  return 2 * good > count
    ? 'a little more than half of them give four or five'
    : 'half of them or fewer give four or five'
}

const MUCH_NOT_READ = 0.05

/** A claim about some unread reviews leads to all of them. */
export function writeNotRead({
  all,
  unread,
  coverage: { read, unknown_language: unknown },
}: CountedInsights): SummaryClaim | null {
  if (unknown <= MUCH_NOT_READ * all.tally.count) return null
  if (read === 0)
    return {
      text: 'The comments are in languages that the analysis does not support yet, so they count by their stars only.',
      review_ids: citeAll(unread),
    }
  return {
    text:
      unknown === 1
        ? 'One review in another language counts by its stars only.'
        : `Another ${spellNumber(unknown)} reviews, in other languages, count by their stars only.`,
    review_ids: citeAll(unread),
  }
}

export function writeServices({ services, mentions }: CountedInsights): SummaryClaim | null {
  const first = services.reduce<EntityInsight | null>(
    (most, service) => (most && most.mention_count >= service.mention_count ? most : service),
    null,
  )
  if (!first || first.mention_count < 2) return null
  return {
    text: `The service mentioned most is ${first.label}.`,
    review_ids: cite([], [mentions('services', first.id)]),
  }
}

export function writeWords({ all, coverage: { without_text } }: CountedInsights): SummaryClaim {
  const { count } = all.tally
  const some = 2 * without_text > count ? 'Most of them have no text.' : 'Some of them have no text.'
  const text =
    without_text === 0 ? 'All of them have text.' : without_text === count ? 'None of them has text.' : some
  return { text, review_ids: cite([], [all]) }
}
