/** Judge.me's export. Its e-mail and IP addresses are not read. */
import type { Draft } from '../values/draft.ts'
import { fieldValue, has, replied } from './fields.ts'
import type { Fields, Sample } from './format.ts'

export const title = 'Judge.me export'

export const recognizes = (sample: Sample) =>
  sample.shape === 'table' && has(sample, 'body', 'rating', 'review_date', 'reviewer_name')

export function read(record: Fields): Draft {
  const wasInvited = /^email$/i.test(String(fieldValue(record, 'source')))
  return {
    source: 'judgeme',
    author: fieldValue(record, 'reviewer_name'),
    rating: fieldValue(record, 'rating'),
    date: fieldValue(record, 'review_date'),
    title: fieldValue(record, 'title'),
    text: fieldValue(record, 'body'),
    ...replied(fieldValue(record, 'reply'), fieldValue(record, 'reply_date')),
    ...(wasInvited && { verification: { level: 'invited', method: 'Asked by e-mail through Judge.me' } }),
  }
}
