/** Counts, shares and means over a set of reviews. */
import type { ReviewInsight, Sentiment } from '../../model/insights.ts'

/** A review as far as counting and citing need it. */
export interface ReadReview {
  id: string
  date: string
  rating: number
  insight: ReviewInsight
  /** false for stars without words. */
  hasText: boolean
  /** For each of the insight's aspects, the words that name it, where there are such words. */
  phrases: (string | null)[]
  /** For each of them, how sure the reading of its words is: from 0 to 1; null for a tag, which has no words to quote. */
  sureness: (number | null)[]
  /** Where a sentence judges a person, service, problem or area otherwise than the whole review does: the key, and how. */
  verdicts: Record<string, Sentiment>
  /** The sentence that would stand best alone. */
  quote: { text: string; worth: number } | null
}

export interface Tally {
  count: number
  positive: number
  neutral: number
  negative: number
  stars: number
  score: number
}

export const emptyTally = (): Tally => ({
  count: 0,
  positive: 0,
  neutral: 0,
  negative: 0,
  stars: 0,
  score: 0,
})

export function addTo(tally: Tally, review: ReadReview, sentiment = review.insight.sentiment): void {
  tally.count++
  tally[sentiment]++
  tally.stars += review.rating
  tally.score += review.insight.score
}

export const averageRating = (tally: Tally) => round(tally.stars / tally.count)
export const meanScore = (tally: Tally) => (tally.count === 0 ? 0 : round(tally.score / tally.count))
export const share = (part: number, tally: Tally) =>
  tally.count === 0 ? 0 : round((100 * part) / tally.count)

/** Two decimals: the same number on every machine. */
export const round = (value: number) => Math.round(value * 100) / 100
