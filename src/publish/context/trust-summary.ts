/** The trust summary, what a skeptic asks first: recent ratings, how reviews were verified, and whether critics get a reply. */
import { tallyLastYear } from '../../insights/counts/count-insights.ts'
import { countMonth, type MonthCounts } from '../../insights/counts/month-counts.ts'
import { countGroup } from '../../insights/counts/review-groups.ts'
import { meanRating } from '../../insights/counts/tally.ts'
import { oncePer } from '../../model/once-per.ts'
import { type Level, VerificationLevel } from '../../model/review.ts'
import type { ListedReview } from '../months/prepare-review.ts'

export type TrustSummary = ReturnType<typeof summarizeTrust>

const eachLevel = (count: (level: Level) => number) =>
  Object.fromEntries(VerificationLevel.options.map(level => [level, count(level)])) as Record<
    Level,
    number
  >

const countLevels = oncePer((reviews: ListedReview[]) =>
  eachLevel(level => reviews.filter(review => review.level === level).length),
)

/** `months` are the reviews by month, newest first in both. */
export function summarizeTrust(months: ListedReview[][]) {
  const byVerification = eachLevel(level =>
    months.reduce((sum, month) => sum + countLevels(month)[level], 0),
  )
  const counts = months.map(countMonth)
  /** How many reviews are critical, and how many of them got a reply. */
  const critical = {
    count: countGroup({ parts: counts.map(({ critical }) => critical) }),
    answered: countGroup({ parts: counts.map(({ answered }) => answered) }),
  }
  return { lastYear: rateLastYear(counts), byVerification, critical }
}

/** The last twelve months; null where all reviews are that recent. */
function rateLastYear(months: MonthCounts[]) {
  const { start, end, recent, before } = tallyLastYear(months)
  if (start === null || before.count === 0) return null
  return {
    since: start,
    until: end!,
    review_count: recent.count,
    average_rating: meanRating(recent),
  }
}
