/** The table of Yelp reviews that agencies give their clients; Yelp itself has no export for owners. */
import type { Draft } from '../values/draft.ts'
import { fieldValue, has } from './fields.ts'
import type { Fields, Sample } from './format.ts'

export const title = 'Yelp reviews from an agency'

export const recognizes = (sample: Sample) =>
  sample.shape === 'table' && has(sample, 'Business Name', 'Reviewer', 'Rating', 'Review Date', 'Review')

export function read(record: Fields): Draft {
  return {
    source: 'yelp',
    source_id: fieldValue(record, 'Review ID'),
    author: fieldValue(record, 'Reviewer'),
    rating: fieldValue(record, 'Rating'),
    date: fieldValue(record, 'Review Date'),
    text: fieldValue(record, 'Review'),
    source_url: fieldValue(record, 'Review URL'),
    location: fieldValue(record, 'Business Name'),
  }
}
