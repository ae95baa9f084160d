/** Counts, shares and means over a set of reviews. */
import type { ReviewInsight, Sentiment } from '../../model/insights.ts'

/** What counting and citing need to know about a review. */
export interface ReadReview {
  id: string
  date: string
  rating: number
  insight: ReviewInsight
  /** false for a rating without text. */
  hasText: boolean
  /** For each aspect of the insight, the words that mention it, or null. */
  phrases: (string | null)[]
  /** For each aspect of the insight, from 0 to 1; null for what must not be quoted: a tag, which has no words, or a corrected mention. */
  confidence: (number | null)[]
  /** People, services, problems and areas with another sentiment than the review as a whole, by key. */
  verdicts: ReadonlyMap<string, Sentiment>
  /** The sentence that reads best on its own. */
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

/** Two decimals, so that every machine gets the same number. */
export const round = (value: number) => Math.round(value * 100) / 100
