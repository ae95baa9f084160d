/** Days as numbers that sort, 20261115 for 2026-11-15, and the days of a period. */
import { ulidTimeMs } from '../../model/ulid.ts'

/** 20261115 for 2026-11-15: the review's date when it was first imported, which a later edit of the date leaves as it is. */
export const ulidDay = (id: string) => dateNumber(new Date(ulidTimeMs(id)).toISOString().slice(0, 10))

export const dateNumber = (date: string) => Number(date.replaceAll('-', ''))

/** The first and the last day of a period: 2026, 2026-Q4 or 2026-11. */
export function daysOf(name: string): { since: string; until: string } {
  const year = Number(name.slice(0, 4))
  const [first, months] =
    name.length === 4
      ? [0, 12]
      : name[5] === 'Q'
        ? [3 * (Number(name[6]) - 1), 3]
        : [Number(name.slice(5)) - 1, 1]
  const day = (month: number, date: number) =>
    new Date(new Date(0).setUTCFullYear(year, month, date)).toISOString().slice(0, 10)
  return { since: day(first, 1), until: day(first + months, 0) }
}
