/** The Google Maps reviews scrapers of Apify, as JSON or as a table. */
import type { Draft } from '../draft.ts'
import { tagsFrom } from '../wording.ts'
import { at, has, hasAny, replied, told, translated } from './fields.ts'
import type { Fields, Sample } from './format.ts'

export const title = 'Apify Google Maps reviews'

export const recognises = (sample: Sample) =>
  has(sample, 'stars') && hasAny(sample, 'publishedAtDate', 'publishAt')

export function read(record: Fields): Draft {
  return {
    source: told(record, 'reviewOrigin') ?? 'google',
    source_id: told(record, 'reviewId'),
    author: told(record, 'reviewerName') ?? told(record, 'name'),
    author_avatar_url: told(record, 'reviewerPhotoUrl'),
    rating: told(record, 'stars') ?? told(record, 'rating'),
    date: told(record, 'publishedAtDate') ?? told(record, 'publishAt'),
    retrieved_at: told(record, 'scrapedAt'),
    updated_at: told(record, 'lastEditedAtDate'),
    text: told(record, 'text'),
    language: told(record, 'originalLanguage'),
    ...translated(told(record, 'textTranslated'), told(record, 'translatedLanguage')),
    source_url: told(record, 'reviewUrl'),
    ...replied(told(record, 'responseFromOwnerText'), told(record, 'responseFromOwnerDate')),
    tags: tagsFrom(at(record, 'reviewContext') ?? columnsBelow(record, /^\s*reviewContext\//i)),
    location: told(record, 'title'),
  }
}

/** A table spreads an object over columns: `reviewContext/Positive`. */
function columnsBelow(record: Fields, prefix: RegExp): Fields {
  const columns = Object.entries(record).filter(([name]) => prefix.test(name))
  return Object.fromEntries(columns.map(([name, value]) => [name.replace(prefix, ''), value]))
}
