/** Quotes about a subject: sentences of reviews that praise or criticize it, as the insights chose them. */
import { type MentionGroup, quotesIn } from '../../insights/counts/review-groups.ts'
import type { ReviewInsight } from '../../model/insights.ts'
import type { Review } from '../../model/review.ts'
import { foldCase } from '../pieces/case-folding.ts'

/** A review with what the engine read in it. */
export interface CitedReview {
  review: Review
  reading: ReviewInsight
}

/** What a quote says about its subject. */
export type QuoteSide = 'positive' | 'negative'

export interface ChosenQuote {
  reviewId: string
  text: string
  side: QuoteSide
}

export interface SubjectQuote {
  review: Review
  text: string
  side: QuoteSide
}

/** Enough for a page about the subject, and for others to have a choice. */
const MOST_PER_SIDE = 4

/** The best of each side: one per review, and none that says the same in the same words. */
export function chooseQuotes(group: MentionGroup): ChosenQuote[] {
  const seen = new Set<string>()
  const isNew = (key: string) => !seen.has(key) && seen.add(key)
  return (['positive', 'negative'] as const).flatMap(side =>
    Iterator.from(quotesIn(group, side))
      .filter(({ review, text }) => isNew(review.id) && isNew(foldCase(text)))
      .take(MOST_PER_SIDE)
      .map(({ review, text }) => ({ reviewId: review.id, text, side }))
      .toArray(),
  )
}

export const withReviews = (chosen: ChosenQuote[], cited: ReadonlyMap<string, CitedReview>): SubjectQuote[] =>
  chosen.map(({ reviewId, ...quote }) => ({ ...quote, review: cited.get(reviewId)!.review }))
