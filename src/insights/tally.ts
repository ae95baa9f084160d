/** Counts, shares and means over a set of reviews. */
import type { ReviewInsight } from '../model/insights.ts'

/** A review as far as counting needs it. */
export interface ReadReview {
  id: string
  date: string
  rating: number
  insight: ReviewInsight
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

export function addTo(tally: Tally, review: ReadReview): void {
  tally.count++
  tally[review.insight.sentiment]++
  tally.stars += review.rating
  tally.score += review.insight.score
}

export const averageRating = (tally: Tally) => round(tally.stars / tally.count)
export const meanScore = (tally: Tally) => (tally.count === 0 ? 0 : round(tally.score / tally.count))
export const share = (part: number, tally: Tally) =>
  tally.count === 0 ? 0 : round((100 * part) / tally.count)

/** Two decimals: the same number on every machine. */
export const round = (value: number) => Math.round(value * 100) / 100
