/** Sums up the reviews in two short paragraphs, of three to six sentences together, each with the reviews it is based on. */
import type { Catalog, Locale } from '../../locale/locale.ts'
import type { Insights } from '../../model/insights.ts'
import type { CountedInsights } from '../counts/count-insights.ts'
import { cite, citeAll } from '../counts/evidence.ts'
import { countGroup } from '../counts/review-groups.ts'
import { meanRating, type Tally } from '../counts/tally.ts'
import { writeCriticism, writePraise, writeReplies } from './opinion-claims.ts'
import {
  isInLanguage,
  linkWords,
  mentionCount,
  oneOf,
  type SummaryClaim,
  sayCounts,
  separateLinks,
  type WriteClaim,
} from './phrasing.ts'
import { writeAspectChange, writeLastYear, writeRecency, writeSteady } from './time-claims.ts'

const FEWEST_REVIEWS = 5
const FEWEST_SENTENCES = 3
const PARAGRAPH = '\n\n'

/** null if there are too few reviews to sum up. */
export function writeSummary(findings: CountedInsights, locale: Locale) {
  const { count } = findings.all.tally
  if (count < FEWEST_REVIEWS) return null
  const mostlyCritical = 2 * countGroup(findings.critical) > count
  const opinions = [writePraise(findings, locale), writeCriticism(findings, locale)]
  /** What customers like and dislike; then what decides: how it is lately, and whether critics get an answer. */
  const liked = [
    writeRating(findings, locale),
    ...(mostlyCritical ? opinions.toReversed() : opinions),
  ]
  const lately = writeAspectChange(findings, locale) ?? writeLastYear(findings, locale)
  const decisive = [lately, writeReplies(findings, locale)]
  const told = [...liked, ...decisive].filter(claim => claim !== null)
  const last = writeNotRead(findings, locale)
  const spare = [writeSteady, writeServices, writeRecency, writeWords]
    .map(write => write(findings, locale))
    .filter(claim => claim !== null)
    .slice(0, Math.max(0, FEWEST_SENTENCES - told.length - (last ? 1 : 0)))
  const paragraphs = [liked, [...decisive, ...spare, last]].map((claims): SummaryClaim[] =>
    claims
      .filter(claim => claim !== null)
      .map(({ text, review_ids }) => ({ ...separateLinks(text, findings.searchUrl), review_ids })),
  )
  const summary = paragraphs
    .filter(claims => claims.length > 0)
    .map(claims => claims.map(({ text }) => text).join(' '))
    .join(PARAGRAPH)
  return { summary, summary_claims: paragraphs.flat() }
}

export function choosePullQuote(
  { pullQuotes }: CountedInsights,
  locale: Locale,
): Insights['pull_quote'] {
  const best = Iterator.from(pullQuotes()).find(review => isInLanguage(locale, review))
  if (!best) return null
  const { id, insight, quote } = best
  return { text: quote!.text, review_id: id, is_translation: insight.basis === 'translation' }
}

const writeRating: WriteClaim = ({ businessName: business, all }, locale) => {
  const { summary } = locale.words.insights
  const { rating1, rating2, rating3 } = summary
  const { count, ratings } = all.tally
  const good = { count: ratings[4]! + ratings[5]!, filter: { min_rating: 4 } }
  const everyReview = { count, filter: {} }
  const values = {
    business,
    average: linkWords(locale.rating(meanRating(all.tally)), everyReview),
    good: linkWords(describeGoodRatings(summary, all.tally), good),
  }
  const message = oneOf(business, [rating1, rating2, rating3])
  const text = sayCounts(locale, message, { count: everyReview }, values)
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
const writeNotRead: WriteClaim = ({ all, unread, coverage }, { words }) => {
  const { read, unknown_language: unknown } = coverage
  if (unknown <= MUCH_NOT_READ * all.tally.count) return null
  const { noneRead, notRead } = words.insights.summary
  return { text: read === 0 ? noneRead : notRead, review_ids: citeAll(unread) }
}

const writeServices: WriteClaim = ({ services: [first], mentions }, { words, say }) => {
  if (!first || first.mention_count < 2) return null
  return {
    text: say(words.insights.summary.service, {
      service: linkWords(first.label, mentionCount('services', first.id, first.mention_count)),
    }),
    review_ids: cite([], [mentions('services', first.id)]),
  }
}

const writeWords: WriteClaim = ({ all, coverage }, { words }) => {
  const text = describeTexts(words.insights.summary, coverage.without_text, all.tally.count)
  return { text, review_ids: cite([], [all]) }
}

function describeTexts(words: SummaryWords, without: number, all: number): string {
  if (without === 0) return words.textAll
  if (without === all) return words.textNone
  return 2 * without > all ? words.textFew : words.textMost
}
