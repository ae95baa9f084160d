/** Reviews as Trustpilot's API returns them. */
import type { Draft } from '../draft.ts'
import { has, replied, told } from './fields.ts'
import type { Fields, Sample } from './format.ts'
import { originOf } from './trustpilot-origin.ts'

export const title = 'Trustpilot API'

export const recognises = (sample: Sample) =>
  sample.shape === 'json' && has(sample, 'stars', 'createdAt', 'consumer')

export function read(record: Fields): Draft {
  return {
    source: 'trustpilot',
    source_id: told(record, 'id'),
    author: told(record, 'consumer', 'displayName'),
    rating: told(record, 'stars'),
    date: told(record, 'createdAt'),
    updated_at: told(record, 'updatedAt'),
    title: told(record, 'title'),
    text: told(record, 'text'),
    language: told(record, 'language'),
    ...replied(told(record, 'companyReply', 'text'), told(record, 'companyReply', 'createdAt')),
    ...originOf(told(record, 'source'), told(record, 'reviewVerificationLevel'), told(record, 'isVerified')),
    location: told(record, 'location', 'name'),
  }
}
