/** Loox's table of reviews. It holds e-mail addresses, which are left alone. */
import type { Draft } from '../draft.ts'
import { has, hasAny, told } from './fields.ts'
import type { Fields, Sample } from './format.ts'

export const title = 'Loox export'

export const recognises = (sample: Sample) =>
  sample.shape === 'table' &&
  has(sample, 'author', 'rating', 'body', 'created_at') &&
  hasAny(sample, 'product_handle', 'photo_url', 'verified_purchase')

export function read(record: Fields): Draft {
  const wasBought = /^(true|yes|1)$/i.test(String(told(record, 'verified_purchase')).trim())
  return {
    source: 'loox',
    author: told(record, 'author'),
    rating: told(record, 'rating'),
    date: told(record, 'created_at'),
    text: told(record, 'body'),
    ...(wasBought && { verification: { level: 'transaction', method: 'Purchase verified by Loox' } }),
  }
}
