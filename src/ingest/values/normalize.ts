/** Turns a draft into a valid row, or lists everything that is wrong with it. */
import { plainError } from '../../model/plain-errors.ts'
import { ReviewRow } from '../../model/review.ts'
import { type DateContext, type DateValue, readDate, readSpan } from './date-value.ts'
import type { Draft, FieldValue } from './draft.ts'
import * as values from './field-values.ts'
import { distinctTags, joinTitle, splitText, splitTranslation } from './review-text.ts'

export type Fault = { field: string; message: string }

type Normalized = { row: ReviewRow } | { faults: Fault[] }

export function normalize(draft: Draft, context: DateContext): Normalized {
  return isOwn(draft) ? fromOwn(draft, context) : fromForeign(draft, contextOf(draft, context))
}

/** Only our own files have these two fields; `id: null` marks them too. */
const isOwn = ({ id, date_precision }: Draft) => id !== undefined || date_precision !== undefined

/** Values of our own files are taken literally, but an e-mail address is never a name. */
function fromOwn({ reply, ...draft }: Draft, context: DateContext): Normalized {
  const { author, source_id } = draft
  const fields = {
    ...draft,
    ...ownDate(draft, context),
    author: typeof author === 'string' && !values.isName(author) ? null : author,
    source_id: typeof source_id === 'string' && !values.isIdentifier(source_id) ? null : source_id,
    author_avatar_url: unlessAddress(draft.author_avatar_url),
    source_url: ownLink(draft.source_url),
    verification: unlessAddress(draft.verification),
    tags: draft.tags?.filter?.(tag => unlessAddress(tag) !== undefined) ?? draft.tags,
    owner_reply: reply && {
      ...reply,
      ...(reply.date !== undefined && { date: dayOf(reply.date) }),
    },
    title: undefined,
  }
  return check(fields, values.cleanedText(draft.source) === '' ? [SOURCE_IS_MISSING] : [])
}

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/i

/** The day of a complete time; any other value as it stands. */
const dayOf = (value: FieldValue): FieldValue =>
  typeof value === 'string' && RFC_3339.test(value) ? value.slice(0, 10) : value

/** A time is reduced to its day, and a relative date counts back from the day of retrieval. */
function ownDate(draft: Draft, context: DateContext): Pick<Draft, 'date' | 'date_precision'> {
  if (typeof draft.date !== 'string' || !readSpan(draft.date)) return { date: dayOf(draft.date) }
  const known = knownDate(draft.date, contextOf(draft, context))
  return known ? { date: known.date, date_precision: known.precision } : {}
}

/** Returns undefined for anything with an e-mail address in it. */
const unlessAddress = <T>(value: T): T | undefined =>
  values.isIdentifier(values.decodeAt(JSON.stringify(value) ?? '')) ? value : undefined

/** Anything but a link to a review is for the model to judge. */
const ownLink = (value: FieldValue) =>
  values.linkOf(value) !== null && values.reviewLinkOf(value) === null ? null : unlessAddress(value)

function fromForeign(draft: Draft, context: DateContext): Normalized {
  const source = values.sourceOf(draft.source)
  const rating = isBlank(draft.rating)
    ? undefined
    : values.readRating(draft.rating, draft.best_rating, draft.worst_rating)
  const day = isBlank(draft.date) ? undefined : readDate(draft.date, context)
  const faults: Fault[] = []
  if (source === null)
    faults.push(values.isIdentifier(String(draft.source)) ? SOURCE_IS_MISSING : SOURCE_IS_ADDRESS)
  if (typeof rating === 'object') faults.push({ field: 'rating', message: rating.problem })
  if (day && 'problem' in day) faults.push({ field: 'date', message: day.problem })
  const fields = {
    ...(day && 'date' in day && { date: day.date, date_precision: day.precision }),
    ...wordsOf(draft),
    source,
    rating,
    source_id: values.identifierOf(draft.source_id),
    author: isBlank(draft.author)
      ? clearedOrMissing(draft.author)
      : values.authorName(draft.author),
    author_avatar_url:
      values.linkOf(draft.author_avatar_url) ?? clearedOrMissing(draft.author_avatar_url),
    source_url: values.reviewLinkOf(draft.source_url) ?? clearedOrMissing(draft.source_url),
    language: values.languageTagOf(draft.language) ?? clearedOrMissing(draft.language),
    owner_reply: replyOf(draft, context),
    updated_at: knownDate(draft.updated_at, context)?.at,
    verified: values.flagOf(draft.verified) ?? clearedOrMissing(draft.verified),
    verification: ReviewRow.shape.verification.safeParse(draft.verification).data,
    incentive: values.flagOf(draft.incentive) ?? clearedOrMissing(draft.incentive),
    ...{ photos: draft.photos, sub_ratings: draft.sub_ratings },
  }
  return check(fields, faults)
}

