/** A page's ratings as Facebook's Graph API returned them: stars until 2018, recommendations since. */
import type { Draft, Rejection } from '../values/draft.ts'
import { fieldValue, has, hasAny } from './fields.ts'
import type { Fields, Sample } from './format.ts'

export const title = 'Facebook ratings'

export const recognizes = (sample: Sample) =>
  sample.shape === 'json' &&
  has(sample, 'created_time') &&
  hasAny(sample, 'recommendation_type', 'has_rating')

export function read(record: Fields): Draft | Rejection {
  const rating = fieldValue(record, 'rating')
  if (fieldValue(record, 'has_rating') !== true || !isStars(rating))
    return { rejected: 'A Facebook recommendation has no stars, and none are invented.' }
  return {
    source: 'facebook',
    author: fieldValue(record, 'reviewer', 'name'),
    rating,
    date: fieldValue(record, 'created_time'),
    text: fieldValue(record, 'review_text'),
  }
}

const isStars = (rating: unknown) => typeof rating === 'number' && rating >= 1 && rating <= 5
