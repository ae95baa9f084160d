/** The rating alone, small enough to load for every badge and widget. */
import type { RatingSummary } from '../../model/dataset.ts'
import { publishedRating } from '../context/aggregate-rating.ts'
import type { RenderContext } from '../context/render-context.ts'
import type { Document } from './document.ts'

export const RATING_PATH = '/rating.json'

export function summarizeRating({
  baseUrl,
  business: { id, name, url, fictional },
  aggregateRating,
  site,
  lastModified,
}: RenderContext): RatingSummary {
  return {
    business: { id, name, url, fictional },
    page_url: `${baseUrl}/`,
    aggregate_rating: publishedRating(aggregateRating),
    accent_color: site.accent_color,
    last_modified: lastModified,
  }
}

export const renderRatingSummary = (context: RenderContext): Document => ({
  path: RATING_PATH,
  contentType: 'application/json',
  body: JSON.stringify(summarizeRating(context)),
})
