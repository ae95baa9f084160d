/** Loox's table of reviews. Its e-mail addresses are not read. */
import type { Draft } from '../values/draft.ts'
import { fieldValue, has, hasAny } from './fields.ts'
import type { Fields, Sample } from './format.ts'

export const title = 'Loox export'

export const recognizes = (sample: Sample) =>
  sample.shape === 'table' &&
  has(sample, 'author', 'rating', 'body', 'created_at') &&
  hasAny(sample, 'product_handle', 'photo_url', 'verified_purchase')

export function read(record: Fields): Draft {
  const wasBought = /^(true|yes|1)$/i.test(String(fieldValue(record, 'verified_purchase')).trim())
  return {
    source: 'loox',
    author: fieldValue(record, 'author'),
    rating: fieldValue(record, 'rating'),
    date: fieldValue(record, 'created_at'),
    text: fieldValue(record, 'body'),
    ...(wasBought && { verification: { level: 'transaction', method: 'Purchase verified by Loox' } }),
  }
}
