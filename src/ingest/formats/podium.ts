/** Podium's export of reviews from many sites. */
import type { Draft } from '../draft.ts'
import { has, told } from './fields.ts'
import type { Fields, Sample } from './format.ts'

export const title = 'Podium export'

export const recognises = (sample: Sample) =>
  sample.shape === 'table' && has(sample, 'Site', 'Customer Name', 'Stars', 'Comment', 'Date Posted')

export function read(record: Fields): Draft {
  return {
    source: told(record, 'Site'),
    source_id: told(record, 'Review Id'),
    author: told(record, 'Customer Name'),
    rating: told(record, 'Stars'),
    date: told(record, 'Date Posted'),
    text: told(record, 'Comment'),
    source_url: told(record, 'Link'),
    location: told(record, 'Location Name'),
  }
}
