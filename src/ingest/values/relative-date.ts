/** Dates told by their distance: `3 weeks ago`, `Edited a month ago`, `yesterday`. */
import type { DatePrecision } from '../../model/review.ts'

const PRECISION = {
  second: 'day',
  minute: 'day',
  hour: 'day',
  day: 'day',
  week: 'week',
  month: 'month',
  year: 'year',
} satisfies Record<string, DatePrecision>

type Span = { count: number; unit: keyof typeof PRECISION }

const AGO = /^(?:edited\s+)?(an?|\d{1,3})\s+(second|minute|hour|day|week|month|year)s?\s+ago$/i
const NEAR = /^(?:edited\s+)?(today|just now|yesterday)$/i

export function readSpan(text: string): Span | null {
  const [, near] = NEAR.exec(text) ?? []
  if (near) return { count: near.toLowerCase() === 'yesterday' ? 1 : 0, unit: 'day' }
  const [, count, unit] = AGO.exec(text) ?? []
  if (!count || !unit) return null
  return { count: /^a/i.test(count) ? 1 : Number(count), unit: unit.toLowerCase() as Span['unit'] }
}

/** Where only the day of retrieval is known we count from its end, so that an hour ago is still that day. */
export function dayBefore(retrieved: { date: string; at: string | null }, span: Span) {
  const from = new Date(retrieved.at ?? `${retrieved.date}T23:59:59Z`)
  return { date: subtract(from, span).toISOString().slice(0, 10), precision: PRECISION[span.unit] }
}

const MILLISECONDS = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 }

/** Counts in UTC. Where the month is too short for the day, its last day counts: a month before March 31 is the end of February. */
function subtract(from: Date, { count, unit }: Span): Date {
  if (unit !== 'month' && unit !== 'year') return new Date(from.getTime() - count * MILLISECONDS[unit])
  const month = from.getUTCMonth() - count * (unit === 'year' ? 12 : 1)
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(from.getUTCFullYear(), month, Math.min(from.getUTCDate(), lastDay)))
}
