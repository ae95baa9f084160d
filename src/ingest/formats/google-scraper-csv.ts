/** The table of the Python program googlemaps-scraper, with relative dates and the day they were read. */
import type { Draft } from '../values/draft.ts'
import { fieldValue, has } from './fields.ts'
import type { Fields, Sample } from './format.ts'

export const title = 'googlemaps-scraper table'

export const recognizes = (sample: Sample) =>
  sample.shape === 'table' && has(sample, 'id_review', 'caption', 'relative_date', 'rating')

export function read(record: Fields): Draft {
  return {
    source: 'google',
    source_id: fieldValue(record, 'id_review'),
    author: fieldValue(record, 'username'),
    rating: fieldValue(record, 'rating'),
    date: fieldValue(record, 'relative_date'),
    retrieved_at: fieldValue(record, 'retrieval_date'),
    text: fieldValue(record, 'caption'),
  }
}
