/** What a row says of a review that is known, or of a new one. */
import { isDeepStrictEqual } from 'node:util'
import type {
  KnownReview,
  RecordChange,
  ReviewContent,
  ReviewParticulars,
  ReviewRecord,
} from '../../model/record.ts'
import { DatePrecision, type ReviewRow, type Verification } from '../../model/review.ts'
import type { Identity } from './identity.ts'

export function planAddition({ id, sourceKey }: Identity, row: ReviewRow, now: string): RecordChange {
  const record: ReviewRecord = {
    id,
    source: row.source,
    source_key: sourceKey,
    revision: 1,
    updated_at: changedAt(row, now),
    content: contentOf(row),
    particulars: particularsOf(row, now),
  }
  return { op: 'add', record, known: null }
}

/** null where the row says nothing new. */
export function planRevision(known: KnownReview, row: ReviewRow, now: string): RecordChange | null {
  if (isOlder(row, known)) return null
  const told = isVaguer(row, known) ? { ...row, ...dateOf(known) } : row
  const content = contentOf(told)
  const particulars = { ...known.particulars, ...newsOf(told, known, now) }
  const { state, salt, seq, missing_since, ...record } = known
  if (isDeepStrictEqual(content, known.content)) {
    const same = isDeepStrictEqual(particulars, known.particulars)
    // It was gone and is there again: that is worth a change of its own.
    return same && state !== 'gone' ? null : { op: 'touch', record: { ...record, particulars }, known }
  }
  const onlyReply = isDeepStrictEqual(
    { ...content, owner_reply: null },
    { ...known.content, owner_reply: null },
  )
  const revised = {
    ...record,
    content,
    particulars,
    revision: known.revision + 1,
    updated_at: changedAt(row, now, known),
  }
  return { op: onlyReply ? 'reply' : 'edit', record: revised, known }
}

/** A file made before the one we have must not undo it. */
function isOlder(row: ReviewRow, known: ReviewRecord): boolean {
  const knownAt = isOurs(row) ? known.updated_at : known.particulars.source_updated_at
  return row.updated_at !== null && knownAt !== null && Date.parse(row.updated_at) < Date.parse(knownAt)
}

/** "3 weeks ago" does not move a date that is known as well or better. */
function isVaguer(row: ReviewRow, known: ReviewRecord): boolean {
  const vagueness = (precision: DatePrecision) => DatePrecision.options.indexOf(precision)
  return (
    row.date_precision !== 'day' &&
    vagueness(row.date_precision) >= vagueness(known.particulars.date_precision)
  )
}

const dateOf = ({ content: { date }, particulars: { date_precision } }: ReviewRecord) => ({
  date,
  date_precision,
})

/** A row with our id but none of the source is one that /reviews.json showed: its time is the one we gave it. */
const isOurs = (row: ReviewRow) => row.id !== null && row.source_id === null

/** As the source says, unless that is in the future or before a change that we know already. */
function changedAt(row: ReviewRow, now: string, known?: ReviewRecord): string {
  if (row.updated_at === null) return now
  const at = toUtc(row.updated_at)
  return at > now || (known && at <= known.updated_at) ? now : at
}

const toUtc = (time: string) => new Date(time).toISOString()

function contentOf({ author, rating, date, text, owner_reply }: ReviewRow): ReviewContent {
  return { author, rating, date, text, owner_reply }
}

function particularsOf(row: ReviewRow, now: string): ReviewParticulars {
  const { author_avatar_url, source_url, language, updated_at, date_precision, translation, tags } = row
  return {
    author_avatar_url,
    source_url,
    language,
    verification: verificationOf(row),
    // A time in the future tells nothing, and would keep every later edit out.
    source_updated_at: updated_at !== null && toUtc(updated_at) <= now ? toUtc(updated_at) : null,
    date_precision,
    translation,
    tags,
  }
}

/** What one export leaves out, another may have told us already; and what we published ourselves tells nothing new. */
function newsOf(row: ReviewRow, known: ReviewRecord, now: string): Partial<ReviewParticulars> {
  const { verification, source_updated_at } = known.particulars
  const stated = Object.entries(particularsOf(row, now)).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  )
  const published = isOurs(row) && row.updated_at !== null && toUtc(row.updated_at) === known.updated_at
  // A bare "verified" says less than what is known already.
  const isBare = row.verification === null && row.verified === true && verification !== null
  return {
    ...Object.fromEntries(stated),
    ...((published || isBare) && { verification }),
    ...(published && { source_updated_at }),
  }
}

function verificationOf(row: ReviewRow): Verification | null {
  if (row.verification) return row.verification
  if (row.verified === null) return null
  if (!row.verified) return { level: 'none', method: null }
  return { level: row.source === 'direct' ? 'invited' : 'platform', method: null }
}
