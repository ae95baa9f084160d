/** Podium's export of reviews from many sites. */
import type { Draft } from '../values/draft.ts'
import { fieldValue, has } from './fields.ts'
import type { Fields, Sample } from './format.ts'

export const title = 'Podium export'

export const recognizes = (sample: Sample) =>
  sample.shape === 'table' && has(sample, 'Site', 'Customer Name', 'Stars', 'Comment', 'Date Posted')

export function read(record: Fields): Draft {
  return {
    source: fieldValue(record, 'Site'),
    source_id: fieldValue(record, 'Review Id'),
    author: fieldValue(record, 'Customer Name'),
    rating: fieldValue(record, 'Stars'),
    date: fieldValue(record, 'Date Posted'),
    text: fieldValue(record, 'Comment'),
    source_url: fieldValue(record, 'Link'),
    location: fieldValue(record, 'Location Name'),
  }
}
