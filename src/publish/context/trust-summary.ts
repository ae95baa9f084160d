/** The trust summary, what a skeptic asks first: recent ratings, how reviews were verified, and whether critics get a reply. */
import type { RatedMonth } from '../../model/insights.ts'
import type { Verification } from '../../model/review.ts'
import { monthNumber, monthOf } from '../pieces/date-number.ts'
import type { ListedReview } from '../pieces/prepare-review.ts'
import { mean } from './aggregate-rating.ts'

export interface TrustSummary {
  /** The twelve months up to the newest review; null where all reviews are that recent. */
  lastYear: { review_count: number; average_rating: number } | null
  byVerification: Record<Verification['level'], number>
  /** Reviews with one or two stars, and how many of them got a reply. */
  critical: { count: number; answered: number }
}

const MONTHS = 12

export function summarizeTrust(reviews: ListedReview[], monthly: RatedMonth[]): TrustSummary {
  const byVerification = { transaction: 0, invited: 0, platform: 0, none: 0 }
  const critical = { count: 0, answered: 0 }
  for (const { rating, level, hasReply } of reviews) {
    byVerification[level]++
    if (rating > 2) continue
    critical.count++
    if (hasReply) critical.answered++
  }
  return { lastYear: rateLastYear(monthly), byVerification, critical }
}

function rateLastYear(monthly: RatedMonth[]): TrustSummary['lastYear'] {
  const newest = monthly.at(-1)?.month
  if (newest === undefined) return null
  const first = monthOf(monthNumber(newest) - MONTHS + 1)
  const recent = monthly.filter(({ month }) => month >= first)
  if (recent.length === monthly.length) return null
  const review_count = recent.reduce((sum, month) => sum + month.review_count, 0)
  const stars = recent.reduce((sum, month) => sum + month.review_count * month.average_rating, 0)
  return { review_count, average_rating: mean(stars, review_count) }
}
