/** Opening hours as minutes of the week, which starts on Monday at midnight. Pure. */
import type { Business } from '../../model/business.ts'

export const MINUTES_A_DAY = 1440
export const MINUTES_A_WEEK = 7 * MINUTES_A_DAY

/** From the first minute to the last, which may be after the end of the week. */
export type Span = readonly [opens: number, closes: number]

type Hours = Business['hours']

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** The hours of each day, Monday first; a span past midnight belongs to the day on which it starts. */
export function hoursByDay(hours: Hours): Span[][] {
  return WEEKDAYS.map(day =>
    hours
      .filter(({ days }) => days.includes(day))
      .map(({ opens, closes }) => spanOf(minuteOf(opens), minuteOf(closes)))
      .sort(([a], [b]) => a - b),
  )
}

const minuteOf = (time: string) => 60 * Number(time.slice(0, 2)) + Number(time.slice(3))

/** Hours that end when they start last the whole day. */
const spanOf = (opens: number, closes: number): Span => [
  opens,
  closes > opens ? closes : closes + MINUTES_A_DAY,
]

/** Without gaps of a minute, which `23:59` leaves before midnight. A week without any gap is one span of the whole week. */
export function spansOfWeek(hours: Hours): Span[] {
  const spans = hoursByDay(hours)
    .flatMap((day, number) =>
      day.map(([opens, closes]): Span => [number * MINUTES_A_DAY + opens, number * MINUTES_A_DAY + closes]),
    )
    .reduce<Span[]>(joinSpan, [])
  return joinEnds(spans)
}

function joinSpan(spans: Span[], [opens, closes]: Span): Span[] {
  const last = spans.at(-1)
  if (!last || opens > last[1] + 1) return [...spans, [opens, closes]]
  return [...spans.slice(0, -1), [last[0], Math.max(last[1], closes)]]
}

/** Sunday night may go on into Monday. */
function joinEnds(spans: Span[]): Span[] {
  const [first, last] = [spans[0], spans.at(-1)]
  if (!first || !last || last[1] + 1 < first[0] + MINUTES_A_WEEK) return spans
  if (first === last) return [[0, MINUTES_A_WEEK]]
  return [...spans.slice(1, -1), [last[0], Math.max(last[1], first[1] + MINUTES_A_WEEK)]]
}
