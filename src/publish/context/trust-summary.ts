/** The trust summary, what a skeptic asks first: recent ratings, how reviews were verified, and whether critics get a reply. */
import { tallyLastYear } from '../../insights/counts/last-year.ts'
import { countMonth } from '../../insights/counts/month-counts.ts'
import { averageRating } from '../../insights/counts/tally.ts'
import type { Verification } from '../../model/review.ts'
import { oncePerMonth } from '../pieces/once-per-month.ts'
import type { ListedReview } from '../pieces/prepare-review.ts'

export interface TrustSummary {
  /** The last twelve months; null where all reviews are that recent. */
  lastYear: { review_count: number; average_rating: number } | null
  byVerification: Record<Verification['level'], number>
  /** Reviews with one or two stars, and how many of them got a reply. */
  critical: { count: number; answered: number }
}

type Counts = Pick<TrustSummary, 'byVerification' | 'critical'>

const noCounts = (): Counts => ({
  byVerification: { transaction: 0, invited: 0, platform: 0, none: 0 },
  critical: { count: 0, answered: 0 },
})

const countTrust = oncePerMonth(reviews => {
  const { byVerification, critical } = noCounts()
  for (const { rating, level, hasReply } of reviews) {
    byVerification[level]++
    if (rating > 2) continue
    critical.count++
    if (hasReply) critical.answered++
  }
  return { byVerification, critical }
})

/** `months` are the reviews by month, newest first in both. */
export function summarizeTrust(months: ListedReview[][]): TrustSummary {
  const { byVerification, critical } = noCounts()
  for (const counts of months.map(countTrust)) {
    for (const level of Object.keys(byVerification) as Verification['level'][])
      byVerification[level] += counts.byVerification[level]
    critical.count += counts.critical.count
    critical.answered += counts.critical.answered
  }
  return { lastYear: rateLastYear(months), byVerification, critical }
}

function rateLastYear(months: ListedReview[][]): TrustSummary['lastYear'] {
  const { recent, before } = tallyLastYear(months.map(countMonth))
  if (before.count === 0) return null
  return { review_count: recent.count, average_rating: averageRating(recent) }
}
