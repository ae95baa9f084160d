/** Answers the question about one aspect: the balance of opinions, how it differs by year, and what either side writes. */
import type { AspectInsight } from '../../model/insights.ts'
import { type CountedInsights, cite } from '../counts/evidence.ts'
import type { ReviewQuote } from '../counts/quote-candidates.ts'
import { quotesIn } from '../counts/review-groups.ts'
import { type FaqEntry, introduce, joinSentences, takeQuote } from './faq-entry.ts'
import { being, listed, spellNumber } from './phrasing.ts'

const ENOUGH_MENTIONS = 5
const ENOUGH_JUDGING = 3

export function answerAspect(
  findings: CountedInsights,
  aspect: AspectInsight,
  quoted: ReviewQuote[],
): FaqEntry | null {
  const question = findings.questions.find(({ id }) => id === aspect.id)?.question
  if (!question || !isJudged(aspect)) return null
  const quotes = quoteSides(findings, aspect, quoted)
  return {
    question,
    answer: joinSentences([
      describeVerdict(aspect, 'it'),
      compareYears(aspect),
      ...quotes.map(({ words }) => words),
    ]),
    review_ids: cite(
      quotes.map(({ quote }) => quote.review),
      [findings.mentions('aspects', aspect.id)],
    ),
  }
}

export const isJudged = ({ mention_count, positive_count, negative_count }: AspectInsight) =>
  mention_count >= ENOUGH_MENTIONS && positive_count + negative_count >= ENOUGH_JUDGING

const FEW = 10
export const hasFewMentions = ({ mention_count }: AspectInsight) => mention_count < FEW

/** Never a yes or no: the question may be phrased either way ("Does it hurt?"). */
export function describeVerdict(aspect: AspectInsight, what: string): string {
  const { mention_count: all, positive_count: positive, negative_count: negative } = aspect
  const sides = [being(positive, 'positive'), being(negative, 'negative')]
  const balance = listed(negative > positive ? sides.toReversed() : sides)
  if (hasFewMentions(aspect))
    return `Only ${all} reviews mention ${what}, too few to draw conclusions: ${balance}.`
  if (positive === all || negative === all)
    return `All ${spellNumber(all)} reviews that mention ${what} are ${positive === all ? 'positive' : 'negative'}.`
  return `${describeBalance(aspect)}: of ${spellNumber(all)} reviews that mention ${what}, ${balance}.`
}

function describeBalance({
  mention_count: all,
  positive_count: positive,
  negative_count: negative,
}: AspectInsight): string {
  const judged = positive + negative
  const share = Math.max(positive, negative) / all
  const side = positive > negative ? 'positive' : 'negative'
  if (2 * judged < all) return 'Most take no side'
  if (3 * Math.max(positive, negative) < 2 * judged) return 'Opinions are mixed'
  if (share >= 0.9) return `Nearly all are ${side}`
  if (share >= 0.6) return `Mostly ${side}`
  return positive > negative ? 'More positive than negative' : 'More negative than positive'
}

const MOST_YEARS = 3

/** null unless at least two years have enough mentions to compare. */
function compareYears({ yearly }: AspectInsight): string | null {
  const years = yearly
    .filter(({ mention_count }) => mention_count >= ENOUGH_MENTIONS)
    .toSorted((a, b) => b.year - a.year)
    .slice(0, MOST_YEARS)
  if (years.length < 2) return null
  const shares = years.map(
    ({ year, positive_count, mention_count }, rank) =>
      `${spellNumber(positive_count)} of ${spellNumber(mention_count)}${rank === 0 ? ' positive' : ''} in ${year}`,
  )
  return `By year: ${listed(shares)}.`
}

const ENOUGH_OTHERS = 3

/** Quotes the larger side, and the smaller one if it is at least three mentions and a fifth of all. */
function quoteSides({ mentions }: CountedInsights, aspect: AspectInsight, quoted: ReviewQuote[]) {
  const { id, mention_count: all, positive_count: positive, negative_count: negative } = aspect
  const sides = [
    { side: 'positive' as const, count: positive },
    { side: 'negative' as const, count: negative },
  ].sort((a, b) => b.count - a.count)
  return sides.flatMap(({ side, count }, rank) => {
    if (rank === 1 && (count < ENOUGH_OTHERS || count < 0.2 * all)) return []
    const quote = takeQuote([quotesIn(mentions('aspects', id), side)], quoted)
    return quote ? [{ quote, words: introduce(side, quote) }] : []
  })
}
