/** Which dates a review can have: a wrong year or a default value of an export must not be published. */
import type { ReviewRow } from '../../model/review.ts'
import type { Fault } from './normalize.ts'

/** No site collected customer reviews before it; exports write an unknown date as 1970 or 1900. */
const FIRST_DAY = '2000-01-01'
const DAY_MS = 24 * 60 * 60 * 1000

/** A fault if the review is dated before 2000 or more than a day in the future; null for a row without a date. */
export function dateFault({ date }: Pick<ReviewRow, 'date'>, now: Date): Fault | null {
  if (date === undefined) return null
  if (date < FIRST_DAY) return { field: 'date', message: `${date} is before 2000: check the year` }
  // East of Greenwich the next day begins up to 14 hours early.
  const tomorrow = dayOf(now.getTime() + DAY_MS)
  if (date <= tomorrow) return null
  return {
    field: 'date',
    message: `${date} is more than a day in the future (today is ${dayOf(now.getTime())}): check the year, and the order of day and month`,
  }
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
