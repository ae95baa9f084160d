/** Reviews of the Yelp Open Dataset, which names no authors. */
import type { Draft } from '../draft.ts'
import { has, told } from './fields.ts'
import type { Fields, Sample } from './format.ts'

export const title = 'Yelp Open Dataset'

export const recognises = (sample: Sample) =>
  sample.shape === 'json' && has(sample, 'review_id', 'business_id', 'stars', 'text', 'date')

export function read(record: Fields): Draft {
  return {
    source: 'yelp',
    source_id: told(record, 'review_id'),
    rating: told(record, 'stars'),
    date: told(record, 'date'),
    text: told(record, 'text'),
  }
}
