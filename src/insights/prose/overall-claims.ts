/** The sentences of the summary about the reviews as a whole: ratings, services, and what could not be read. */
import type { EntityInsight } from '../../model/insights.ts'
import { type CountedInsights, cite } from '../counts/evidence.ts'
import { newestIn, oldestIn } from '../counts/review-groups.ts'
import { averageRating, type Tally } from '../counts/tally.ts'
import {
  counted,
  listed,
  monthName,
  oneOf,
  spellNumber,
  upperFirst,
  wasOrWere,
  wholePercent,
} from './phrasing.ts'
import { describeStars, type SummaryClaim } from './summary-claim.ts'

export function writeRating({ businessName: name, all }: CountedInsights): SummaryClaim {
  const oldest = oldestIn(all)!
  const first = monthName(oldest.date)
  const when = first === monthName(newestIn(all, 1)[0]!.date) ? `in ${first}` : `since ${first}`
  const count = counted(all.tally.count, 'review')
  const average = describeStars(averageRating(all.tally))
  const good = describeGoodRatings(all.tally)
  const text = oneOf(name, [
    `${name} has ${count} ${when}, with an average of ${average}; ${good}.`,
    `${upperFirst(when)}, ${count} give ${name} an average of ${average}, and ${good}.`,
    `On average, the ${count} of ${name} ${when} give ${average}; ${good}.`,
  ])
  return { text, review_ids: cite([oldest], [all]) }
}

function describeGoodRatings({ ratings, count }: Tally): string {
  const good = ratings[4]! + ratings[5]!
  if (good === 0) return 'none of them gives 4 or 5'
  if (good === count) return 'all of them give 4 or 5'
  return `${spellNumber(good)} of them (${wholePercent(good, count)}) ${good === 1 ? 'gives' : 'give'} 4 or 5`
}

const MUCH_NOT_READ = 0.05

export function writeNotRead({ all, unread, coverage }: CountedInsights): SummaryClaim | null {
  const { read, without_text, unknown_language: unknown } = coverage
  const { count } = all.tally
  if (unknown <= MUCH_NOT_READ * count) return null
  const parts = [
    `Of the ${spellNumber(count)} reviews, ${spellNumber(read)} ${wasOrWere(read)} read for what ${read === 1 ? 'it says' : 'they say'}`,
    ...(without_text === 0
      ? []
      : [`${spellNumber(without_text)} ${without_text === 1 ? 'has' : 'have'} no text`]),
    `${spellNumber(unknown)} (${wholePercent(unknown, count)}) ${unknown === 1 ? 'is' : 'are'} in a language that was not read`,
  ]
  return {
    text: `${listed(parts)}; what was not read counts without its words.`,
    review_ids: cite([], [unread]),
  }
}

export function writeServices({ services, mentions }: CountedInsights): SummaryClaim | null {
  const first = services.reduce<EntityInsight | null>(
    (most, service) => (most && most.mention_count >= service.mention_count ? most : service),
    null,
  )
  if (!first || first.mention_count < 2) return null
  return {
    text: `The service mentioned most is ${first.label}, in ${spellNumber(first.mention_count)} reviews.`,
    review_ids: cite([], [mentions('services', first.id)]),
  }
}

const STARS = ['', 'one', 'two', 'three', 'four', 'five']

export function writeStars({ all }: CountedInsights): SummaryClaim {
  const given = [5, 4, 3, 2, 1]
    .map(rating => ({ rating, count: all.tally.ratings[rating]! }))
    .filter(({ count }) => count > 0)
  const list = given.map(({ rating, count }, rank) =>
    rank === 0
      ? `${upperFirst(STARS[rating]!)} ${rating === 1 ? 'star comes' : 'stars come'} from ${counted(count, 'review')}`
      : `${STARS[rating]} from ${spellNumber(count)}`,
  )
  return { text: `${listed(list)}.`, review_ids: cite([], [all]) }
}

export function writeWords({ all, coverage: { without_text } }: CountedInsights): SummaryClaim {
  const { count } = all.tally
  const text =
    without_text === 0
      ? `All ${spellNumber(count)} reviews come with words.`
      : without_text === count
        ? `None of the ${spellNumber(count)} reviews comes with words.`
        : `Words come with ${spellNumber(count - without_text)} of the ${spellNumber(count)} reviews; ${spellNumber(without_text)} ${without_text === 1 ? 'has' : 'have'} none.`
  return { text, review_ids: cite([], [all]) }
}
