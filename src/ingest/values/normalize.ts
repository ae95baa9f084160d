/** From a draft to a row of reviews, or to everything that is wrong with it. */
import { ReviewRow } from '../../model/review.ts'
import { type DateContext, readDate, type TellsDay } from './date-value.ts'
import type { Draft, FieldValue } from './draft.ts'
import * as values from './field-values.ts'
import { readRating } from './rating-value.ts'
import { distinctTags, joinTitle, splitTranslation, takeApart } from './review-text.ts'

export interface Fault {
  field: string
  message: string
}

export function normalize(draft: Draft, context: DateContext): { row: ReviewRow } | { faults: Fault[] } {
  return isOurs(draft) ? fromOwn(draft) : fromForeign(draft, contextOf(draft, context))
}

/** Only our own files have these two; `id: null` says so too. */
const isOurs = ({ id, date_precision }: Draft) => id !== undefined || date_precision !== undefined

/** Our own files are taken at their word. Still, an address is no name. */
function fromOwn({ reply, ...draft }: Draft) {
  const { author, source_id } = draft
  const fields = {
    ...draft,
    author: typeof author === 'string' && !values.isName(author) ? null : author,
    source_id: typeof source_id === 'string' && !values.isIdentifier(source_id) ? null : source_id,
    author_avatar_url: withoutAddress(draft.author_avatar_url),
    source_url: withoutAddress(draft.source_url),
    verification: withoutAddress(draft.verification),
    tags: draft.tags?.filter?.(tag => withoutAddress(tag) !== null),
    owner_reply: reply,
  }
  return check(fields, values.cleanedText(draft.source) === '' ? [SOURCE_IS_MISSING] : [])
}

/** null for what has an e-mail address anywhere in it. */
const withoutAddress = <T>(value: T): T | null =>
  values.isIdentifier(values.decodeAt(JSON.stringify(value) ?? '')) ? value : null

function fromForeign(draft: Draft, context: DateContext) {
  const source = values.sourceOf(draft.source)
  const rating = readRating(draft.rating, draft.best_rating, draft.worst_rating)
  const day = readDate(draft.date, context)
  const faults: Fault[] = []
  if (source === null) faults.push(SOURCE_IS_MISSING)
  if (typeof rating !== 'number') faults.push({ field: 'rating', message: rating.problem })
  if ('problem' in day) faults.push({ field: 'date', message: day.problem })
  const fields = {
    ...(!('problem' in day) && datesOf(draft, day, context)),
    ...wordsOf(draft),
    source,
    rating,
    source_id: values.identifierOf(draft.source_id),
    author: values.authorName(draft.author),
    author_avatar_url: values.linkOf(draft.author_avatar_url),
    source_url: values.linkOf(draft.source_url),
    language: values.languageOf(draft.language),
    verified: values.flagOf(draft.verified),
    verification: ReviewRow.shape.verification.safeParse(draft.verification).data,
  }
  return check(fields, faults)
}

const SOURCE_IS_MISSING: Fault = {
  field: 'source',
  message: 'is missing: say where the reviews were written, such as --source google',
}

/** A record may know itself when it was read. */
function contextOf(draft: Draft, { order, retrievedAt }: DateContext): DateContext {
  const own = knownDate(draft.retrieved_at, { order, retrievedAt: null })
  return { order, retrievedAt: own?.at ?? own?.date ?? retrievedAt }
}

function knownDate(told: FieldValue, context: DateContext): TellsDay | null {
  const read = readDate(told, context)
  return 'problem' in read ? null : read
}

function datesOf(draft: Draft, { date, precision }: TellsDay, context: DateContext) {
  const updated_at = knownDate(draft.updated_at, context)?.at ?? null
  const { original: text } = splitTranslation(values.cleanedText(draft.reply?.text))
  const repliedOn = knownDate(draft.reply?.date, context)?.date ?? updated_at?.slice(0, 10) ?? date
  const owner_reply = text === '' ? null : { text, date: repliedOn }
  return { date, date_precision: precision, updated_at, owner_reply }
}

function wordsOf(draft: Draft) {
  const parts = takeApart(values.cleanedText(draft.text))
  const translation = values.cleanedText(draft.translation?.text) || parts.translation
  const language = values.languageOf(draft.translation?.language)
  return {
    text: joinTitle(values.cleanedText(draft.title), parts.text),
    translation: translation && { text: translation, language },
    tags: distinctTags([...(draft.tags ?? []), ...parts.tags]),
  }
}

/** The model has the last word; of a field that has a fault already it says nothing more. */
function check(fields: object, faults: Fault[]): { row: ReviewRow } | { faults: Fault[] } {
  const { data, error } = ReviewRow.safeParse(fields)
  if (data && faults.length === 0) return { row: data }
  const known = new Set(faults.map(({ field }) => field))
  const issues = error?.issues.filter(({ path }) => !known.has(String(path[0]))) ?? []
  const more = issues.map(({ path, message }) => ({ field: path.join('.') || 'row', message }))
  return { faults: [...faults, ...more] }
}
