/** The table of the Python program googlemaps-scraper, with relative dates and the day they were read. */
import type { Draft } from '../draft.ts'
import { has, told } from './fields.ts'
import type { Fields, Sample } from './format.ts'

export const title = 'googlemaps-scraper table'

export const recognises = (sample: Sample) =>
  sample.shape === 'table' && has(sample, 'id_review', 'caption', 'relative_date', 'rating')

export function read(record: Fields): Draft {
  return {
    source: 'google',
    source_id: told(record, 'id_review'),
    author: told(record, 'username'),
    rating: told(record, 'rating'),
    date: told(record, 'relative_date'),
    retrieved_at: told(record, 'retrieval_date'),
    text: told(record, 'caption'),
  }
}
