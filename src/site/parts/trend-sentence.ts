/** The rating trend as a sentence. */
import { html } from 'hono/html'
import { type Locale, localeOf } from '../../locale/locale.ts'
import type { RatedPeriods } from '../../model/insights.ts'
import type { KnownTrend } from '../../publish/context/subjects.ts'
import type { Html } from '../base/page-context.ts'

const DIRECTIONS = { improving: 'rising', stable: 'steady', declining: 'falling' } as const

/** What is known over time about all reviews, or about those that mention a subject. */
interface Known {
  overTime: Pick<RatedPeriods, 'unit'>
  /** null when there are too few reviews to tell. */
  trend: KnownTrend | null
}

const MONTHS_A_YEAR = 12

export function trendInWords({ trend }: Known, { say, words }: Locale = localeOf('en-US')): string {
  if (!trend) return words.home.noTrend
  const messages = words.home[DIRECTIONS[trend.direction]]
  const months = monthNumber(trend.last) - monthNumber(trend.first) + 1
  // Whole years only: rounding up would claim more than the reviews show.
  return months < 2 * MONTHS_A_YEAR
    ? say(messages.months, { count: months })
    : say(messages.years, { count: Math.floor(months / MONTHS_A_YEAR) })
}

/** `2026-11`, counted from the year 0. */
const monthNumber = (month: string) => MONTHS_A_YEAR * Number(month.slice(0, 4)) + Number(month.slice(5, 7))

export const renderTrend = (known: Known, locale: Locale = localeOf('en-US')): Html =>
  html`<p>${trendInWords(known, locale)}</p>
${known.trend ? html`<details><summary>${locale.words.home.howCalculated}</summary><p>${known.trend.basis}</p></details>` : ''}`
