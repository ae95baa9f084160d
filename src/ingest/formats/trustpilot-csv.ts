/** The export of Trustpilot Business. Its e-mail addresses and order numbers are not read. */
import type { Draft } from '../values/draft.ts'
import { fieldValue, has, replied } from './fields.ts'
import type { Fields, Sample } from './format.ts'
import { originOf } from './trustpilot-origin.ts'

export const title = 'Trustpilot export'

export const recognizes = (sample: Sample) =>
  sample.shape === 'table' && has(sample, 'Review Id', 'Review Created (UTC)', 'Review Stars')

export function read(record: Fields): Draft {
  return {
    source: 'trustpilot',
    source_id: fieldValue(record, 'Review Id'),
    author: fieldValue(record, 'Review Username'),
    rating: fieldValue(record, 'Review Stars'),
    date: fieldValue(record, 'Review Created (UTC)'),
    title: fieldValue(record, 'Review Title'),
    text: fieldValue(record, 'Review Content'),
    language: fieldValue(record, 'Review Language'),
    ...replied(fieldValue(record, 'Company Response'), fieldValue(record, 'Company Reply Date (UTC)')),
    ...originOf(fieldValue(record, 'Source Of Review')),
    location: fieldValue(record, 'Location Name'),
  }
}
