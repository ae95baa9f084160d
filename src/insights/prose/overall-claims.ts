/** The sentences of the summary about the reviews as a whole: ratings, services, and what could not be read. Reviews come newest first. */
import type { EntityInsight } from '../../model/insights.ts'
import { type CountedInsights, cite, mentionsOf } from '../counts/evidence.ts'
import type { ReadReview } from '../counts/tally.ts'
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
import { asMentions, averageOf, describeStars, type SummaryClaim } from './summary-claim.ts'

export function writeRating({ businessName: name, reviews }: CountedInsights): SummaryClaim {
  const oldest = reviews.at(-1)!
  const first = monthName(oldest.date)
  const when = first === monthName(reviews[0]!.date) ? `in ${first}` : `since ${first}`
  const count = counted(reviews.length, 'review')
  const average = describeStars(averageOf(reviews))
  const good = describeGoodRatings(reviews)
  const text = oneOf(name, [
    `${name} has ${count} ${when}, with an average of ${average}; ${good}.`,
    `${upperFirst(when)}, ${count} give ${name} an average of ${average}, and ${good}.`,
    `On average, the ${count} of ${name} ${when} give ${average}; ${good}.`,
  ])
  return { text, review_ids: cite([oldest], [asMentions(reviews)]) }
}

function describeGoodRatings(reviews: ReadReview[]): string {
  const good = reviews.filter(({ rating }) => rating >= 4).length
  if (good === 0) return 'none of them gives 4 or 5'
  if (good === reviews.length) return 'all of them give 4 or 5'
  return `${spellNumber(good)} of them (${wholePercent(good, reviews.length)}) ${good === 1 ? 'gives' : 'give'} 4 or 5`
}

const MUCH_NOT_READ = 0.05

export function writeNotRead({ reviews, coverage }: CountedInsights): SummaryClaim | null {
  const { read, without_text, unknown_language: unknown } = coverage
  if (unknown <= MUCH_NOT_READ * reviews.length) return null
  const parts = [
    `Of the ${spellNumber(reviews.length)} reviews, ${spellNumber(read)} ${wasOrWere(read)} read for what ${read === 1 ? 'it says' : 'they say'}`,
    ...(without_text === 0
      ? []
      : [`${spellNumber(without_text)} ${without_text === 1 ? 'has' : 'have'} no text`]),
    `${spellNumber(unknown)} (${wholePercent(unknown, reviews.length)}) ${unknown === 1 ? 'is' : 'are'} in a language that was not read`,
  ]
  return {
    text: `${listed(parts)}; what was not read counts without its words.`,
    review_ids: cite([], [asMentions(reviews.filter(({ insight }) => insight.basis === 'rating'))]),
  }
}

export function writeServices({ services, reviews }: CountedInsights): SummaryClaim | null {
  const first = services.reduce<EntityInsight | null>(
    (most, service) => (most && most.mention_count >= service.mention_count ? most : service),
    null,
  )
  if (!first || first.mention_count < 2) return null
  return {
    text: `The service mentioned most is ${first.label}, in ${spellNumber(first.mention_count)} reviews.`,
    review_ids: cite([], [mentionsOf(reviews, 'services', first.id)]),
  }
}

const STARS = ['', 'one', 'two', 'three', 'four', 'five']

export function writeStars({ reviews }: CountedInsights): SummaryClaim {
  const given = [5, 4, 3, 2, 1]
    .map(rating => ({ rating, count: reviews.filter(review => review.rating === rating).length }))
    .filter(({ count }) => count > 0)
  const list = given.map(({ rating, count }, rank) =>
    rank === 0
      ? `${upperFirst(STARS[rating]!)} ${rating === 1 ? 'star comes' : 'stars come'} from ${counted(count, 'review')}`
      : `${STARS[rating]} from ${spellNumber(count)}`,
  )
  return { text: `${listed(list)}.`, review_ids: cite([], [asMentions(reviews)]) }
}

export function writeWords({ reviews, coverage: { without_text } }: CountedInsights): SummaryClaim {
  const all = spellNumber(reviews.length)
  const text =
    without_text === 0
      ? `All ${all} reviews come with words.`
      : without_text === reviews.length
        ? `None of the ${all} reviews comes with words.`
        : `Words come with ${spellNumber(reviews.length - without_text)} of the ${all} reviews; ${spellNumber(without_text)} ${without_text === 1 ? 'has' : 'have'} none.`
  return { text, review_ids: cite([], [asMentions(reviews)]) }
}
