/** The sentences of the summary about time: the last year, aspects that changed, the newest review. */
import { inSentence, type Locale } from '../../locale/locale.ts'
import { daysOf } from '../../model/scalars.ts'
import type { AspectChange } from '../counts/aspect-changes.ts'
import { cite } from '../counts/evidence.ts'
import {
  countGroup,
  type RatedGroup,
  type ReviewGroup,
  sideOf,
  splitAt,
} from '../counts/review-groups.ts'
import { meanRating } from '../counts/tally.ts'
import { linkWords, mentionCount, type WriteClaim } from './phrasing.ts'

const ENOUGH_TO_COMPARE = 5
const NOTICEABLE_STARS = 0.1

/** The last twelve months where they differ from those before; null if they do not, or if there is too little to compare. */
export const writeLastYear: WriteClaim = (findings, { words, say, rating, longMonth }) => {
  const { recent, recentSince, recentUntil, before, trend } = findings
  const [now, then] = [meanRating(recent.tally), meanRating(before.tally)]
  if (!canCompare(recent, before) || isSame(now, then)) return null
  const { ratingsHigherTrend, ratingsHigher, ratingsLowerTrend, ratingsLower } =
    words.insights.summary
  // What only looks like a change is not called a trend.
  const higher = trend.direction === 'improving' ? ratingsHigherTrend : ratingsHigher
  const lower = trend.direction === 'declining' ? ratingsLowerTrend : ratingsLower
  const until = new Date(Date.parse(recentSince!) - 1).toISOString().slice(0, 10)
  const ofRecent = { count: recent.tally.count, filter: { since: recentSince! } }
  return {
    text: say(now > then ? higher : lower, {
      month: longMonth(recentUntil!),
      recent: linkWords(rating(now), ofRecent),
      before: linkWords(rating(then), { count: before.tally.count, filter: { until } }),
    }),
    review_ids: cite([], [recent, before]),
  }
}

/** The last twelve months where they are like those before. */
export const writeSteady: WriteClaim = (
  { recent, recentUntil, before },
  { words, say, longMonth },
) => {
  const [now, then] = [meanRating(recent.tally), meanRating(before.tally)]
  if (!canCompare(recent, before) || !isSame(now, then)) return null
  const text = say(words.insights.summary.ratingsSame, { month: longMonth(recentUntil!) })
  return { text, review_ids: cite([], [recent, before]) }
}

const canCompare = (recent: RatedGroup, before: RatedGroup) =>
  Math.min(recent.tally.count, before.tally.count) >= ENOUGH_TO_COMPARE

const isSame = (now: number, then: number) => Math.abs(now - then) < NOTICEABLE_STARS

/** The most certain change in opinions about an aspect: only what a statistical test supports; null if there is none. */
export const writeAspectChange: WriteClaim = ({ aspectChanges: [change], mentions }, locale) => {
  if (!change) return null
  const { id, sinceDate, comparedFrom } = change
  const group = mentions('aspects', id)
  const parts = splitAt(sideOf(group, 'positive', 'negative'), sinceDate)
  return {
    text: describeChange(locale, change, group),
    review_ids: cite([], [parts.since, splitAt(parts.before, `${comparedFrom}-01`).since]),
  }
}

export function describeChange(locale: Locale, change: AspectChange, group: ReviewGroup): string {
  const { id, label, direction, since, sinceDate } = change
  const { improved, declined } = locale.words.insights
  const count = countGroup(splitAt(group, sinceDate).since)
  const lately = mentionCount('aspects', id, count, { since: sinceDate })
  return locale.say(direction === 'improved' ? improved : declined, {
    label,
    aspect: inSentence(locale, label),
    since: linkWords(describePeriod(locale, since), lately),
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

export const writeRecency: WriteClaim = ({ monthly, recent }, { words, say, longMonth }) => {
  const { month: newest, review_count: count } = monthly.at(-1)!
  const month = linkWords(longMonth(newest), { count, filter: daysOf(newest) })
  return { text: say(words.insights.summary.newest, { month }), review_ids: cite([], [recent]) }
}
