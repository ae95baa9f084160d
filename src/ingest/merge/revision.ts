/** What a row changes about a stored review, or adds as a new one. */
import { isDeepStrictEqual } from 'node:util'
import {
  type KnownReview,
  NO_PARTICULARS,
  type RecordChange,
  type ReviewParticulars,
  type ReviewRecord,
} from '../../model/record.ts'
import { DatePrecision, type ReviewRow, type StatedVerification } from '../../model/review.ts'
import { basisOfRow, strongerOf, weakerOf } from '../../model/verification.ts'
import { withoutMissing } from '../values/normalize.ts'
import type { Identity } from './identity.ts'
import { type CompleteRow, contentAfter, contentOfNew, keepsOwnReply } from './row-content.ts'

export function planAddition(
  { id, sourceKey }: Identity,
  row: CompleteRow,
  now: string,
): RecordChange {
  const record: ReviewRecord = {
    id,
    source: row.source,
    source_key: sourceKey,
    revision: 1,
    updated_at: changedAt(row, now),
    content: contentOfNew(row),
    particulars: {
      ...NO_PARTICULARS,
      ...statedParticulars(row, NO_PARTICULARS, now),
      basis: basisOf(row, sourceKey),
    },
    own_reply: null,
  }
  return { op: 'add', record, known: null }
}

/** Returns null if the row changes nothing. */
export function planRevision(known: KnownReview, row: ReviewRow, now: string): RecordChange | null {
  if (isOlder(row, known)) return null
  const { date, date_precision } = dateAfter(row, known)
  const own_reply = keepsOwnReply(row, known.own_reply) ? known.own_reply : null
  const content = contentAfter(
    own_reply ? { ...row, owner_reply: undefined } : row,
    date,
    known.content,
  )
  const particulars = {
    ...known.particulars,
    // The stored translation is of the stored text.
    ...(content.text !== known.content.text && { translation: null }),
    ...newParticulars(row, known, now),
    date_precision,
    basis: strongerOf(known.particulars.basis, basisOf(row, known.source_key)),
  }
  const { state, salt, seq, missing_since, ...record } = known
  if (isDeepStrictEqual(content, known.content)) {
    const same = isDeepStrictEqual(particulars, known.particulars)
    // A review that was gone and has returned is a change in itself.
    return same && state !== 'gone'
      ? null
      : { op: 'touch', record: { ...record, particulars }, known }
  }
  const onlyReply = isDeepStrictEqual(
    { ...content, owner_reply: null },
    { ...known.content, owner_reply: null },
  )
  const revised = {
    ...record,
    content,
    particulars,
    own_reply,
    revision: known.revision + 1,
    updated_at: changedAt(row, now, known),
  }
  return { op: onlyReply ? 'reply' : 'edit', record: revised, known }
}

/** A file made before the one we have must not undo it. */
function isOlder(row: ReviewRow, known: ReviewRecord): boolean {
  const knownAt = isOurs(row) ? known.updated_at : known.particulars.source_updated_at
  return (
    row.updated_at !== null && knownAt !== null && Date.parse(row.updated_at) < Date.parse(knownAt)
  )
}

/** "3 weeks ago" does not move a date known as precisely or better; a new date without a precision is exact. */
function dateAfter(row: ReviewRow, known: ReviewRecord) {
  const stored = { date: known.content.date, date_precision: known.particulars.date_precision }
  const { date = stored.date } = row
  const { date_precision = date === stored.date ? stored.date_precision : 'day' } = row
  const vagueness = (precision: DatePrecision) => DatePrecision.options.indexOf(precision)
  const isVaguer =
    date_precision !== 'day' && vagueness(date_precision) >= vagueness(stored.date_precision)
  return isVaguer ? stored : { date, date_precision }
}

/** A row with our id but none of the source comes from /reviews.json: its time is the one we set. */
const isOurs = (row: ReviewRow) => row.id !== null && row.source_id === null

/** The source's own time, unless that is in the future or before a change that we have already. */
function changedAt(row: ReviewRow, now: string, known?: ReviewRecord): string {
  if (row.updated_at === null) return now
  const at = toUtc(row.updated_at)
  return at > now || (known && at <= known.updated_at) ? now : at
}

const toUtc = (time: string) => new Date(time).toISOString()

/** Returns only what the row states; null clears what is stored. */
function statedParticulars(
  row: ReviewRow,
  stored: ReviewParticulars,
  now: string,
): Partial<ReviewParticulars> {
  const { updated_at } = row
  const stated = Object.fromEntries(
    Object.keys(NO_PARTICULARS).map(name => [name, row[name as keyof ReviewRow]]),
  )
  const sourceUpdatedAt = updated_at === null ? undefined : toUtc(updated_at)
  return withoutMissing({
    ...stated,
    verification: verificationOf(row, stored.verification),
    // A time in the future would keep every later edit out.
    source_updated_at: sourceUpdatedAt && sourceUpdatedAt <= now ? sourceUpdatedAt : undefined,
    translation: translationOf(row, stored.translation),
  })
}

/** What we published ourselves says nothing new about verification or times. */
function newParticulars(
  row: ReviewRow,
  known: ReviewRecord,
  now: string,
): Partial<ReviewParticulars> {
  const { verification, source_updated_at } = known.particulars
  const isPublished =
    isOurs(row) && row.updated_at !== null && toUtc(row.updated_at) === known.updated_at
  // "verified" alone says less than what is stored already.
  const isInformative = verification !== null && verification.level !== 'none'
  const isBare = row.verification === undefined && row.verified === true && isInformative
  return {
    ...statedParticulars(row, known.particulars, now),
    ...((isPublished || isBare) && { verification }),
    ...(isPublished && { source_updated_at }),
  }
}

/** Returns undefined if the row says nothing; null leaves it to the business's rule for the source. */
function verificationOf(
  { verification, verified, source }: ReviewRow,
  stored: StatedVerification | null,
): StatedVerification | null | undefined {
  if (verification?.level) {
    const { level, method = stored?.level === level ? stored.method : null } = verification
    return { level, method }
  }
  if (typeof verified !== 'boolean')
    return verification === null || verified === null ? null : undefined
  if (!verified) return { level: 'none', method: null }
  return { level: source === 'direct' ? 'invited' : 'platform', method: null }
}

/**
 * What the origin of the review rests on. The reviews of another service keep what it says, up to what a pull is worth; what it
 * published on nothing but its owner's word stays published here too, with that label.
 */
function basisOf({ source, source_url, evidence, verification, ...row }: ReviewRow, key: string) {
  if (source === 'direct') return 'owner'
  if (evidence === 'export' || evidence === 'pull') return evidence
  if (evidence === 'sync') {
    const { level, basis = 'pull' } = verification ?? {}
    return basis === 'owner' && level === 'platform' ? null : weakerOf(basis, 'pull')
  }
  return verification?.basis ?? basisOfRow(source, row.source_id ?? row.id ?? key, source_url)
}

/** A translation without a language keeps the stored one, if it is the same translation. */
function translationOf({ translation }: ReviewRow, stored: ReviewParticulars['translation']) {
  if (!translation) return translation
  const { text, language = stored?.text === text ? stored.language : null } = translation
  return { text, language }
}
