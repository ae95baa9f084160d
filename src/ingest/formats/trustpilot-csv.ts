/** The export of Trustpilot Business. It holds e-mail addresses and order numbers, which are left alone. */
import type { Draft } from '../draft.ts'
import { has, replied, told } from './fields.ts'
import type { Fields, Sample } from './format.ts'
import { originOf } from './trustpilot-origin.ts'

export const title = 'Trustpilot export'

export const recognises = (sample: Sample) =>
  sample.shape === 'table' && has(sample, 'Review Id', 'Review Created (UTC)', 'Review Stars')

export function read(record: Fields): Draft {
  return {
    source: 'trustpilot',
    source_id: told(record, 'Review Id'),
    author: told(record, 'Review Username'),
    rating: told(record, 'Review Stars'),
    date: told(record, 'Review Created (UTC)'),
    title: told(record, 'Review Title'),
    text: told(record, 'Review Content'),
    language: told(record, 'Review Language'),
    ...replied(told(record, 'Company Response'), told(record, 'Company Reply Date (UTC)')),
    ...originOf(told(record, 'Source Of Review')),
    location: told(record, 'Location Name'),
  }
}
