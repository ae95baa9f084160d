/** Outscraper's Google Maps reviews, as a table or as JSON; older files spell the author `autor_`. */
import type { Draft } from '../draft.ts'
import { tagsFrom } from '../wording.ts'
import { at, has, hasAny, replied, told } from './fields.ts'
import type { Fields, Sample } from './format.ts'

export const title = 'Outscraper Google Maps reviews'

/** Outscraper names the fields of other sites alike; only Google's reviews know a place. */
export const recognises = (sample: Sample) =>
  has(sample, 'review_rating') &&
  hasAny(sample, 'review_timestamp', 'review_datetime_utc') &&
  hasAny(sample, 'google_id', 'place_id', 'reviews_id', 'owner_answer')

export function read(record: Fields): Draft {
  return {
    source: 'google',
    source_id: told(record, 'review_id'),
    author: told(record, 'author_title') ?? told(record, 'author_name') ?? told(record, 'autor_name'),
    author_avatar_url: told(record, 'author_image') ?? told(record, 'autor_image'),
    rating: told(record, 'review_rating'),
    // The timestamp cannot be misread; the other has the month before the day.
    date: told(record, 'review_timestamp') ?? told(record, 'review_datetime_utc'),
    text: told(record, 'review_text'),
    source_url: told(record, 'review_link'),
    ...replied(
      told(record, 'owner_answer'),
      told(record, 'owner_answer_timestamp') ?? told(record, 'owner_answer_timestamp_datetime_utc'),
    ),
    tags: tagsFrom(answersIn(at(record, 'review_questions'))),
    location: told(record, 'name'),
  }
}

/** In a table they are JSON in a cell. */
function answersIn(told: unknown): unknown {
  try {
    return typeof told === 'string' ? JSON.parse(told) : told
  } catch {
    return null
  }
}
