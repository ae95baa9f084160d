/** The sentences of the summary about time: the last year, the trend, aspects that changed, the newest review. */
import type { AspectChange } from '../counts/aspect-changes.ts'
import { type CountedInsights, cite } from '../counts/evidence.ts'
import { monthBefore } from '../counts/periods.ts'
import { judgingIn, newestIn, type RatedGroup, splitAt } from '../counts/review-groups.ts'
import { averageRating } from '../counts/tally.ts'
import { inSentence, monthName, shareOf, spellNumber, upperFirst, wasOrWere } from './phrasing.ts'
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

function describeTrend({ trend: { direction, slope }, trendMonths, period }: CountedInsights): string | null {
  if (direction === 'insufficient_data') return null
  const [first, last] = [trendMonths[0]!.month, trendMonths.at(-1)!.month]
  // The average of a month says little if it has few reviews.
  const averages =
    period === 'month'
      ? `over ${trendMonths.length} months the monthly averages`
      : `from ${monthName(first)} to ${monthName(last)} the ratings`
  if (direction === 'stable') return `${averages} show no clear trend`
  return `${averages} ${slope > 0 ? 'rise' : 'fall'} by ${Math.abs(slope)} stars a year`
}

const MOST_CHANGES = 2

/** Only what a statistical test supports; null if there is no such change. */
export function writeAspectChanges({ aspectChanges, mentions }: CountedInsights): SummaryClaim | null {
  const changes = aspectChanges.slice(0, MOST_CHANGES)
  if (changes.length === 0) return null
  return {
    text: changes.map(describeAspectChange).join(' '),
    review_ids: cite(
      [],
      changes.flatMap(({ id, sinceDate, comparedFrom }) => {
        const { since, before } = splitAt(judgingIn(mentions('aspects', id)), sinceDate)
        return [since, splitAt(before, `${comparedFrom}-01`).since]
      }),
    ),
  }
}

/** `Opinions about punctuality have declined since March 2025: since then 20 of the 40 reviews that judge it are positive, …`. */
function describeAspectChange({
  label,
  direction,
  since,
  sinceDate,
  comparedFrom,
  before,
  after,
}: AspectChange) {
  const earlier = `from ${monthName(comparedFrom)} to ${monthName(monthBefore(sinceDate))} it was ${shareOf(before.positive, before.positive + before.negative)}`
  const later = shareOf(after.positive, after.positive + after.negative, 'reviews that judge it')
  return `Opinions about ${inSentence(label)} have ${direction} since ${describePeriod(since)}: since then ${later} are positive, ${earlier}.`
}

/** `March 2025`, `the second quarter of 2025` or `2025`. */
function describePeriod(name: string): string {
  if (name.length === 4) return name
  const [year, part] = name.split('-') as [string, string]
  return part.startsWith('Q') ? `the ${QUARTERS[Number(part[1]) - 1]} quarter of ${year}` : monthName(name)
}

const QUARTERS = ['first', 'second', 'third', 'fourth']

export function writeRecency(findings: CountedInsights): SummaryClaim {
  const { all, recent } = findings
  const share = shareOf(recent.tally.count, all.tally.count, 'reviews')
  return {
    text: `The newest is from ${monthName(newestDate(findings))}; ${share} ${wasOrWere(recent.tally.count)} written in the twelve months up to it.`,
    review_ids: cite([], [recent]),
  }
}
