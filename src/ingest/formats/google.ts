/** Google Business Profile: what its API v4 lists, and the same reviews as Google Takeout hands them out. */
import type { Draft, FieldValue } from '../values/draft.ts'
import { fieldValue, has, replied } from './fields.ts'
import type { Fields, Sample } from './format.ts'

export const title = 'Google Business Profile (API or Takeout)'

export const recognizes = (sample: Sample) =>
  sample.shape === 'json' && has(sample, 'starRating', 'createTime')

export function read(record: Fields): Draft {
  const isAnonymous = fieldValue(record, 'reviewer', 'isAnonymous') === true
  return {
    source: 'google',
    source_id: fieldValue(record, 'reviewId') ?? lastPart(fieldValue(record, 'name')),
    author: isAnonymous ? undefined : fieldValue(record, 'reviewer', 'displayName'),
    author_avatar_url: isAnonymous ? undefined : fieldValue(record, 'reviewer', 'profilePhotoUrl'),
    rating: fieldValue(record, 'starRating'),
    date: fieldValue(record, 'createTime'),
    updated_at: fieldValue(record, 'updateTime'),
    text: fieldValue(record, 'comment'),
    ...replied(fieldValue(record, 'reviewReply', 'comment'), fieldValue(record, 'reviewReply', 'updateTime')),
  }
}

/** The reviewId of `accounts/…/locations/…/reviews/<reviewId>`, which stays the same under every account. */
const lastPart = (name: FieldValue) =>
  typeof name === 'string' ? /reviews\/([^/]+)$/.exec(name)?.[1] : undefined
