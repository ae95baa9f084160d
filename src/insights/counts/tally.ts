/** Counts, shares and means over a set of reviews. */
import type { ReviewInsight, Sentiment } from '../../model/insights.ts'

/** What counting and citing need to know about a review. */
export interface ReadReview {
  id: string
  date: string
  /** false for "3 weeks ago" and the like: such a review counts, but not for a trend. */
  isDateExact: boolean
  rating: number
  insight: ReviewInsight
  /** false for a rating without text. */
  hasText: boolean
  /** That of its record, as the search knows it. */
  language: string | null
  /** As far as it was declared or recognized, without its region. */
  textLanguage: string | null
  /** Whether the business replied. */
  hasReply: boolean
  /** Whether it was written for a reward; null if unknown. */
  incentive: boolean | null
  /** For each aspect of the insight, the words that mention it, or null. */
  phrases: (string | null)[]
  /** For each aspect of the insight, whether the words are certain enough to be about it to be quoted for it. */
  apt: boolean[]
  /** For each aspect of the insight, from 0 to 1; null for what must not be quoted: a tag, which has no words, a corrected mention, or words that state no opinion by themselves. */
  confidence: (number | null)[]
  /** For each aspect of the insight, the sentence around its evidence; null for those without criticism. */
  sentences: readonly (string | null)[]
  /** For each aspect of the insight, the keys of people, services, problems and areas named in the same clause; empty if there are none at all. */
  namedWith: readonly (readonly string[])[]
  /** What is said about the people and services that it names, by `mentionKey`. */
  verdicts: ReadonlyMap<string, Sentiment>
  /** Whether it names people beside a word of an accusation. */
  hasAccusation: boolean
  /** What it says services cost. */
  prices: readonly ServicePrice[]
  /** The sentence that reads best on its own. */
  quote: { text: string; worth: number } | null
}

export interface ServicePrice {
  /** The id of the service. */
  service: string
  /** `$`, or nothing if the review spells the currency out. */
  sign: string
  amount: number
}

/** Everything is a whole number, so that sums are the same in any order. */
export type Tally = ReturnType<typeof emptyTally>

export const emptyTally = () => ({
  count: 0,
  positive: 0,
  neutral: 0,
  negative: 0,
  /** How many reviews gave as many stars as the index. */
  ratings: [0, 0, 0, 0, 0, 0],
  /** The sum of the reviews' scores, in hundredths. */
  score: 0,
  /** Reviews with an exact date only. */
  dated: { count: 0, stars: 0, positive: 0, negative: 0 },
})

export function addTo(
  tally: Tally,
  review: ReadReview,
  sentiment = review.insight.sentiment,
): void {
  tally.count++
  tally[sentiment]++
  tally.ratings[review.rating]!++
  tally.score += Math.round(100 * review.insight.score)
  if (!review.isDateExact) return
  tally.dated.count++
  tally.dated.stars += review.rating
  if (sentiment !== 'neutral') tally.dated[sentiment]++
}

export function sumTallies(tallies: Tally[]): Tally {
  const sum = emptyTally()
  for (const tally of tallies) {
    for (const field of ['count', 'positive', 'neutral', 'negative', 'score'] as const)
      sum[field] += tally[field]
    for (const field of ['count', 'stars', 'positive', 'negative'] as const)
      sum.dated[field] += tally.dated[field]
    for (let stars = 1; stars <= 5; stars++) sum.ratings[stars]! += tally.ratings[stars]!
  }
  return sum
}

const starsOf = ({ ratings }: Tally) =>
  ratings.reduce((sum, count, stars) => sum + stars * count, 0)
/** Exact: a sentence rounds it once. */
export const meanRating = (tally: Tally) => starsOf(tally) / tally.count
/** As data, to two decimals. */
export const averageRating = (tally: Tally) => roundedMean(starsOf(tally), tally.count)
/** 179 stars in 40 reviews are 4.48: divided first, they would be a little less than 4.475. */
export const roundedMean = (sum: number, count: number) => Math.round((100 * sum) / count) / 100
export const meanScore = (tally: Tally) =>
  tally.count === 0 ? 0 : round(tally.score / 100 / tally.count)
export const share = (part: number, tally: Tally) =>
  tally.count === 0 ? 0 : round((100 * part) / tally.count)

/** Two decimals, so that every machine gets the same number. */
export const round = (value: number) => Math.round(value * 100) / 100
