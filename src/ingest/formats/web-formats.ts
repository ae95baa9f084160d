/** Formats that websites publish: the JSON Feed of another Firsthand, and schema.org reviews in JSON-LD. */
import { CATALOGS } from '../../locale/locale.ts'
import { Ulid } from '../../model/scalars.ts'
import type { Draft, FieldValue } from '../values/draft.ts'
import type { FormatDescription } from './describe-format.ts'
import { at, type Fields, fieldValue, has, nameIn, replied } from './format.ts'

/** A JSON Feed 1.1 whose items carry `_review`. */
export const jsonFeed: FormatDescription = {
  title: 'JSON Feed of Firsthand',
  shape: 'json',
  recognizedBy: ['id', ['content_text', 'content_html', '_review']],
  fields: {
    source: '_review.source',
    // Our ids are ULIDs; JSON Feed 1.1 allows anything, preferably a URL.
    id: record => (hasOurId(record) ? fieldValue(record, 'id') : undefined),
    source_id: record => (hasOurId(record) ? undefined : fieldValue(record, 'id')),
    author: 'authors.name',
    author_avatar_url: 'authors.avatar',
    rating: '_review.rating',
    date: record => fieldValue(record, 'date_published')?.toString().slice(0, 'YYYY-MM-DD'.length),
    updated_at: 'date_modified',
    text: feedText,
    language: 'language',
    source_url: 'external_url',
    reply: feedReply,
    verified: '_review.verified',
    verification: record => at(record, '_review', 'verification'),
    incentive: '_review.incentive',
  },
  rejects(record) {
    if (at(record, '_change') !== undefined)
      return 'This is the feed of all changes. Import the feed of reviews instead: /api/feed.json.'
    return fieldValue(record, '_review', 'rating') === undefined
      ? 'This JSON Feed has no star ratings. Only the feed of another Firsthand has them.'
      : null
  },
}

const hasOurId = (record: Fields) => Ulid.safeParse(at(record, 'id')).success

/** The text for feed readers includes the owner's reply; earlier versions stated no other. */
function feedText(record: Fields): FieldValue {
  if (at(record, '_review', 'text') === null) return null
  const text = fieldValue(record, '_review', 'text')
  if (text !== undefined) return text
  const shown = fieldValue(record, 'content_text')
  return isPlaceholder(shown, record) ? null : shown
}

/** For a rating without a text the feed has a sentence that the customer never wrote; earlier versions had another one. */
const isPlaceholder = (text: FieldValue, record: Fields) =>
  Object.values(CATALOGS).some(({ feeds }) => feeds.noText === text) ||
  text ===
    `${fieldValue(record, 'authors', 'name')} gave ${fieldValue(record, '_review', 'rating')} of 5 stars and wrote no text.`

/** The feed writes null where there is no reply. */
function feedReply(record: Fields): Draft['reply'] {
  const reply = at(record, '_review', 'owner_reply')
  return reply === null ? null : replied(fieldValue(reply, 'text'), fieldValue(reply, 'date')).reply
}

/** A schema.org Review, as web pages carry it. */
export const schemaOrg: FormatDescription = {
  title: 'schema.org reviews (JSON-LD)',
  shape: 'json',
  recognizedBy: sample => has(sample, '@type') || typeof at(sample.first, 'reviewRating') === 'object',
  fields: {
    source: record => nameIn(at(record, 'publisher')),
    // The @id belongs to the review; a url is often that of the page around it.
    source_id: record => linkIn(record, '@id'),
    author: record => nameIn(at(record, 'author')),
    rating: 'reviewRating.ratingValue',
    best_rating: 'reviewRating.bestRating',
    worst_rating: 'reviewRating.worstRating',
    date: 'datePublished',
    updated_at: 'dateModified',
    title: 'name',
    text: ['reviewBody', 'description'],
    language: 'inLanguage',
    source_url: record => linkIn(record, 'url') ?? linkIn(record, '@id'),
  },
}

function linkIn(record: Fields, name: string): FieldValue {
  const value = fieldValue(record, name)
  return /^https?:\/\//i.test(String(value)) ? value : undefined
}
