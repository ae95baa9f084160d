/** The sentences of the summary about the reviews as a whole: ratings, services, and what could not be read. */
import type { Catalog } from '../../locale/catalogs.ts'
import { cite, citeAll } from '../counts/evidence.ts'
import { meanRating, type Tally } from '../counts/tally.ts'
import { oneOf, type WriteClaim } from './phrasing.ts'
import { linkWords, mentionCount, sayCounts } from './review-counts.ts'

export const writeRating: WriteClaim = ({ businessName: business, all }, locale) => {
  const { summary } = locale.words.insights
  const { rating1, rating2, rating3 } = summary
  const { count, ratings } = all.tally
  const good = { count: ratings[4]! + ratings[5]!, filter: { min_rating: 4 } }
  const everyReview = { count, filter: {} }
  const text = sayCounts(
    locale,
    oneOf(business, [rating1, rating2, rating3]),
    { count: everyReview },
    {
      business,
      average: linkWords(locale.rating(meanRating(all.tally)), everyReview),
      good: linkWords(describeGoodRatings(summary, all.tally), good),
    },
  )
  return { text, review_ids: cite([], [all]) }
}

type SummaryWords = Catalog['insights']['summary']

function describeGoodRatings(words: SummaryWords, { ratings, count }: Tally): string {
  const good = ratings[4]! + ratings[5]!
  if (good === 0) return words.goodNone
  if (good === count) return words.goodAll
  if (good >= 0.9 * count) return words.goodNearlyAll
  if (good >= 0.6 * count) return words.goodMost
  return 2 * good > count ? words.goodOverHalf : words.goodHalfOrFewer
}

const MUCH_NOT_READ = 0.05

/** A claim about some unread reviews leads to all of them. */
export const writeNotRead: WriteClaim = ({ all, unread, coverage }, { words }) => {
  const { read, unknown_language: unknown } = coverage
  if (unknown <= MUCH_NOT_READ * all.tally.count) return null
  const { noneRead, notRead } = words.insights.summary
  return { text: read === 0 ? noneRead : notRead, review_ids: citeAll(unread) }
}

export const writeServices: WriteClaim = ({ services: [first], mentions }, { words, say }) => {
  if (!first || first.mention_count < 2) return null
  return {
    text: say(words.insights.summary.service, {
      service: linkWords(first.label, mentionCount('services', first.id, first.mention_count)),
    }),
    review_ids: cite([], [mentions('services', first.id)]),
  }
}

export const writeWords: WriteClaim = ({ all, coverage }, { words }) => {
  const text = describeTexts(words.insights.summary, coverage.without_text, all.tally.count)
  return { text, review_ids: cite([], [all]) }
}

function describeTexts(words: SummaryWords, without: number, all: number): string {
  if (without === 0) return words.textAll
  if (without === all) return words.textNone
  return 2 * without > all ? words.textFew : words.textMost
}
