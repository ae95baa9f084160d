/** Google Business Profile: what its API v4 lists, and the same reviews as Google Takeout hands them out. */
import type { Draft, Told } from '../draft.ts'
import { has, replied, told } from './fields.ts'
import type { Fields, Sample } from './format.ts'

export const title = 'Google Business Profile (API or Takeout)'

export const recognises = (sample: Sample) =>
  sample.shape === 'json' && has(sample, 'starRating', 'createTime')

export function read(record: Fields): Draft {
  const isAnonymous = told(record, 'reviewer', 'isAnonymous') === true
  return {
    source: 'google',
    source_id: told(record, 'reviewId') ?? lastPart(told(record, 'name')),
    author: isAnonymous ? undefined : told(record, 'reviewer', 'displayName'),
    author_avatar_url: isAnonymous ? undefined : told(record, 'reviewer', 'profilePhotoUrl'),
    rating: told(record, 'starRating'),
    date: told(record, 'createTime'),
    updated_at: told(record, 'updateTime'),
    text: told(record, 'comment'),
    ...replied(told(record, 'reviewReply', 'comment'), told(record, 'reviewReply', 'updateTime')),
  }
}

/** The reviewId of `accounts/…/locations/…/reviews/<reviewId>`, which stays the same under every account. */
const lastPart = (name: Told) => (typeof name === 'string' ? /reviews\/([^/]+)$/.exec(name)?.[1] : undefined)
