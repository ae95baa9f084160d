/** Google Maps reviews from Apify's scrapers, as JSON or as a table. */
import type { Draft } from '../values/draft.ts'
import { tagsFrom } from '../values/review-text.ts'
import { at, fieldValue, has, hasAny, replied, translated } from './fields.ts'
import type { Fields, Sample } from './format.ts'

export const title = 'Apify Google Maps reviews'

export const recognizes = (sample: Sample) =>
  has(sample, 'stars') && hasAny(sample, 'publishedAtDate', 'publishAt')

export function read(record: Fields): Draft {
  return {
    source: fieldValue(record, 'reviewOrigin') ?? 'google',
    source_id: fieldValue(record, 'reviewId'),
    author: fieldValue(record, 'reviewerName') ?? fieldValue(record, 'name'),
    author_avatar_url: fieldValue(record, 'reviewerPhotoUrl'),
    rating: fieldValue(record, 'stars') ?? fieldValue(record, 'rating'),
    date: fieldValue(record, 'publishedAtDate') ?? fieldValue(record, 'publishAt'),
    retrieved_at: fieldValue(record, 'scrapedAt'),
    updated_at: fieldValue(record, 'lastEditedAtDate'),
    text: fieldValue(record, 'text'),
    language: fieldValue(record, 'originalLanguage'),
    ...translated(fieldValue(record, 'textTranslated'), fieldValue(record, 'translatedLanguage')),
    source_url: fieldValue(record, 'reviewUrl'),
    ...replied(fieldValue(record, 'responseFromOwnerText'), fieldValue(record, 'responseFromOwnerDate')),
    tags: tagsFrom(at(record, 'reviewContext') ?? columnsBelow(record, /^\s*reviewContext\//i)),
    location: fieldValue(record, 'title'),
  }
}

/** A table spreads an object over columns: `reviewContext/Positive`. */
function columnsBelow(record: Fields, prefix: RegExp): Fields {
  const columns = Object.entries(record).filter(([name]) => prefix.test(name))
  return Object.fromEntries(columns.map(([name, value]) => [name.replace(prefix, ''), value]))
}
