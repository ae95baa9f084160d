/** Feefo's table of service reviews. Its e-mail addresses are not read. */
import type { Draft } from '../values/draft.ts'
import { fieldValue, has } from './fields.ts'
import type { Fields, Sample } from './format.ts'

export const title = 'Feefo export'

export const recognizes = (sample: Sample) =>
  sample.shape === 'table' && has(sample, 'Feedback Date', 'Service Rating', 'Service Comment')

export function read(record: Fields): Draft {
  return {
    source: 'feefo',
    author: fieldValue(record, 'Name'),
    rating: fieldValue(record, 'Service Rating'),
    date: fieldValue(record, 'Feedback Date'),
    text: fieldValue(record, 'Service Comment'),
  }
}
