/** Google Maps reviews as SerpApi returns them. */
import type { Draft } from '../draft.ts'
import { tagsFrom } from '../wording.ts'
import { at, has, hasAny, replied, told, translated } from './fields.ts'
import type { Fields, Sample } from './format.ts'

export const title = 'SerpApi Google Maps reviews'

export const recognises = (sample: Sample) =>
  sample.shape === 'json' &&
  has(sample, 'rating', 'user') &&
  hasAny(sample, 'iso_date', 'snippet', 'extracted_snippet')

export function read(record: Fields): Draft {
  return {
    source: told(record, 'source') ?? 'google',
    source_id: told(record, 'review_id'),
    author: told(record, 'user', 'name'),
    author_avatar_url: told(record, 'user', 'thumbnail'),
    rating: told(record, 'rating'),
    date: told(record, 'iso_date') ?? told(record, 'date'),
    updated_at: told(record, 'iso_date_of_last_edit'),
    text: told(record, 'extracted_snippet', 'original') ?? told(record, 'snippet'),
    ...translated(told(record, 'extracted_snippet', 'translated')),
    source_url: told(record, 'link'),
    ...replied(
      told(record, 'response', 'extracted_snippet', 'original') ?? told(record, 'response', 'snippet'),
      told(record, 'response', 'iso_date'),
    ),
    tags: tagsFrom(at(record, 'details')),
  }
}
