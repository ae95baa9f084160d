/** Google's Places API, new and old: recognized only to say why it is rejected. */
import type { Rejection } from '../values/draft.ts'
import { hasAny } from './fields.ts'
import type { Sample } from './format.ts'

export const title = 'Google Places API'

export const recognizes = (sample: Sample) =>
  sample.shape === 'json' &&
  hasAny(sample, 'authorAttribution', 'relativePublishTimeDescription', 'relative_time_description')

export function read(): Rejection {
  return {
    rejected:
      "Google's terms do not allow storing reviews from the Places API. Import Google Business Profile from Google Takeout, or the JSON of the Business Profile API.",
  }
}
