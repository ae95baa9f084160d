/** The rating trend as a sentence. */
import { html } from 'hono/html'
import type { PeriodUnit, RatedPeriods } from '../../model/insights.ts'
import type { KnownTrend } from '../../publish/context/subjects.ts'
import { count, formatMonth } from '../base/display-format.ts'
import type { Html } from '../base/page-context.ts'

const DIRECTIONS: Record<KnownTrend['direction'], string> = {
  improving: 'Ratings are rising',
  stable: 'Ratings are steady: no trend',
  declining: 'Ratings are falling',
}

/** What is known over time about all reviews, or about those that mention a subject. */
interface Known {
  overTime: Pick<RatedPeriods, 'unit'>
  /** null when there are too few reviews to tell. */
  trend: KnownTrend | null
}

export const trendInWords = ({ trend, overTime }: Known) =>
  trend
    ? `${DIRECTIONS[trend.direction]} ${spanOf(trend, overTime.unit)}.`
    : 'Too few reviews to see a trend.'

/** Months are counted only where there are enough reviews to show them month by month. */
const spanOf = ({ months, first, last }: KnownTrend, unit: PeriodUnit) =>
  unit === 'month' ? `over ${count(months, 'month')}` : `from ${formatMonth(first)} to ${formatMonth(last)}`

export const renderTrend = ({ trend, overTime }: Known): Html =>
  html`<p>${trendInWords({ trend, overTime })}</p>
${trend ? html`<details><summary>How this was calculated</summary><p>${trend.basis}</p></details>` : ''}`
