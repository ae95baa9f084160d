/** The last twelve months, everywhere: the 365 days up to and including the date of the newest review. */
import { type MonthCounts, tallyReviews } from './month-counts.ts'
import { emptyTally, sumTallies, type Tally } from './tally.ts'

const DAYS = 365
const DAY_MS = 86_400_000

/** The first of these days. */
const lastYearStart = (newest: string) =>
  new Date(Date.parse(newest) - (DAYS - 1) * DAY_MS).toISOString().slice(0, 10)

/** The last year and everything before; `months` come newest first, and `start` is null without any. */
export function tallyLastYear(months: MonthCounts[]) {
  const newest = months[0]?.reviews[0]?.date
  const start = newest === undefined ? null : lastYearStart(newest)
  const isRecent = (date: string) => date >= start!
  return { start, recent: tallyDates(months, isRecent), before: tallyDates(months, date => !isRecent(date)) }
}

/** Walks only the month that is on both sides. */
const tallyDates = (months: MonthCounts[], isWanted: (date: string) => boolean): Tally =>
  sumTallies(
    months.map(({ reviews, tally }) => {
      const isNewestWanted = isWanted(reviews[0]!.date)
      if (isNewestWanted !== isWanted(reviews.at(-1)!.date))
        return tallyReviews(reviews.filter(({ date }) => isWanted(date)))
      return isNewestWanted ? tally : emptyTally()
    }),
  )
