/** The table of Google reviews that agencies hand to their clients. It does not say when the owner replied. */
import type { Draft } from '../draft.ts'
import { has, replied, told } from './fields.ts'
import type { Fields, Sample } from './format.ts'

export const title = 'Google reviews from an agency'

export const recognises = (sample: Sample) =>
  sample.shape === 'table' && has(sample, 'Reviewer Name', 'Star Rating', 'Review Text', 'Review Date')

export function read(record: Fields): Draft {
  return {
    source: 'google',
    source_id: told(record, 'Review ID'),
    author: told(record, 'Reviewer Name'),
    author_avatar_url: told(record, 'Reviewer Photo'),
    rating: told(record, 'Star Rating'),
    date: told(record, 'Review Date'),
    text: told(record, 'Review Text'),
    source_url: told(record, 'Review URL'),
    ...replied(told(record, 'Owner Reply')),
    location: told(record, 'Location Name'),
  }
}
