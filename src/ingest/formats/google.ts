/** Google Business Profile: reviews as listed by its API v4, and the same reviews from Google Takeout. */
import type { Draft, FieldValue } from '../values/draft.ts'
import { fieldValue, has, replied } from './fields.ts'
import type { Fields, Sample } from './format.ts'

export const title = 'Google Business Profile (API or Takeout)'

export const recognizes = (sample: Sample) =>
  sample.shape === 'json' && has(sample, 'starRating', 'createTime')

export function read(record: Fields): Draft {
  // A reviewer who turned anonymous must not keep the stored name and picture, so both are cleared.
  const isAnonymous = fieldValue(record, 'reviewer', 'isAnonymous') === true
  return {
    source: 'google',
    source_id: fieldValue(record, 'reviewId') ?? idInName(fieldValue(record, 'name')),
    author: isAnonymous ? null : fieldValue(record, 'reviewer', 'displayName'),
    author_avatar_url: isAnonymous ? null : fieldValue(record, 'reviewer', 'profilePhotoUrl'),
    rating: fieldValue(record, 'starRating'),
    date: fieldValue(record, 'createTime'),
    updated_at: fieldValue(record, 'updateTime'),
    text: fieldValue(record, 'comment'),
    ...replied(fieldValue(record, 'reviewReply', 'comment'), fieldValue(record, 'reviewReply', 'updateTime')),
  }
}

/** The reviewId of `accounts/…/locations/…/reviews/<reviewId>`, which is the same under every account. */
const idInName = (name: FieldValue) =>
  typeof name === 'string' ? /reviews\/([^/]+)$/.exec(name)?.[1] : undefined
