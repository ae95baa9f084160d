/** Birdeye's export of reviews from many sites. */
import type { Draft } from '../values/draft.ts'
import { fieldValue, has } from './fields.ts'
import type { Fields, Sample } from './format.ts'

export const title = 'Birdeye export'

export const recognizes = (sample: Sample) =>
  sample.shape === 'table' && has(sample, 'Source', 'Reviewer Name', 'Rating', 'Review', 'Review Date')

export function read(record: Fields): Draft {
  return {
    source: fieldValue(record, 'Source'),
    source_id: fieldValue(record, 'Review ID'),
    author: fieldValue(record, 'Reviewer Name'),
    rating: fieldValue(record, 'Rating'),
    date: fieldValue(record, 'Review Date'),
    text: fieldValue(record, 'Review'),
    source_url: fieldValue(record, 'Review URL'),
    location: fieldValue(record, 'Location'),
  }
}
