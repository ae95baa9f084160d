/** The rating trend as a sentence. */
import type { Locale } from '../../locale/locale.ts'
import type { RatedPeriods } from '../../model/insights.ts'
import type { KnownTrend } from '../../publish/context/subjects.ts'
import { type Html, html } from '../base/markup.ts'
import { daysOf } from '../base/period-name.ts'

/** What is known over time about all reviews, or about those that mention a subject. */
interface Known {
  overTime: Pick<RatedPeriods, 'unit' | 'periods'>
  /** null when there are too few reviews to tell. */
  trend: KnownTrend | null
}

export function trendInWords({ trend, overTime }: Known, locale: Locale): string {
  const { say, month, words } = locale
  if (!trend) return words.charts.noTrend
  const { years, span } = words.charts.trend[trend.direction]
  const count = yearsOf(trend, overTime)
  if (count !== null) return say(years, { count, years: inWords(locale, count) })
  return say(span, { first: month(trend.first), last: month(trend.last) })
}

/** Rounding up would claim more than the reviews show; a month or two more do not matter. */
const TOLERATED_MONTHS = 2

/** The years that the chart shows, if the trend covers all of them; otherwise null, and the sentence names the months. */
function yearsOf({ first, last }: KnownTrend, { periods }: Known['overTime']): number | null {
  const isWhole =
    periods.length > 0 &&
    first <= daysOf(periods[0]!.name).until.slice(0, 7) &&
    last >= daysOf(periods.at(-1)!.name).since.slice(0, 7)
  const months = monthOf(last) - monthOf(first) + 1
  const years = Math.floor(months / 12)
  return isWhole && years > 0 && months - 12 * years <= TOLERATED_MONTHS ? years : null
}

const monthOf = (month: string) => 12 * Number(month.slice(0, 4)) + Number(month.slice(5))

/** Numbers up to ten are in letters, as people write them. */
const inWords = ({ words, number }: Locale, count: number) =>
  new Map(Object.entries(words.charts.smallNumbers)).get(String(count)) ?? number(count)

/** The figures of the test are left out: `/insights.json` has them. */
function basisInWords({ words, say, number }: Locale, { months, slope }: KnownTrend): string {
  const sign = slope > 0 ? '+' : slope < 0 ? '−' : ''
  return say(words.charts.basis, { count: months, slope: `${sign}${number(Math.abs(slope))}` })
}

export const renderTrend = ({ trend, overTime }: Known, locale: Locale): Html =>
  html`<p>${trendInWords({ trend, overTime }, locale)}</p>
${trend ? html`<details><summary>${locale.words.charts.howCalculated}</summary><p>${basisInWords(locale, trend)}</p></details>` : ''}`
