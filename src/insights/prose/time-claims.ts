/** The sentences of the summary about time: the last year, the trend, the newest review. */
import { type CountedInsights, cite } from '../counts/evidence.ts'
import { trendMonths } from '../counts/rating-trend.ts'
import { newestIn, type RatedGroup } from '../counts/review-groups.ts'
import { averageRating } from '../counts/tally.ts'
import { monthName, shareOf, spellNumber, upperFirst, wasOrWere } from './phrasing.ts'
import { describeStars, type SummaryClaim } from './summary-claim.ts'

const ENOUGH_TO_COMPARE = 5
const NOTICEABLE_STARS = 0.1

/** The last twelve months compared with those before, and the trend; null if there is too little for both. */
export function writeTime(findings: CountedInsights): SummaryClaim | null {
  const { all, recent, before } = findings
  const trend = describeTrend(findings)
  if (recent.tally.count < ENOUGH_TO_COMPARE || before.tally.count < ENOUGH_TO_COMPARE)
    return trend === null ? null : { text: `${upperFirst(trend)}.`, review_ids: cite([], [all]) }
  const period = `The ${spellNumber(recent.tally.count)} reviews of the twelve months to ${monthName(newestDate(findings))}`
  return {
    text: `${period} average ${describeChange(recent, before)}${trend === null ? '' : `; ${trend}`}.`,
    review_ids: cite([], [recent, before]),
  }
}

const newestDate = ({ all }: CountedInsights) => newestIn(all, 1)[0]!.date

function describeChange(recent: RatedGroup, before: RatedGroup): string {
  const [now, then] = [averageRating(recent.tally), averageRating(before.tally)]
  const earlier = `in the ${spellNumber(before.tally.count)} before`
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

export function writeRecency(findings: CountedInsights): SummaryClaim {
  const { all, recent } = findings
  const share = shareOf(recent.tally.count, all.tally.count, 'reviews')
  return {
    text: `The newest is from ${monthName(newestDate(findings))}; ${share} ${wasOrWere(recent.tally.count)} written in the twelve months up to it.`,
    review_ids: cite([], [recent]),
  }
}
