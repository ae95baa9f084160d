/** Feefo's table of service reviews. It holds e-mail addresses, which are left alone. */
import type { Draft } from '../draft.ts'
import { has, told } from './fields.ts'
import type { Fields, Sample } from './format.ts'

export const title = 'Feefo export'

export const recognises = (sample: Sample) =>
  sample.shape === 'table' && has(sample, 'Feedback Date', 'Service Rating', 'Service Comment')

export function read(record: Fields): Draft {
  return {
    source: 'feefo',
    author: told(record, 'Name'),
    rating: told(record, 'Service Rating'),
    date: told(record, 'Feedback Date'),
    text: told(record, 'Service Comment'),
  }
}
