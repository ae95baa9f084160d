/** Ratings by month, and their trend. Dates such as "3 weeks ago" count for the months, but not for the trend. */
import type { Month, RatedMonth, Trend } from '../../model/insights.ts'
import { daysOf } from '../../model/scalars.ts'
import type { SearchUrlOf } from './evidence.ts'
import type { MonthCounts } from './month-counts.ts'
import { monthNumber, type TalliedMonth } from './periods.ts'
import { averageRating, meanScore, round, share } from './tally.ts'

/** Oldest first, as published; `months` come newest first. */
export const countMonths = (months: MonthCounts[], searchUrl: SearchUrlOf): Month[] =>
  months
    .map(({ month, tally }) => ({
      month,
      review_count: tally.count,
      average_rating: averageRating(tally),
      score: meanScore(tally),
      positive_pct: share(tally.positive, tally),
      search_url: searchUrl(daysOf(month)),
    }))
    .reverse()

/** What a trend is made of: reviews with an exact date, oldest month first. `months` come newest first. */
export const rateDated = (months: TalliedMonth[]): RatedMonth[] =>
  months
    .filter(({ tally }) => tally.dated.count > 0)
    .map(({ month, tally: { dated } }) => ({
      month,
      review_count: dated.count,
      average_rating: round(dated.stars / dated.count),
    }))
    .reverse()

const REVIEWS_A_MONTH = 2
const ENOUGH_MONTHS = 8
const SIGNIFICANT = 0.05

/** The months that count for the trend; none if they are too few. */
export function trendMonths<M extends RatedMonth>(months: M[]): M[] {
  const counted = months.filter(({ review_count }) => review_count >= REVIEWS_A_MONTH)
  return counted.length < ENOUGH_MONTHS ? [] : counted
}

/** Whether the monthly average ratings rise or fall more than chance explains. Needs the oldest month first. */
export function findTrend(months: RatedMonth[]): Trend {
  const counted = trendMonths(months)
  const needed = `${ENOUGH_MONTHS} months with at least ${REVIEWS_A_MONTH} exactly dated reviews each`
  if (counted.length === 0)
    return {
      direction: 'insufficient_data',
      slope: 0,
      basis: `Too few reviews to tell: a trend needs ${needed}.`,
    }

  const ratings = counted.map(month => month.average_rating)
  const { tau, p } = testTrend(ratings)
  const numbers = counted.map(({ month }) => monthNumber(month))
  const slope = round(12 * medianSlope(numbers, ratings))
  const basis = `Mann–Kendall test over ${counted.length} months with at least ${REVIEWS_A_MONTH} reviews each: \
tau ${signed(tau)}, ${describeP(p)}; Theil–Sen slope ${signed(slope)} stars a year.`
  if (p >= SIGNIFICANT) return { direction: 'stable', slope, basis }
  // If most months are equal the median change is zero, whatever the others do.
  if (slope * tau <= 0)
    return { direction: 'stable', slope, basis: `${basis} Stable, as most months are alike.` }
  return { direction: slope > 0 ? 'improving' : 'declining', slope, basis }
}

/** Mann–Kendall, two-sided, normal approximation with continuity and tie correction; tau is Kendall's tau-b. */
function testTrend(values: number[]): { tau: number; p: number } {
  const n = values.length
  let s = 0
  for (let later = 1; later < n; later++)
    for (let earlier = 0; earlier < later; earlier++)
      s += Math.sign(values[later]! - values[earlier]!)
  const ties = [...Map.groupBy(values, value => value).values()].map(({ length }) => length)
  const overTies = (of: (t: number) => number) => ties.reduce((sum, t) => sum + of(t), 0)
  const pairs = (n * (n - 1)) / 2
  const untied = pairs - overTies(t => (t * (t - 1)) / 2)
  if (untied === 0) return { tau: 0, p: 1 }
  const spread = (m: number) => m * (m - 1) * (2 * m + 5)
  const variance = (spread(n) - overTies(spread)) / 18
  const z = Math.max(0, Math.abs(s) - 1) / Math.sqrt(variance)
  return { tau: s / Math.sqrt(pairs * untied), p: complementOfErf(z / Math.SQRT2) }
}

/** Theil–Sen: the median of the slopes between all pairs of points. */
function medianSlope(xs: number[], ys: number[]): number {
  const slopes = new Float64Array((xs.length * (xs.length - 1)) / 2)
  let pair = 0
  for (let later = 1; later < xs.length; later++)
    for (let earlier = 0; earlier < later; earlier++)
      slopes[pair++] = (ys[later]! - ys[earlier]!) / (xs[later]! - xs[earlier]!)
  return medianOf(slopes)
}

/** For x ≥ 0, accurate to 1.5e-7: Abramowitz and Stegun, 7.1.26. */
function complementOfErf(x: number): number {
  const t = 1 / (1 + 0.3275911 * x)
  const factors = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592]
  return factors.reduce((sum, factor) => (sum + factor) * t, 0) * Math.exp(-x * x)
}

const signed = (value: number) => {
  const digits = Math.abs(value).toFixed(2)
  if (digits === '0.00') return digits
  return value > 0 ? `+${digits}` : `−${digits}`
}

const describeP = (p: number) => (p < 0.001 ? 'p below 0.001' : `p ${p.toFixed(p < 0.1 ? 3 : 2)}`)

/** Changes the order of the values. */
export function medianOf(values: Float64Array): number {
  values.sort()
  return (values[(values.length - 1) >> 1]! + values[values.length >> 1]!) / 2
}
