/** Where the ratings are going, in words. */
import { html } from 'hono/html'
import type { Trend } from '../model/insights.ts'
import type { Html } from './page.ts'

const DIRECTIONS: Record<Trend['direction'], string> = {
  improving: 'Ratings are rising.',
  stable: 'Ratings are steady.',
  declining: 'Ratings are falling.',
}

/** null where there are too few reviews to tell. */
export const trendInWords = (trend: Trend | null) =>
  trend ? DIRECTIONS[trend.direction] : 'There are too few reviews to tell where the ratings are going.'

export const renderTrend = (trend: Trend | null): Html =>
  html`<p class="muted">${trendInWords(trend)}${trend ? ` ${trend.basis}` : ''}</p>`
