/** Judge.me's export. It holds e-mail and IP addresses, which are left alone. */
import type { Draft } from '../draft.ts'
import { has, replied, told } from './fields.ts'
import type { Fields, Sample } from './format.ts'

export const title = 'Judge.me export'

export const recognises = (sample: Sample) =>
  sample.shape === 'table' && has(sample, 'body', 'rating', 'review_date', 'reviewer_name')

export function read(record: Fields): Draft {
  const wasAsked = /^email$/i.test(String(told(record, 'source')))
  return {
    source: 'judgeme',
    author: told(record, 'reviewer_name'),
    rating: told(record, 'rating'),
    date: told(record, 'review_date'),
    title: told(record, 'title'),
    text: told(record, 'body'),
    ...replied(told(record, 'reply'), told(record, 'reply_date')),
    ...(wasAsked && { verification: { level: 'invited', method: 'Asked by e-mail through Judge.me' } }),
  }
}