const isBlank = (value: FieldValue) => values.cleanedText(value) === ''

/** A value that cannot be read counts as missing. */
const clearedOrMissing = (value: unknown): null | undefined => (value === null ? null : undefined)

const SOURCE_IS_MISSING: Fault = {
  field: 'source',
  message: 'is missing: say where the reviews were written, such as --source google',
}

/** The value itself is private. */
const SOURCE_IS_ADDRESS: Fault = {
  field: 'source',
  message:
    'is an e-mail address, which is never published. Choose another column for where the reviews were written, or say it for all of them, such as --source google',
}

/** A record may carry the day it was retrieved. */
function contextOf(draft: Draft, { order, retrievedAt }: DateContext): DateContext {
  const own = knownDate(draft.retrieved_at, { order, retrievedAt: null })
  return { order, retrievedAt: own?.at ?? own?.date ?? retrievedAt }
}

function knownDate(value: FieldValue, context: DateContext): DateValue | null {
  const read = readDate(value, context)
  return 'problem' in read ? null : read
}

/** A reply without a readable date gets one when it is merged: the stored reply may have it. */
function replyOf({ reply }: Draft, context: DateContext): ReviewRow['owner_reply'] {
  if (!reply) return reply
  const { original: text } = splitTranslation(values.cleanedText(reply.text))
  const date = knownDate(reply.date, context)?.date
  return text === '' ? undefined : { text, ...(date && { date }) }
}

function wordsOf(draft: Draft) {
  const parts = splitText(values.cleanedText(draft.text))
  const title = values.cleanedText(draft.title)
  const translation = values.cleanedText(draft.translation?.text) || parts.translation
  const language = values.languageTagOf(draft.translation?.language)
  const tags = distinctTags([...(draft.tags ?? []), ...parts.tags])
  return {
    ...(isBlank(draft.text)
      ? { text: clearedOrMissing(draft.text), title: title || undefined }
      : { text: joinTitle(title, parts.text) }),
    translation: translation
      ? { text: translation, ...(language && { language }) }
      : clearedOrMissing(draft.translation),
    tags: tags.length > 0 ? tags : draft.tags === null ? [] : undefined,
  }
}

/** The model has the last word, except about fields that have a fault already. */
function check({ title, ...fields }: Record<string, unknown>, faults: Fault[]): Normalized {
  const isTitleOnly = title !== undefined && fields.text === undefined
  const stated = withoutMissing(isTitleOnly ? { ...fields, text: title } : fields)
  const { data, error } = ReviewRow.safeParse(stated, { error: plainError })
  const faulty = new Set(faults.map(({ field }) => field))
  const issues =
    error?.issues.map(({ path, message }) => ({ field: path.join('.') || 'row', message })) ?? []
  const isNew = ({ field }: Fault) => !faulty.has(field)
  const found = [...faults, ...[...missingFrom(fields), ...issues].filter(isNew)]
  if (!data || found.length > 0) return { faults: found }
  if (!isTitleOnly) return { row: data }
  const { text, ...row } = data
  return { row: { ...row, ...(text && { title: text }) } }
}

/** Keeps the fields that have a value, null included. */
export const withoutMissing = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>
  }

/** Only a row that names its review can leave out what the stored review has. */
export function missingFrom(fields: Record<string, unknown>): Fault[] {
  if (typeof fields.source_id === 'string' || typeof fields.id === 'string') return []
  return REQUIRED.filter(field => fields[field] === undefined).map(field => ({
    field,
    message:
      'is missing, and without the id of an earlier review (source_id) the row cannot update one',
  }))
}

/** What a review cannot be without. */
export const REQUIRED = ['rating', 'date'] as const

/** A wrong year or a default value of an export must not be published. No site collected customer reviews before it; exports write an unknown date as 1970 or 1900. */
const FIRST_DAY = '2000-01-01'
const DAY_MS = 24 * 60 * 60 * 1000

/** A fault if the review is dated before 2000 or more than a day in the future; null for a row without a date. */
export function dateFault({ date }: Pick<ReviewRow, 'date'>, now: Date): Fault | null {
  if (date === undefined) return null
  if (date < FIRST_DAY) return { field: 'date', message: `${date} is before 2000: check the year` }
  // East of Greenwich the next day begins up to 14 hours early.
  const tomorrow = dayAt(now.getTime() + DAY_MS)
  if (date <= tomorrow) return null
  return {
    field: 'date',
    message: `${date} is more than a day in the future (today is ${dayAt(now.getTime())}): check the year, and the order of day and month`,
  }
}

const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10)
