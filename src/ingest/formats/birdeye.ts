/** Birdeye's export of reviews from many sites. */
import type { Draft } from '../draft.ts'
import { has, told } from './fields.ts'
import type { Fields, Sample } from './format.ts'

export const title = 'Birdeye export'

export const recognises = (sample: Sample) =>
  sample.shape === 'table' && has(sample, 'Source', 'Reviewer Name', 'Rating', 'Review', 'Review Date')

export function read(record: Fields): Draft {
  return {
    source: told(record, 'Source'),
    source_id: told(record, 'Review ID'),
    author: told(record, 'Reviewer Name'),
    rating: told(record, 'Rating'),
    date: told(record, 'Review Date'),
    text: told(record, 'Review'),
    source_url: told(record, 'Review URL'),
    location: told(record, 'Location'),
  }
}
