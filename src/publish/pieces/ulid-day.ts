/** The day that a review's id carries. */
import { ulidTimeMs } from '../../model/ulid.ts'
import { dateNumber } from './date-number.ts'

/** 20261115; that of the review when it was first seen, which an edit of the date does not move. */
export const ulidDay = (id: string) => dateNumber(new Date(ulidTimeMs(id)).toISOString().slice(0, 10))
