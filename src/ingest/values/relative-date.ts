/** Dates told by their distance: `3 weeks ago`, `Edited a month ago`, `yesterday`. */
import { DateTime } from 'luxon'
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

interface Span {
  count: number
  unit: keyof typeof PRECISION
}

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
export function dayBefore(
  retrieved: { date: string; at: string | null },
  { count, unit }: Span,
): { date: string; precision: DatePrecision } {
  const from = Date.parse(retrieved.at ?? `${retrieved.date}T23:59:59Z`)
  const then = DateTime.fromMillis(from, { zone: 'utc' }).minus({ [unit]: count })
  return { date: then.toISODate()!, precision: PRECISION[unit] }
}
