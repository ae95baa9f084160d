/** The table of Yelp reviews that agencies hand to their clients; Yelp itself has no export for owners. */
import type { Draft } from '../draft.ts'
import { has, told } from './fields.ts'
import type { Fields, Sample } from './format.ts'

export const title = 'Yelp reviews from an agency'

export const recognises = (sample: Sample) =>
  sample.shape === 'table' && has(sample, 'Business Name', 'Reviewer', 'Rating', 'Review Date', 'Review')

export function read(record: Fields): Draft {
  return {
    source: 'yelp',
    source_id: told(record, 'Review ID'),
    author: told(record, 'Reviewer'),
    rating: told(record, 'Rating'),
    date: told(record, 'Review Date'),
    text: told(record, 'Review'),
    source_url: told(record, 'Review URL'),
    location: told(record, 'Business Name'),
  }
}
