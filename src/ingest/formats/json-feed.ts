/** A JSON Feed 1.1 whose items carry `_review`, like the feed of another Firsthand. */
import { CATALOGS } from '../../locale/catalogs.ts'
import { Ulid } from '../../model/scalars.ts'
import type { Draft, FieldValue, Rejection } from '../values/draft.ts'
import { at, fieldValue, has, hasAny, replied } from './fields.ts'
import type { Fields, Sample } from './format.ts'

export const title = 'JSON Feed of Firsthand'

export const recognizes = (sample: Sample) =>
  sample.shape === 'json' && has(sample, 'id') && hasAny(sample, 'content_text', 'content_html', '_review')

export function read(record: Fields): Draft | Rejection {
  if (at(record, '_change') !== undefined)
    return {
      rejected: 'This is the feed of all changes. Import the feed of reviews instead: /api/feed.json.',
    }
  const rating = fieldValue(record, '_review', 'rating')
  if (rating === undefined)
    return { rejected: 'This JSON Feed has no star ratings. Only the feed of another Firsthand has them.' }
  const author = fieldValue(record, 'authors', 'name')
  return {
    source: fieldValue(record, '_review', 'source'),
    ...identityOf(fieldValue(record, 'id')),
    author,
    author_avatar_url: fieldValue(record, 'authors', 'avatar'),
    rating,
    date: fieldValue(record, 'date_published')?.toString().slice(0, 'YYYY-MM-DD'.length),
    updated_at: fieldValue(record, 'date_modified'),
    text: textIn(record, author, rating),
    language: fieldValue(record, 'language'),
    source_url: fieldValue(record, 'external_url'),
    ...replyIn(record),
    verified: fieldValue(record, '_review', 'verified'),
  }
}

/** Our ids are ULIDs; JSON Feed 1.1 allows anything, preferably a URL. */
const identityOf = (id: FieldValue): Pick<Draft, 'id' | 'source_id'> =>
  Ulid.safeParse(id).success ? { id } : { source_id: id }

/** The text for feed readers includes the owner's reply; earlier versions stated no other. */
function textIn(record: Fields, author: FieldValue, rating: FieldValue): FieldValue {
  if (at(record, '_review', 'text') === null) return null
  return (
    fieldValue(record, '_review', 'text') ??
    withoutPlaceholder(fieldValue(record, 'content_text'), author, rating)
  )
}

/** For a rating without a text the feed has a sentence that the customer never wrote. */
const withoutPlaceholder = (text: FieldValue, author: FieldValue, rating: FieldValue) =>
  Object.values(CATALOGS).some(({ feeds }) => feeds.noText === text) ||
  text === oldPlaceholder(author, rating)
    ? null
    : text

/** From feeds of earlier versions. */
const oldPlaceholder = (author: FieldValue, rating: FieldValue) =>
  `${author} gave ${rating} of 5 stars and wrote no text.`

/** The feed writes null where there is no reply. */
function replyIn(record: Fields): Pick<Draft, 'reply'> {
  if (at(record, '_review', 'owner_reply') === null) return { reply: null }
  return replied(
    fieldValue(record, '_review', 'owner_reply', 'text'),
    fieldValue(record, '_review', 'owner_reply', 'date'),
  )
}
