/** Times of day and weekdays in one language, for the pages and for the browser. */

export const MINUTES_A_DAY = 1440
/** The first day of 2024 was a Monday. */
const WEEK_START_MS = Date.UTC(2024, 0, 1)
const MINUTE_MS = 60_000

/** Minutes of the week, which starts on Monday at midnight, or of a day; the last may be after its end. */
export type OpenSpan = readonly [opens: number, closes: number]

export type Clock = ReturnType<typeof createClock>

export function createClock(tag: string) {
  const times = new Intl.DateTimeFormat(tag, {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  })
  const weekdays = new Intl.DateTimeFormat(tag, { weekday: 'short', timeZone: 'UTC' })
  return {
    /** By minutes since midnight: 450 → 7:30 am, 7 h 30 */
    time: (minute: number) => {
      const time = times
        .formatToParts(WEEK_START_MS + minute * MINUTE_MS)
        .map(({ type, value }) => (type === 'dayPeriod' ? value.toLowerCase() : value))
        .join('')
        // Versions of Node and browsers differ in the space before "pm"; none may break there.
        .replaceAll(/\s/g, '\u00a0')
      return tag === 'fr' ? inFrench(time) : time
    },
    /** By number, Monday is 0: Mon */
    weekday: (day: number) => weekdays.format(WEEK_START_MS + day * MINUTES_A_DAY * MINUTE_MS),
  }
}

/** 7:30 → 7 h 30, 18:00 → 18 h: Intl writes times in French as timetables do, not as people do. */
const inFrench = (time: string) => time.replace(':', '\u00a0h\u00a0').replace(/\u00a000$/, '')
