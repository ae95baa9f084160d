/** A JSON Feed 1.1 whose items carry `_review`, as those of another Firsthand do. */
import { Ulid } from '../../model/scalars.ts'
import type { Draft, Refusal, Told } from '../draft.ts'
import { has, hasAny, replied, told } from './fields.ts'
import type { Fields, Sample } from './format.ts'

export const title = 'JSON Feed of Firsthand'

export const recognises = (sample: Sample) =>
  sample.shape === 'json' && has(sample, 'id') && hasAny(sample, 'content_text', 'content_html', '_review')

export function read(record: Fields): Draft | Refusal {
  const rating = told(record, '_review', 'rating')
  if (rating === undefined)
    return { refused: 'This JSON Feed has no star ratings. Only the feed of another Firsthand has them.' }
  const author = told(record, 'authors', 'name')
  return {
    source: told(record, '_review', 'source'),
    ...identityOf(told(record, 'id')),
    author,
    author_avatar_url: told(record, 'authors', 'avatar'),
    rating,
    date: told(record, 'date_published')?.toString().slice(0, 'YYYY-MM-DD'.length),
    updated_at: told(record, 'date_modified'),
    text: ownWords(told(record, 'content_text'), author, rating),
    language: told(record, 'language'),
    source_url: told(record, 'external_url'),
    ...replied(
      told(record, '_review', 'owner_reply', 'text'),
      told(record, '_review', 'owner_reply', 'date'),
    ),
    verified: told(record, '_review', 'verified'),
  }
}

/** Ours is a ULID; JSON Feed 1.1 allows anything, best a URL. */
const identityOf = (id: Told): Pick<Draft, 'id' | 'source_id'> =>
  Ulid.safeParse(id).success ? { id } : { source_id: id }

/** Of a rating without words the feed says so in a sentence that the customer never wrote. */
const ownWords = (text: Told, author: Told, rating: Told) =>
  text === `${author} gave ${rating} of 5 stars and wrote no text.` ? undefined : text
