/** The day in a review's id. */
import { ulidTimeMs } from '../../model/ulid.ts'
import { dateNumber } from './date-number.ts'

/** 20261115 for 2026-11-15: the review's date when it was first imported, which a later edit of the date leaves as it is. */
export const ulidDay = (id: string) => dateNumber(new Date(ulidTimeMs(id)).toISOString().slice(0, 10))
