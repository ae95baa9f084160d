/** What takes code in the formats that websites publish: the JSON Feed of another Firsthand, and schema.org reviews in JSON-LD. */
import { CATALOGS } from '../../locale/locale.ts'
import { Ulid } from '../../model/scalars.ts'
import type { Draft, FieldValue } from '../values/draft.ts'
import type { ComputedFormat } from './describe-format.ts'
import { at, type Fields, fieldValue, has, nameIn, replied } from './format.ts'

export const jsonFeed: ComputedFormat = {
  fields: {
    // Our ids are ULIDs; JSON Feed 1.1 allows anything, preferably a URL.
    id: record => (hasOurId(record) ? fieldValue(record, 'id') : undefined),
    source_id: record => (hasOurId(record) ? undefined : fieldValue(record, 'id')),
    date: record => fieldValue(record, 'date_published')?.toString().slice(0, 'YYYY-MM-DD'.length),
    text: feedText,
    reply: feedReply,
    verification: record => at(record, '_review', 'verification'),
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

export const schemaOrg: ComputedFormat = {
  recognizedBy: sample =>
    has(sample, '@type') || typeof at(sample.first, 'reviewRating') === 'object',
  fields: {
    source: record => nameIn(at(record, 'publisher')),
    // The @id belongs to the review; a url is often that of the page around it.
    source_id: record => linkIn(record, '@id'),
    author: record => nameIn(at(record, 'author')),
    source_url: record => linkIn(record, 'url') ?? linkIn(record, '@id'),
  },
}

function linkIn(record: Fields, name: string): FieldValue {
  const value = fieldValue(record, name)
  return /^https?:\/\//i.test(String(value)) ? value : undefined
}
