/** Reviews of the Yelp Open Dataset, which has no author names. */
import type { Draft } from '../values/draft.ts'
import { fieldValue, has } from './fields.ts'
import type { Fields, Sample } from './format.ts'

export const title = 'Yelp Open Dataset'

export const recognizes = (sample: Sample) =>
  sample.shape === 'json' && has(sample, 'review_id', 'business_id', 'stars', 'text', 'date')

export function read(record: Fields): Draft {
  return {
    source: 'yelp',
    source_id: fieldValue(record, 'review_id'),
    rating: fieldValue(record, 'stars'),
    date: fieldValue(record, 'date'),
    text: fieldValue(record, 'text'),
  }
}
