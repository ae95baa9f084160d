/** Okendo's table of reviews. It holds e-mail addresses, which are left alone. */
import type { Draft } from '../draft.ts'
import { has, hasAny, told } from './fields.ts'
import type { Fields, Sample } from './format.ts'

export const title = 'Okendo export'

export const recognises = (sample: Sample) =>
  sample.shape === 'table' &&
  has(sample, 'name', 'body', 'rating', 'dateCreated') &&
  hasAny(sample, 'handle', 'productId', 'sku')

export function read(record: Fields): Draft {
  return {
    source: 'okendo',
    author: told(record, 'name'),
    rating: told(record, 'rating'),
    date: told(record, 'dateCreated'),
    title: told(record, 'title'),
    text: told(record, 'body'),
  }
}
