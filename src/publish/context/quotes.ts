/** Quotes about a subject: sentences of reviews that praise or criticize it, as the insights chose them. */
import { type MentionGroup, quotesIn } from '../../insights/counts/review-groups.ts'
import { foldCase } from '../../model/case-folding.ts'
import type { Insights, ReviewInsight } from '../../model/insights.ts'
import type { Review } from '../../model/review.ts'

/** A review with what the engine read in it. */
export type CitedReview = { review: Review; reading: ReviewInsight }

/** What a quote says about its subject. */
export const QUOTE_SIDES = ['positive', 'negative'] as const
export type QuoteSide = (typeof QUOTE_SIDES)[number]

export type ChosenQuote = { reviewId: string; text: string; side: QuoteSide }

export interface SubjectQuote extends Omit<ChosenQuote, 'reviewId'> {
  review: Review
  /** Whether the words are those of the source's translation. */
  isTranslation: boolean
}

/** Enough for a page about the subject, and for others to have a choice. */
const MOST_PER_SIDE = 8

/** The best of each side: one per review, and none that says the same in the same words. */
export function chooseQuotes(group: MentionGroup): ChosenQuote[] {
  const seen = new Set<string>()
  const isNew = (key: string) => !seen.has(key) && seen.add(key)
  const quotes = QUOTE_SIDES.flatMap(side =>
    Iterator.from(quotesIn(group, side))
      .filter(({ review, text }) => isNew(review.id) && isNew(foldCase(text)))
      .take(MOST_PER_SIDE)
      .map(({ review, text }) => ({ reviewId: review.id, text, side }))
      .toArray(),
  )
  return withoutLonePraise(quotes, group.tally)
}

/** A few who are pleased, quoted alone, would pass for the majority. Critics stay: criticism is never hidden. */
export function withoutLonePraise<Quote extends { side: QuoteSide }>(
  quotes: Quote[],
  mentions: Record<QuoteSide, number>,
): Quote[] {
  const isLone = quotes.every(({ side }) => side === 'positive')
  return isLone && mentions.positive < mentions.negative ? [] : quotes
}

export const withReviews = (
  chosen: ChosenQuote[],
  cited: ReadonlyMap<string, CitedReview>,
): SubjectQuote[] =>
  chosen.map(({ reviewId, ...quote }) => {
    const { review, reading } = cited.get(reviewId)!
    return { ...quote, review, isTranslation: reading.basis === 'translation' }
  })

/** The quote that stands for the praise; null if there is none. */
export function citePullQuote({ insights, cited }: Quoting): SubjectQuote | null {
  if (!insights.pull_quote) return null
  const { text, review_id, is_translation: isTranslation } = insights.pull_quote
  return { review: cited.get(review_id)!.review, text, side: 'positive', isTranslation }
}
type Quoting = { insights: Pick<Insights, 'pull_quote'>; cited: ReadonlyMap<string, CitedReview> }
