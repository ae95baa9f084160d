/** Our own rows: what /reviews.json serves, and what anybody may write to get reviews in. */
import type { Tag } from '../../model/review.ts'
import type { Draft, FieldValue } from '../values/draft.ts'
import { at, fieldValue, has, replied } from './fields.ts'
import type { Fields, Sample } from './format.ts'

export const title = 'Firsthand reviews'

/**
 * SerpApi's records have the three fields too, and a user instead of an author. A table of others may have them, and its words
 * in a column that we would pass over.
 */
export const recognizes = (sample: Sample) =>
  has(sample, 'rating', 'date', 'source') &&
  !has(sample, 'user') &&
  (sample.shape === 'json' || has(sample, 'text'))

/** The cells of a table are strings, and JSON tells a rating as a number. */
export const read = (record: Fields): Draft =>
  typeof at(record, 'rating') === 'string' ? fromTable(record) : fromJson(record)

/** Every value as it stands, so that a wrong one is named and not passed over. */
function fromJson(record: Fields): Draft {
  const reply = pair(at(record, 'owner_reply'), 'text', 'date')
  const translation = pair(at(record, 'translation'), 'text', 'language')
  const verification = pair(at(record, 'verification'), 'level', 'method')
  const tags = at(record, 'tags') ?? []
  return {
    ...plainFields(name => at(record, name) as FieldValue),
    // null marks the row as ours.
    id: (at(record, 'id') ?? null) as FieldValue,
    ...(reply && { reply }),
    ...(translation && { translation }),
    ...(verification && { verification }),
    tags: [tags].flat().map(tag => pair(tag, 'label', 'sentiment') as unknown as Tag),
  }
}

/** The reply is a column of words with its date in another, and the verification is its level. */
function fromTable(record: Fields): Draft {
  const level = fieldValue(record, 'verification')
  return {
    ...plainFields(name => fieldValue(record, name)),
    id: fieldValue(record, 'id'),
    rating: asInJson(fieldValue(record, 'rating')),
    verified: asInJson(fieldValue(record, 'verified')),
    ...replied(fieldValue(record, 'owner_reply'), fieldValue(record, 'owner_reply_date')),
    ...(level !== undefined && { verification: { level, method: null } }),
  }
}

const plainFields = (told: (name: string) => FieldValue) => ({
  source: told('source'),
  source_id: told('source_id'),
  author: told('author'),
  author_avatar_url: told('author_avatar_url'),
  rating: told('rating'),
  date: told('date'),
  date_precision: told('date_precision'),
  updated_at: told('updated_at'),
  text: told('text'),
  language: told('language'),
  source_url: told('source_url'),
  verified: told('verified'),
})

/** Two fields of an object, and nothing else of it; null where there is no object. */
function pair<A extends string, B extends string>(
  value: unknown,
  one: A,
  other: B,
): Record<A | B, FieldValue> | null {
  if (value === null || value === undefined) return null
  return { [one]: at(value, one), [other]: at(value, other) } as Record<A | B, FieldValue>
}

const asInJson = (cell: FieldValue): FieldValue => {
  const text = String(cell).toLowerCase()
  return /^(?:[1-5]|true|false)$/.test(text) ? JSON.parse(text) : cell
}
