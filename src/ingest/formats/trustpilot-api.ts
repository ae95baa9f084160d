/** Reviews as Trustpilot's API returns them. */
import type { Draft } from '../values/draft.ts'
import { fieldValue, has, replied } from './fields.ts'
import type { Fields, Sample } from './format.ts'
import { originOf } from './trustpilot-origin.ts'

export const title = 'Trustpilot API'

export const recognizes = (sample: Sample) =>
  sample.shape === 'json' && has(sample, 'stars', 'createdAt', 'consumer')

export function read(record: Fields): Draft {
  return {
    source: 'trustpilot',
    source_id: fieldValue(record, 'id'),
    author: fieldValue(record, 'consumer', 'displayName'),
    rating: fieldValue(record, 'stars'),
    date: fieldValue(record, 'createdAt'),
    updated_at: fieldValue(record, 'updatedAt'),
    title: fieldValue(record, 'title'),
    text: fieldValue(record, 'text'),
    language: fieldValue(record, 'language'),
    ...replied(fieldValue(record, 'companyReply', 'text'), fieldValue(record, 'companyReply', 'createdAt')),
    ...originOf(
      fieldValue(record, 'source'),
      fieldValue(record, 'reviewVerificationLevel'),
      fieldValue(record, 'isVerified'),
    ),
    location: fieldValue(record, 'location', 'name'),
  }
}
