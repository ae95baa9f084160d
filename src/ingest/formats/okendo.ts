/** Okendo's table of reviews. Its e-mail addresses are not read. */
import type { Draft } from '../values/draft.ts'
import { fieldValue, has, hasAny } from './fields.ts'
import type { Fields, Sample } from './format.ts'

export const title = 'Okendo export'

export const recognizes = (sample: Sample) =>
  sample.shape === 'table' &&
  has(sample, 'name', 'body', 'rating', 'dateCreated') &&
  hasAny(sample, 'handle', 'productId', 'sku')

export function read(record: Fields): Draft {
  return {
    source: 'okendo',
    author: fieldValue(record, 'name'),
    rating: fieldValue(record, 'rating'),
    date: fieldValue(record, 'dateCreated'),
    title: fieldValue(record, 'title'),
    text: fieldValue(record, 'body'),
  }
}
