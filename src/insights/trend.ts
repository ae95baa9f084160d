/** How the business fares over time: the months, and where they point. */
import type { Month, Trend } from '../model/insights.ts'
import {
  addTo,
  averageRating,
  emptyTally,
  meanScore,
  type ReadReview,
  round,
  share,
  type Tally,
} from './tally.ts'

/** Months without reviews are left out; the oldest comes first. */
export function countMonths(reviews: Iterable<ReadReview>): Month[] {
  const tallies = new Map<string, Tally>()
  for (const review of reviews) {
    const month = review.date.slice(0, 7)
    const tally = tallies.get(month) ?? emptyTally()
    tallies.set(month, tally)
    addTo(tally, review)
  }
  return Array.from(tallies, ([month, tally]) => ({
    month,
    review_count: tally.count,
    average_rating: averageRating(tally),
    score: meanScore(tally),
    positive_pct: share(tally.positive, tally),
  })).sort((a, b) => (a.month < b.month ? -1 : 1))
}

const ENOUGH_MONTHS = 6
const NOTICEABLE_STARS_A_YEAR = 0.1

/** A line through the monthly ratings, each month with the weight of its reviews. */
export function findTrend(months: Month[]): Trend {
  const slope = round(12 * slopeOf(months))
  if (months.length < ENOUGH_MONTHS)
    return {
      direction: 'stable',
      slope,
      basis: `Only ${months.length} months have reviews: too few to tell.`,
    }
  const basis = `Weighted line through the average ratings of ${months.length} months.`
  if (Math.abs(slope) < NOTICEABLE_STARS_A_YEAR) return { direction: 'stable', slope, basis }
  return { direction: slope > 0 ? 'improving' : 'declining', slope, basis }
}

/** Least squares, in stars a month. */
function slopeOf(months: Month[]): number {
  const points = months.map(month => ({
    x: monthNumber(month.month),
    y: month.average_rating,
    w: month.review_count,
  }))
  const weight = points.reduce((sum, { w }) => sum + w, 0)
  if (weight === 0) return 0
  const meanX = points.reduce((sum, { x, w }) => sum + w * x, 0) / weight
  const meanY = points.reduce((sum, { y, w }) => sum + w * y, 0) / weight
  const spread = points.reduce((sum, { x, w }) => sum + w * (x - meanX) ** 2, 0)
  if (spread === 0) return 0
  return points.reduce((sum, { x, y, w }) => sum + w * (x - meanX) * (y - meanY), 0) / spread
}

function monthNumber(month: string): number {
  return 12 * Number(month.slice(0, 4)) + Number(month.slice(5))
}
