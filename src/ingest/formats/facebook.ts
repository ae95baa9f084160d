/** A page's ratings as Facebook's Graph API returned them: stars until 2018, recommendations since. */
import type { Draft, Refusal } from '../draft.ts'
import { has, hasAny, told } from './fields.ts'
import type { Fields, Sample } from './format.ts'

export const title = 'Facebook ratings'

export const recognises = (sample: Sample) =>
  sample.shape === 'json' &&
  has(sample, 'created_time') &&
  hasAny(sample, 'recommendation_type', 'has_rating')

export function read(record: Fields): Draft | Refusal {
  const rating = told(record, 'rating')
  if (told(record, 'has_rating') !== true || !isStars(rating))
    return { refused: 'A Facebook recommendation has no stars, and none is invented.' }
  return {
    source: 'facebook',
    author: told(record, 'reviewer', 'name'),
    rating,
    date: told(record, 'created_time'),
    text: told(record, 'review_text'),
  }
}

const isStars = (rating: unknown) => typeof rating === 'number' && rating >= 1 && rating <= 5
