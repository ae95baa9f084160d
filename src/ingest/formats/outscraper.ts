/** Outscraper's Google Maps reviews, as a table or as JSON; older files spell the author `autor_`. */
import type { Draft } from '../values/draft.ts'
import { tagsFrom } from '../values/review-text.ts'
import { at, fieldValue, has, hasAny, replied } from './fields.ts'
import type { Fields, Sample } from './format.ts'

export const title = 'Outscraper Google Maps reviews'

/** Outscraper uses the same field names for other sites; only Google's reviews have a place. */
export const recognizes = (sample: Sample) =>
  has(sample, 'review_rating') &&
  hasAny(sample, 'review_timestamp', 'review_datetime_utc') &&
  hasAny(sample, 'google_id', 'place_id', 'reviews_id', 'owner_answer')

export function read(record: Fields): Draft {
  return {
    source: 'google',
    source_id: fieldValue(record, 'review_id'),
    author:
      fieldValue(record, 'author_title') ??
      fieldValue(record, 'author_name') ??
      fieldValue(record, 'autor_name'),
    author_avatar_url: fieldValue(record, 'author_image') ?? fieldValue(record, 'autor_image'),
    rating: fieldValue(record, 'review_rating'),
    // The timestamp is unambiguous; the other has the month before the day.
    date: fieldValue(record, 'review_timestamp') ?? fieldValue(record, 'review_datetime_utc'),
    text: fieldValue(record, 'review_text'),
    source_url: fieldValue(record, 'review_link'),
    ...replied(
      fieldValue(record, 'owner_answer'),
      fieldValue(record, 'owner_answer_timestamp') ??
        fieldValue(record, 'owner_answer_timestamp_datetime_utc'),
    ),
    tags: tagsFrom(answersIn(at(record, 'review_questions'))),
    location: fieldValue(record, 'name'),
  }
}

/** In a table they are JSON in a cell. */
function answersIn(value: unknown): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : value
  } catch {
    return null
  }
}
