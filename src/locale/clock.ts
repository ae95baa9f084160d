/** Times of day and weekdays in one language, for the pages and for the browser. */

const MINUTES_A_DAY = 1440
/** A Monday. */
const WEEK_START_MS = Date.UTC(2024, 0, 1)
const MINUTE_MS = 60_000

/** Minutes of the week, which starts on Monday at midnight, or of a day; the last may be after its end. */
export type OpenSpan = readonly [opens: number, closes: number]

export interface Clock {
  /** By minutes since midnight: 450 → 7:30 am */
  time(minute: number): string
  /** By number, Monday is 0: Mon */
  weekday(day: number): string
}

export function createClock(tag: string): Clock {
  const times = new Intl.DateTimeFormat(tag, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
  const weekdays = new Intl.DateTimeFormat(tag, { weekday: 'short', timeZone: 'UTC' })
  return {
    time: minute =>
      times
        .formatToParts(WEEK_START_MS + (minute % MINUTES_A_DAY) * MINUTE_MS)
        .map(({ type, value }) => (type === 'dayPeriod' ? value.toLowerCase() : value))
        .join('')
        // Versions of Node and browsers differ in the space before "pm"; none may break there.
        .replaceAll(/\s/g, '\u00a0'),
    weekday: day => weekdays.format(WEEK_START_MS + day * MINUTES_A_DAY * MINUTE_MS),
  }
}
