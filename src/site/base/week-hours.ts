/** Opening hours as minutes of the week, which starts on Monday at midnight. Pure. */
import type { OpenSpan } from '../../locale/clock.ts'
import type { Business } from '../../model/business.ts'

const MINUTES_A_DAY = 1440
const MINUTES_A_WEEK = 7 * MINUTES_A_DAY

type Hours = Business['hours']

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** The hours of each day, Monday first; a span past midnight belongs to the day on which it starts. */
export function hoursByDay(hours: Hours): OpenSpan[][] {
  return WEEKDAYS.map(day =>
    hours
      .filter(({ days }) => days.includes(day))
      .map(({ opens, closes }) => spanOf(minuteOf(opens), minuteOf(closes)))
      .sort(([a], [b]) => a - b),
  )
}

const minuteOf = (time: string) => 60 * Number(time.slice(0, 2)) + Number(time.slice(3))

/** Hours that end when they start last the whole day. */
const spanOf = (opens: number, closes: number): OpenSpan => [
  opens,
  closes > opens ? closes : closes + MINUTES_A_DAY,
]

/** Without gaps of a minute, which `23:59` leaves before midnight. A week without any gap is one span of the whole week. */
export function spansOfWeek(hours: Hours): OpenSpan[] {
  const spans = hoursByDay(hours)
    .flatMap((day, number) =>
      day.map(
        ([opens, closes]): OpenSpan => [number * MINUTES_A_DAY + opens, number * MINUTES_A_DAY + closes],
      ),
    )
    .reduce<OpenSpan[]>(joinSpan, [])
  return joinEnds(spans)
}

function joinSpan(spans: OpenSpan[], [opens, closes]: OpenSpan): OpenSpan[] {
  const last = spans.at(-1)
  if (!last || opens > last[1] + 1) return [...spans, [opens, closes]]
  return [...spans.slice(0, -1), [last[0], Math.max(last[1], closes)]]
}

/** Sunday night may go on into Monday. */
function joinEnds(spans: OpenSpan[]): OpenSpan[] {
  const [first, last] = [spans[0], spans.at(-1)]
  if (!first || !last || last[1] + 1 < first[0] + MINUTES_A_WEEK) return spans
  if (first === last) return [[0, MINUTES_A_WEEK]]
  return [...spans.slice(1, -1), [last[0], Math.max(last[1], first[1] + MINUTES_A_WEEK)]]
}
