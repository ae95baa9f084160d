/** A schema.org Review, as web pages carry it in JSON-LD. */
import type { Draft, FieldValue } from '../values/draft.ts'
import { at, fieldValue, has, nameIn } from './fields.ts'
import type { Fields, Sample } from './format.ts'

export const title = 'schema.org reviews (JSON-LD)'

export const recognizes = (sample: Sample) =>
  sample.shape === 'json' && (has(sample, '@type') || typeof at(sample.first, 'reviewRating') === 'object')

export function read(record: Fields): Draft {
  const id = linkOnly(fieldValue(record, '@id'))
  return {
    source: nameIn(at(record, 'publisher')),
    // The @id belongs to the review; a url is often that of the page around it.
    source_id: id,
    author: nameIn(at(record, 'author')),
    rating: fieldValue(record, 'reviewRating', 'ratingValue'),
    best_rating: fieldValue(record, 'reviewRating', 'bestRating'),
    worst_rating: fieldValue(record, 'reviewRating', 'worstRating'),
    date: fieldValue(record, 'datePublished'),
    updated_at: fieldValue(record, 'dateModified'),
    title: fieldValue(record, 'name'),
    text: fieldValue(record, 'reviewBody') ?? fieldValue(record, 'description'),
    language: fieldValue(record, 'inLanguage'),
    source_url: linkOnly(fieldValue(record, 'url')) ?? id,
  }
}

const linkOnly = (value: FieldValue) => (/^https?:\/\//i.test(String(value)) ? value : undefined)
