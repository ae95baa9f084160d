/** Days as numbers that sort: 20261115 for 2026-11-15. */
import { ulidTimeMs } from '../../model/ulid.ts'

/** 20261115 for 2026-11-15: the review's date when it was first imported, which a later edit of the date leaves as it is. */
export const ulidDay = (id: string) =>
  dateNumber(new Date(ulidTimeMs(id)).toISOString().slice(0, 10))

export const dateNumber = (date: string) => Number(date.replaceAll('-', ''))
