/** The sentences of the summary about time: the last year, the trend, the newest review. Reviews come newest first. */
import { type CountedInsights, cite } from '../counts/evidence.ts'
import { trendMonths } from '../counts/rating-trend.ts'
import type { ReadReview } from '../counts/tally.ts'
import { monthName, shareOf, spellNumber, upperFirst, wasOrWere } from './phrasing.ts'
import { asMentions, averageOf, describeStars, type SummaryClaim } from './summary-claim.ts'

const ENOUGH_TO_COMPARE = 5
const NOTICEABLE_STARS = 0.1

/** The twelve months up to the newest review, and everything before. */
function splitByYear(reviews: ReadReview[]): { recent: ReadReview[]; before: ReadReview[] } {
  const newest = reviews[0]!.date
  const yearBefore = `${String(Number(newest.slice(0, 4)) - 1).padStart(4, '0')}${newest.slice(4)}`
  const recent = reviews.filter(({ date }) => date > yearBefore)
  return { recent, before: reviews.slice(recent.length) }
}

/** The last twelve months compared with those before, and the trend; null if there is too little for both. */
export function writeTime(findings: CountedInsights): SummaryClaim | null {
  const { recent, before } = splitByYear(findings.reviews)
  const trend = describeTrend(findings)
  if (recent.length < ENOUGH_TO_COMPARE || before.length < ENOUGH_TO_COMPARE)
    return trend === null
      ? null
      : { text: `${upperFirst(trend)}.`, review_ids: cite([], [asMentions(findings.reviews)]) }
  const period = `The ${spellNumber(recent.length)} reviews of the twelve months to ${monthName(recent[0]!.date)}`
  return {
    text: `${period} average ${describeChange(recent, before)}${trend === null ? '' : `; ${trend}`}.`,
    review_ids: cite([], [asMentions(recent), asMentions(before)]),
  }
}

function describeChange(recent: ReadReview[], before: ReadReview[]): string {
  const [now, then] = [averageOf(recent), averageOf(before)]
  const earlier = `in the ${spellNumber(before.length)} before`
  if (now === then) return `${describeStars(now)}, the same as ${earlier}`
  const change = Math.abs(now - then) < NOTICEABLE_STARS ? 'against' : now > then ? 'up from' : 'down from'
  return `${describeStars(now)}, ${change} ${then} ${earlier}`
}

function describeTrend({ monthly, trend: { direction, slope } }: CountedInsights): string | null {
  const months = trendMonths(monthly).length
  if (months === 0) return null
  if (direction === 'stable') return `over ${months} months the monthly averages show no clear trend`
  return `over ${months} months the monthly averages ${slope > 0 ? 'rise' : 'fall'} by ${Math.abs(slope)} stars a year`
}

export function writeRecency({ reviews }: CountedInsights): SummaryClaim {
  const { recent } = splitByYear(reviews)
  const share = shareOf(recent.length, reviews.length, 'reviews')
  return {
    text: `The newest is from ${monthName(reviews[0]!.date)}; ${share} ${wasOrWere(recent.length)} written in the twelve months up to it.`,
    review_ids: cite([], [asMentions(recent)]),
  }
}
