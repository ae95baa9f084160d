/** The last twelve months, everywhere: the 365 days up to and including the date of the newest review. */
import { type MonthCounts, tallyReviews } from './month-counts.ts'
import { emptyTally, sumTallies, type Tally } from './tally.ts'

const DAYS = 365
const DAY_MS = 86_400_000

/** The first of these days. */
export const lastYearStart = (newest: string) =>
  new Date(Date.parse(newest) - (DAYS - 1) * DAY_MS).toISOString().slice(0, 10)

export interface LastYear {
  /** The first day; null without reviews. */
  start: string | null
  recent: Tally
  /** Everything before. */
  before: Tally
}

/** `months` come newest first. */
export function tallyLastYear(months: MonthCounts[]): LastYear {
  const newest = months[0]?.reviews[0]?.date
  if (newest === undefined) return { start: null, recent: emptyTally(), before: emptyTally() }
  const start = lastYearStart(newest)
  return {
    start,
    recent: tallyDates(months, date => date >= start),
    before: tallyDates(months, date => date < start),
  }
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
