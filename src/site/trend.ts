/** Where the ratings are going, in words. */
import { html } from 'hono/html'
import type { Trend } from '../model/insights.ts'
import type { Html } from './house.ts'

const DIRECTIONS: Record<Trend['direction'], string> = {
  improving: 'Ratings are rising',
  stable: 'Ratings are steady: no trend',
  declining: 'Ratings are falling',
}

/** null where there are too few reviews to tell. */
export function trendInWords(trend: Trend | null): string {
  if (!trend) return 'Too few reviews to see a trend.'
  const [span = ''] = / over \d+ months/.exec(trend.basis) ?? []
  return `${DIRECTIONS[trend.direction]}${span}.`
}

export const renderTrend = (trend: Trend | null): Html =>
  html`<p>${trendInWords(trend)}</p>
${trend ? html`<details><summary>How this was calculated</summary><p>${trend.basis}</p></details>` : ''}`
