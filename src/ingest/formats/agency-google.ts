/** The table of Google reviews that agencies give their clients. It lacks the date of the owner's reply. */
import type { Draft } from '../values/draft.ts'
import { fieldValue, has, replied } from './fields.ts'
import type { Fields, Sample } from './format.ts'

export const title = 'Google reviews from an agency'

export const recognizes = (sample: Sample) =>
  sample.shape === 'table' && has(sample, 'Reviewer Name', 'Star Rating', 'Review Text', 'Review Date')

export function read(record: Fields): Draft {
  return {
    source: 'google',
    source_id: fieldValue(record, 'Review ID'),
    author: fieldValue(record, 'Reviewer Name'),
    author_avatar_url: fieldValue(record, 'Reviewer Photo'),
    rating: fieldValue(record, 'Star Rating'),
    date: fieldValue(record, 'Review Date'),
    text: fieldValue(record, 'Review Text'),
    source_url: fieldValue(record, 'Review URL'),
    ...replied(fieldValue(record, 'Owner Reply')),
    location: fieldValue(record, 'Location Name'),
  }
}
