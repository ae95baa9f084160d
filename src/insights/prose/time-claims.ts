/** The sentences of the summary about time: the last year, aspects that changed, the newest review. */
import type { Catalog } from '../../locale/catalogs.ts'
import type { Locale } from '../../locale/locale.ts'
import type { AspectChange } from '../counts/aspect-changes.ts'
import type { CountedInsights } from '../counts/count-insights.ts'
import { cite } from '../counts/evidence.ts'
import { judgingIn, newestIn, splitAt } from '../counts/review-groups.ts'
import { averageRating } from '../counts/tally.ts'
import { inSentence, type WriteClaim } from './phrasing.ts'

const ENOUGH_TO_COMPARE = 5
const NOTICEABLE_STARS = 0.1

/** The last twelve months compared with those before; null if there is too little for that. */
export const writeLastYear: WriteClaim = ({ recent, before, trend }, { words, say, rating }) => {
  if (recent.tally.count < ENOUGH_TO_COMPARE || before.tally.count < ENOUGH_TO_COMPARE) return null
  const [now, then] = [averageRating(recent.tally), averageRating(before.tally)]
  const message = describeLastYear(words.insights.summary, now - then, trend.direction)
  return {
    text: say(message, { recent: rating(now), before: rating(then) }),
    review_ids: cite([], [recent, before]),
  }
}

/** What only looks like a change is not called a trend. */
function describeLastYear(
  words: Catalog['insights']['summary'],
  change: number,
  direction: CountedInsights['trend']['direction'],
): string {
  if (Math.abs(change) < NOTICEABLE_STARS) return words.ratingsSame
  if (change > 0) return direction === 'improving' ? words.ratingsHigherTrend : words.ratingsHigher
  return direction === 'declining' ? words.ratingsLowerTrend : words.ratingsLower
}

/** The most certain change in opinions about an aspect: only what a statistical test supports; null if there is none. */
export const writeAspectChange: WriteClaim = ({ aspectChanges: [change], mentions }, locale) => {
  if (!change) return null
  const { id, sinceDate, comparedFrom } = change
  const parts = splitAt(judgingIn(mentions('aspects', id)), sinceDate)
  return {
    text: describeChange(locale, change),
    review_ids: cite([], [parts.since, splitAt(parts.before, `${comparedFrom}-01`).since]),
  }
}

export function describeChange(locale: Locale, { label, direction, since }: AspectChange): string {
  const { improved, declined } = locale.words.insights
  return locale.say(direction === 'improved' ? improved : declined, {
    label,
    aspect: inSentence(locale, label),
    since: describePeriod(locale, since),
  })
}

/** `March 2025`, `the second quarter of 2025` or `2025`. */
function describePeriod({ words, say, longMonth }: Locale, name: string): string {
  if (name.length === 4) return name
  const [year, part] = name.split('-') as [string, string]
  const { quarter1, quarter2, quarter3, quarter4 } = words.insights
  const quarter = [quarter1, quarter2, quarter3, quarter4][Number(part[1]) - 1]
  return part.startsWith('Q') ? say(quarter!, { year }) : longMonth(name)
}

export const writeRecency: WriteClaim = ({ all, recent }, { words, say, longMonth }) => {
  const month = longMonth(newestIn(all, 1)[0]!.date.slice(0, 7))
  return { text: say(words.insights.summary.newest, { month }), review_ids: cite([], [recent]) }
}
