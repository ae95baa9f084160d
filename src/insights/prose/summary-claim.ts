/** What every sentence of the summary needs: its type, the reviews it cites, and average ratings. */
import type { Insights } from '../../model/insights.ts'
import type { Mention } from '../counts/evidence.ts'
import { type ReadReview, round } from '../counts/tally.ts'

export type SummaryClaim = Insights['summary_claims'][number]

export const asMentions = (reviews: ReadReview[]): Mention[] =>
  reviews.map(review => ({ review, sentiment: review.insight.sentiment, evidence: '', confidence: 0 }))

export const averageOf = (reviews: ReadReview[]) =>
  round(reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length)

export const describeStars = (value: number) => (value === 1 ? '1 star' : `${value} stars`)
