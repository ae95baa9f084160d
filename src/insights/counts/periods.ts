/** Months, or quarters or years where reviews are too few for months. */
import type { PeriodUnit, RatedPeriods } from '../../model/insights.ts'
import { meanRating, sumTallies, type Tally } from './tally.ts'

/** Some reviews of one month, counted. */
export type TalliedMonth = { month: string; tally: Tally }

/** Consecutive numbers: 2026-11 is one more than 2026-10. */
export const monthNumber = (month: string) =>
  12 * Number(month.slice(0, 4)) + Number(month.slice(5, 7)) - 1
export const monthOf = (number: number) =>
  `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`

export const MONTHS_IN: Record<PeriodUnit, number> = { month: 1, quarter: 3, year: 12 }

/** An average of fewer reviews says little. */
const ENOUGH_REVIEWS = 5

/** The shortest period that has enough reviews on average, counting months without any. `months` come newest first. */
export function choosePeriod(months: TalliedMonth[]): PeriodUnit {
  if (months.length === 0) return 'month'
  const span = monthNumber(months[0]!.month) - monthNumber(months.at(-1)!.month) + 1
  const count = months.reduce((sum, { tally }) => sum + tally.count, 0)
  const isEnough = (unit: PeriodUnit) => (MONTHS_IN[unit] * count) / span >= ENOUGH_REVIEWS
  return (['month', 'quarter'] as const).find(isEnough) ?? 'year'
}

/** Each month's period, as a number of consecutive periods. */
export const periodNumber = (month: string, unit: PeriodUnit) =>
  Math.floor(monthNumber(month) / MONTHS_IN[unit])

/** The first month of a period. */
export const periodStart = (number: number, unit: PeriodUnit) => monthOf(number * MONTHS_IN[unit])

/** `2026-11`, `2026-Q4` or `2026`. */
export function periodName(number: number, unit: PeriodUnit): string {
  const start = periodStart(number, unit)
  if (unit === 'month') return start
  return unit === 'year' ? start.slice(0, 4) : `${start.slice(0, 4)}-Q${(number % 4) + 1}`
}

/** More do not fit into a chart on a phone. */
const MOST_PERIODS = 36

/** Long enough for an average, and so long that all of them fit: a chart that leaves out the first years misleads. */
function chartUnit(months: TalliedMonth[]): PeriodUnit {
  const enough = choosePeriod(months)
  const units = UNITS.slice(UNITS.indexOf(enough))
  const countOf = (unit: PeriodUnit) =>
    periodNumber(months[0]!.month, unit) - periodNumber(months.at(-1)!.month, unit) + 1
  return months.length === 0
    ? enough
    : (units.find(unit => countOf(unit) <= MOST_PERIODS) ?? 'year')
}

const UNITS = Object.keys(MONTHS_IN) as PeriodUnit[]

/** Oldest first, with the periods between that have no reviews. `months` come newest first. */
export function ratePeriods(months: TalliedMonth[]): RatedPeriods {
  const unit = chartUnit(months)
  if (months.length === 0) return { unit, months: 0, periods: [] }
  const first = periodNumber(months.at(-1)!.month, unit)
  const last = periodNumber(months[0]!.month, unit)
  const groups = Map.groupBy(months, ({ month }) => periodNumber(month, unit))
  const periods = Array.from({ length: last - first + 1 }, (_, place) => {
    const tally = sumTallies((groups.get(first + place) ?? []).map(one => one.tally))
    const average = tally.count === 0 ? null : meanRating(tally)
    return {
      name: periodName(first + place, unit),
      review_count: tally.count,
      average_rating: average,
    }
  })
  return { unit, months: months.length, periods }
}
