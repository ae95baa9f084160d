/** Months, quarters and years by their names in the data: 2026-11, 2026-Q4, 2026. */
import type { Locale } from '../../locale/locale.ts'

/** Nov 2026, Q4 2026 or 2026. */
export function periodInWords({ say, month, words }: Locale, name: string): string {
  if (name.length === 4) return name
  return name[5] === 'Q'
    ? say(words.charts.quarter, { quarter: name.slice(6), year: name.slice(0, 4) })
    : month(name)
}

/** The first and the last day of a period. */
export function daysOf(name: string): { since: string; until: string } {
  const year = Number(name.slice(0, 4))
  const [first, months] =
    name.length === 4
      ? [0, 12]
      : name[5] === 'Q'
        ? [3 * (Number(name[6]) - 1), 3]
        : [Number(name.slice(5)) - 1, 1]
  const day = (month: number, date: number) =>
    new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10)
  return { since: day(first, 1), until: day(first + months, 0) }
}
