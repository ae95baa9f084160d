/** Whether a business is open at a moment, by the clock in its own time zone. Pure. */
import type { OpenSpan } from '../../locale/clock.ts'

const MINUTES_A_DAY = 1440
const MINUTES_A_WEEK = 7 * MINUTES_A_DAY

export type OpenState =
  | { isOpen: true; until: Turn | null }
  /** `until` is null for hours without any gap. */
  | { isOpen: false; until: Turn }

/** When it closes or opens next. */
export interface Turn {
  /** Minutes since midnight. */
  minute: number
  /** Monday is 0. */
  weekday: number
  /** Whether it is so far away that the time alone would mislead. */
  needsDay: boolean
}

/** A business without hours has no state. `spans` are minutes of the week, in order. */
export function openStateAt(
  spans: readonly OpenSpan[],
  moment: Date,
  timeZone: string,
): OpenState | null {
  const now = minuteOfWeek(moment, timeZone)
  const around = spans.flatMap(([opens, closes]) =>
    [-MINUTES_A_WEEK, 0, MINUTES_A_WEEK].map((shift): OpenSpan => [opens + shift, closes + shift]),
  )
  const current = around.find(([opens, closes]) => opens <= now && now < closes)
  if (current && current[1] - current[0] >= MINUTES_A_WEEK) return { isOpen: true, until: null }
  if (current)
    return { isOpen: true, until: describeTurn(current[1], current[1] - now >= MINUTES_A_DAY) }
  const next = Math.min(...around.map(([opens]) => opens).filter(opens => opens > now))
  if (next === Number.POSITIVE_INFINITY) return null
  return { isOpen: false, until: describeTurn(next, dayOf(next) !== dayOf(now)) }
}

const dayOf = (minute: number) => Math.floor(minute / MINUTES_A_DAY)

const describeTurn = (minute: number, needsDay: boolean): Turn => ({
  minute: minute % MINUTES_A_DAY,
  weekday: dayOf(minute) % 7,
  needsDay,
})

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Wall-clock time: a change to or from summer time needs no arithmetic. */
function minuteOfWeek(moment: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(moment)
  const part = (wanted: Intl.DateTimeFormatPartTypes) =>
    parts.find(({ type }) => type === wanted)!.value
  return (
    WEEKDAYS.indexOf(part('weekday')) * MINUTES_A_DAY +
    60 * Number(part('hour')) +
    Number(part('minute'))
  )
}
