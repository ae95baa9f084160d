/** Our own format: what /reviews.json serves, and what anyone may write to import reviews. */
import { ReviewRow, type Tag } from '../../model/review.ts'
import { Ulid } from '../../model/scalars.ts'
import type { Draft, FieldValue } from '../values/draft.ts'
import { photosIn, subRatingsIn } from '../values/review-extras.ts'
import {
  at,
  type Fields,
  type Format,
  fieldValue,
  has,
  plainName,
  replied,
  type Sample,
} from './format.ts'

export const own: Format = {
  title: 'Firsthand reviews',
  recognizes: sample => hasReviews(sample) || hasUpdates(sample),
  ignores: name => !COLUMNS.has(plainName(name)) && !PUBLISHED_ONLY.has(plainName(name)),
  // JSON with ratings in quotation marks was a table once.
  read(record, shape) {
    const isTable = shape === 'table' || typeof at(record, 'rating') === 'string'
    const draft = isTable ? fromTable(record) : fromJson(record)
    const number = numberOf(record)
    return number === undefined
      ? draft
      : { ...draft, source_id: number, id: isTable ? undefined : null }
  },
}

const NUMBER = /^(?!.{26}$)\S+$/

/** Whoever writes a file may number the reviews. What is as long as an id of ours was meant as one. */
function numberOf(record: Fields): string | undefined {
  const [id, stated] = [fieldValue(record, 'id'), fieldValue(record, 'source_id')]
  return stated === undefined && NUMBER.test(String(id ?? '')) ? String(id) : undefined
}

/**
 * SerpApi's records have the three fields too, but a user instead of an author. So may tables of other services, with the text
 * in a column that we would ignore.
 */
const hasReviews = (sample: Sample) =>
  has(sample, 'rating', 'date', 'source') &&
  !has(sample, 'user') &&
  (sample.shape === 'json' || has(sample, 'text'))

/** People who write a file by hand call the reply `reply`. */
const REPLY = ['owner_reply', 'reply'] as const
const REPLY_DATE = ['owner_reply_date', 'reply_date'] as const

const COLUMNS = new Set([...Object.keys(ReviewRow.shape), ...REPLY, ...REPLY_DATE])

/** Further columns of /reviews.csv and keys of /reviews.json: the service derives them, or a table cannot hold them. */
const PUBLISHED_ONLY = new Set([
  ...[
    'mentions',
    'revision',
    'verification_method',
    'verification_basis',
    'translation_language',
    'url',
  ],
  ...['technicians', 'services', 'service_areas', 'tags_positive', 'tags_negative'],
])

/** Some fields of stored reviews: every column must be ours, because there is little else to go by. */
const hasUpdates = (sample: Sample) =>
  has(sample, 'source') &&
  (has(sample, 'source_id') || Ulid.safeParse(at(sample.first, 'id')).success) &&
  [...sample.fields].every(name => COLUMNS.has(plainName(name)))

/** Every value is taken as it stands, so that a wrong one is reported rather than ignored. */
function fromJson(record: Fields): Draft {
  const tags = at(record, 'tags')
  return {
    ...plainFields(name => at(record, name) as FieldValue),
    // null marks the row as ours.
    id: (at(record, 'id') ?? null) as FieldValue,
    reply: replyIn(record),
    translation: pick(at(record, 'translation'), 'text', 'language'),
    verification: pick(at(record, 'verification'), 'level', 'method', 'basis'),
    tags: tags && [tags].flat().map(tag => pick(tag, 'label', 'sentiment') as unknown as Tag),
    photos: photosIn(at(record, 'photos')) ?? plainIn(record, 'photos'),
    sub_ratings: subRatingsIn(at(record, 'sub_ratings')) ?? plainIn(record, 'sub_ratings'),
  } as Draft
}

/** As we publish it; or by the other name, where it may be a text with its date beside it. */
function replyIn(record: Fields): Draft['reply'] {
  const [published, written] = REPLY.map(name => at(record, name))
  if (published !== undefined) return pick(published, 'text', 'date')
  return typeof written === 'string'
    ? { text: written, date: fieldValue(record, 'reply_date') }
    : pick(written, 'text', 'date')
}

/** What should be a list or an object. Of those, what cannot be read is left out: a link that is wrong is no reason to lose a review. */
const plainIn = (record: Fields, name: string) =>
  typeof at(record, name) === 'object' ? undefined : at(record, name)

/** The reply is a column of text with its date in another, and the verification is its level. */
function fromTable(record: Fields): Draft {
  const cell = (name: string) => (at(record, name) === null ? null : fieldValue(record, name))
  const firstOf = (names: readonly string[]) => names.map(cell).find(value => value !== undefined)
  const [reply, level] = [firstOf(REPLY), cell('verification')]
  return {
    ...plainFields(cell),
    id: fieldValue(record, 'id'),
    rating: asInJson(cell('rating')),
    verified: asInJson(cell('verified')),
    incentive: asInJson(cell('incentive')),
    photos: photosIn(at(record, 'photos')),
    sub_ratings: subRatingsIn(at(record, 'sub_ratings')),
    ...(reply === null ? { reply } : replied(reply, firstOf(REPLY_DATE))),
    ...(level !== undefined && { verification: level && { level } }),
  }
}

/** Fields that are more than one value. */
const STRUCTURED = [
  'id',
  'owner_reply',
  'translation',
  'verification',
  'tags',
  'photos',
  'sub_ratings',
] as const
type PlainName = Exclude<keyof typeof ReviewRow.shape, (typeof STRUCTURED)[number]>

const PLAIN = Object.keys(ReviewRow.shape).filter(
  name => !STRUCTURED.some(one => one === name),
) as PlainName[]

const plainFields = (value: (name: string) => FieldValue) =>
  Object.fromEntries(PLAIN.map(name => [name, value(name)])) as Record<PlainName, FieldValue>

/** Picks fields of an object, and nothing else of it. */
function pick<Name extends string>(value: unknown, ...names: Name[]) {
  if (value === null || value === undefined) return value
  return Object.fromEntries(names.map(name => [name, at(value, name)])) as Record<Name, FieldValue>
}

const asInJson = (cell: FieldValue): FieldValue => {
  const text = String(cell).toLowerCase()
  return /^(?:[1-5]|true|false)$/.test(text) ? JSON.parse(text) : cell
}
