/** Google's Places API, new and old: recognised only to say why it is not taken. */
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
      "Google's terms do not allow reviews from the Places API to be stored. Import the Google Business Profile part of Google Takeout, or what the Business Profile API lists.",
  }
}
