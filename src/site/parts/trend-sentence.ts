/** The rating trend as a sentence. */
import { html } from 'hono/html'
import type { Trend } from '../../model/insights.ts'
import type { KnownTrend } from '../../publish/context/subjects.ts'
import { count } from '../base/display-format.ts'
import type { Html } from '../base/page-context.ts'

const DIRECTIONS: Record<Trend['direction'], string> = {
  improving: 'Ratings are rising',
  stable: 'Ratings are steady: no trend',
  declining: 'Ratings are falling',
}

/** null when there are too few reviews to tell. */
export const trendInWords = (trend: KnownTrend | null) =>
  trend
    ? `${DIRECTIONS[trend.direction]} over ${count(trend.months, 'month')}.`
    : 'Too few reviews to see a trend.'

export const renderTrend = (trend: KnownTrend | null): Html =>
  html`<p>${trendInWords(trend)}</p>
${trend ? html`<details><summary>How this was calculated</summary><p>${trend.basis}</p></details>` : ''}`
