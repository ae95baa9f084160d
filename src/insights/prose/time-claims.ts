/** The sentences of the summary about time: the last year, aspects that changed, the newest review. */
import type { AspectChange } from '../counts/aspect-changes.ts'
import { type CountedInsights, cite } from '../counts/evidence.ts'
import { judgingIn, newestIn, splitAt } from '../counts/review-groups.ts'
import { averageRating } from '../counts/tally.ts'
import { inSentence, monthName } from './phrasing.ts'
import type { SummaryClaim } from './summary-claim.ts'

const ENOUGH_TO_COMPARE = 5
const NOTICEABLE_STARS = 0.1

/** The last twelve months compared with those before; null if there is too little for that. */
export function writeLastYear({
  recent,
  before,
  trend: { direction },
}: CountedInsights): SummaryClaim | null {
  if (recent.tally.count < ENOUGH_TO_COMPARE || before.tally.count < ENOUGH_TO_COMPARE) return null
  const change = averageRating(recent.tally) - averageRating(before.tally)
  const review_ids = cite([], [recent, before])
  if (Math.abs(change) < NOTICEABLE_STARS)
    return { text: 'Ratings of the last twelve months are about the same as before.', review_ids }
  // What only looks like a change is not called one.
  const isTrend = direction === (change > 0 ? 'improving' : 'declining')
  const comparison = `Ratings of the last twelve months are ${change > 0 ? 'higher' : 'lower'} than before`
  return {
    text: `${comparison}${isTrend ? ', and the trend is clear' : ', but there is no clear trend'}.`,
    review_ids,
  }
}

/** The most certain change in opinions about an aspect: only what a statistical test supports; null if there is none. */
export function writeAspectChange({ aspectChanges, mentions }: CountedInsights): SummaryClaim | null {
  const [change] = aspectChanges
  if (!change) return null
  const { id, sinceDate, comparedFrom } = change
  const parts = splitAt(judgingIn(mentions('aspects', id)), sinceDate)
  return {
    text: describeChange(change),
    review_ids: cite([], [parts.since, splitAt(parts.before, `${comparedFrom}-01`).since]),
  }
}

export const describeChange = ({ label, direction, since }: AspectChange) =>
  `Opinions about ${inSentence(label)} have ${direction} since ${describePeriod(since)}.`

/** `March 2025`, `the second quarter of 2025` or `2025`. */
function describePeriod(name: string): string {
  if (name.length === 4) return name
  const [year, part] = name.split('-') as [string, string]
  return part.startsWith('Q') ? `the ${QUARTERS[Number(part[1]) - 1]} quarter of ${year}` : monthName(name)
}

const QUARTERS = ['first', 'second', 'third', 'fourth']

export function writeRecency({ all, recent }: CountedInsights): SummaryClaim {
  return {
    text: `The newest is from ${monthName(newestIn(all, 1)[0]!.date)}.`,
    review_ids: cite([], [recent]),
  }
}
