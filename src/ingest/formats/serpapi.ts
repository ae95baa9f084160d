/** Google Maps reviews as SerpApi returns them. */
import type { Draft } from '../values/draft.ts'
import { tagsFrom } from '../values/review-text.ts'
import { at, fieldValue, has, hasAny, replied, translated } from './fields.ts'
import type { Fields, Sample } from './format.ts'

export const title = 'SerpApi Google Maps reviews'

export const recognizes = (sample: Sample) =>
  sample.shape === 'json' &&
  has(sample, 'rating', 'user') &&
  hasAny(sample, 'iso_date', 'snippet', 'extracted_snippet')

export function read(record: Fields): Draft {
  return {
    source: fieldValue(record, 'source') ?? 'google',
    source_id: fieldValue(record, 'review_id'),
    author: fieldValue(record, 'user', 'name'),
    author_avatar_url: fieldValue(record, 'user', 'thumbnail'),
    rating: fieldValue(record, 'rating'),
    date: fieldValue(record, 'iso_date') ?? fieldValue(record, 'date'),
    updated_at: fieldValue(record, 'iso_date_of_last_edit'),
    text: fieldValue(record, 'extracted_snippet', 'original') ?? fieldValue(record, 'snippet'),
    ...translated(fieldValue(record, 'extracted_snippet', 'translated')),
    source_url: fieldValue(record, 'link'),
    ...replied(
      fieldValue(record, 'response', 'extracted_snippet', 'original') ??
        fieldValue(record, 'response', 'snippet'),
      fieldValue(record, 'response', 'iso_date'),
    ),
    tags: tagsFrom(at(record, 'details')),
  }
}
