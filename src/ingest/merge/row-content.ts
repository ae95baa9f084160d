/** The content of a review that a row adds or updates. */
import { detectLanguage } from '../../languages/recognize-language.ts'
import type { KnownReview, OwnReply, ReviewContent } from '../../model/record.ts'
import { ANONYMOUS, type ReviewRow } from '../../model/review.ts'

/** A row with everything that a new review needs. */
export type CompleteRow = ReviewRow & { rating: number; date: string }

export const isComplete = (row: ReviewRow): row is CompleteRow =>
  row.rating !== undefined && row.date !== undefined

export function contentOfNew(row: CompleteRow): ReviewContent {
  const { author = ANONYMOUS, rating, date, text = row.title ?? null, incentive = null } = row
  return { author, rating, date, text, owner_reply: replyIn(row, date, null), incentive }
}

/** What the row does not state stays as it is stored. */
export function contentAfter(row: ReviewRow, date: string, stored: ReviewContent): ReviewContent {
  const { author = stored.author, rating = stored.rating, text = stored.text } = row
  const { incentive = stored.incentive } = row
  const owner_reply =
    row.owner_reply === undefined ? stored.owner_reply : replyIn(row, date, stored.owner_reply)
  return { author, rating, date, text, owner_reply, incentive }
}

/** A file without the owner's reply, or with the one it replaced, knows nothing newer. */
export const keepsOwnReply = ({ owner_reply }: ReviewRow, own: OwnReply | null) =>
  own !== null && (!owner_reply || owner_reply.text === own.replaced)

/** A reply without a date keeps the stored one; a new or edited reply gets the day of the last change if that is known. */
function replyIn(
  { owner_reply, updated_at }: ReviewRow,
  reviewDate: string,
  stored: ReviewContent['owner_reply'],
): ReviewContent['owner_reply'] {
  if (!owner_reply) return null
  const { text } = owner_reply
  const changedOn = text === stored?.text ? undefined : updated_at?.slice(0, 10)
  return { text, date: owner_reply.date ?? changedOn ?? stored?.date ?? reviewDate }
}

/** What the file states counts, null included, and so does a stored language: a guess only fills a gap. */
export function withLanguage(row: ReviewRow, known: KnownReview | undefined): ReviewRow {
  if (row.language !== undefined || known?.particulars.language) return row
  const text = known ? row.text : (row.text ?? row.title)
  const language = text ? detectLanguage(text) : null
  return language === null ? row : { ...row, language }
}
