/** A Review in schema.org's vocabulary, as web pages carry it in JSON-LD. */
import type { Draft, Told } from '../draft.ts'
import { at, hasAny, nameOf, told } from './fields.ts'
import type { Fields, Sample } from './format.ts'

export const title = 'schema.org reviews (JSON-LD)'

export const recognises = (sample: Sample) =>
  sample.shape === 'json' && hasAny(sample, '@type', 'reviewRating')

export function read(record: Fields): Draft {
  const id = linkOnly(told(record, '@id'))
  return {
    source: nameOf(at(record, 'publisher')),
    // The @id is the review's own; a url is often that of the page around it.
    source_id: id,
    author: nameOf(at(record, 'author')),
    rating: told(record, 'reviewRating', 'ratingValue'),
    best_rating: told(record, 'reviewRating', 'bestRating'),
    worst_rating: told(record, 'reviewRating', 'worstRating'),
    date: told(record, 'datePublished'),
    updated_at: told(record, 'dateModified'),
    title: told(record, 'name'),
    text: told(record, 'reviewBody') ?? told(record, 'description'),
    language: told(record, 'inLanguage'),
    source_url: linkOnly(told(record, 'url')) ?? id,
  }
}

const linkOnly = (value: Told) => (/^https?:\/\//i.test(String(value)) ? value : undefined)
