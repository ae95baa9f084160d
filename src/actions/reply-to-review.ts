/** Writes, changes or removes the owner's reply to a review; the public log records it like any change. */
import { isDeepStrictEqual } from 'node:util'
import type { KnownReview, OwnReply } from '../model/record.ts'
import type { OwnerReply } from '../model/review.ts'
import { cleanText, IsoDate } from '../model/scalars.ts'
import { StoreProblem } from '../store/base/store-problem.ts'
import type { Store, StoreWriter } from '../store/store.ts'
import { findInState, STATES } from './find-review.ts'

/** Without a text the reply is removed; without a date it is of today, in the time zone of the business. */
type ReplyRequest = { text: string | null; date?: string | undefined }

/** `review` is as it is now. */
export type ReplyResult = Awaited<ReturnType<typeof replyToReview>>

const MAX_LENGTH = 20_000

export async function replyToReview(
  store: Store,
  id: string,
  { text, date }: ReplyRequest,
  now: Date,
) {
  const written = text === null ? null : checkText(text)
  return await store.write(async writer => {
    const known = await findInState(writer, id, REPLIABLE, 'stored any more')
    const before = known.content.owner_reply
    const latest = await today(writer, now)
    // In UTC, a review of this evening may be of tomorrow.
    const least = known.particulars.date_precision === 'day' ? known.content.date : latest
    const day = date ?? (least > latest ? least : latest)
    const reply = written === null ? null : { text: written, date: day }
    // The same words on another day are the same reply, unless the owner says which day.
    if (reply && date === undefined && before?.text === reply.text) reply.date = before.date
    if (isDeepStrictEqual(reply, before)) return { review: known, before, changed: false }
    if (!reply) checkRemoval(known)
    else if (date !== undefined) checkDate(date, known, latest)
    const { state, salt, seq, missing_since, renewed, ...record } = known
    const revised = {
      ...record,
      content: { ...known.content, owner_reply: reply },
      own_reply: ownReplyAfter(known, reply),
      revision: known.revision + 1,
      updated_at: now.toISOString(),
    }
    await writer.apply([{ op: 'reply', record: revised, known }])
    return { review: { ...known, ...revised }, before, changed: true }
  })
}

/** Writing to a review that is gone would bring it back. */
const REPLIABLE = STATES.filter(state => state !== 'gone')

function checkText(text: string): string {
  const cleaned = cleanText(text)
  if (cleaned === '') throw new StoreProblem('The reply is empty. Nothing was changed.')
  if (cleaned.length > MAX_LENGTH)
    throw new StoreProblem(
      `The reply has ${cleaned.length} characters; ${MAX_LENGTH} are allowed. Nothing was changed.`,
    )
  return cleaned
}

/** YYYY-MM-DD where the business is. */
async function today(writer: StoreWriter, now: Date): Promise<string> {
  const timeZone = (await writer.business())?.time_zone ?? 'UTC'
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now)
}

function checkDate(date: string, { content, particulars }: KnownReview, latest: string): void {
  if (!IsoDate.safeParse(date).success)
    throw new StoreProblem('The date of the reply must be an existing date in the form YYYY-MM-DD.')
  if (date > latest) throw new StoreProblem(`The date of the reply, ${date}, is in the future.`)
  if (particulars.date_precision === 'day' && date < content.date)
    throw new StoreProblem(
      `The date of the reply, ${date}, is before the review (${content.date}).`,
    )
}

/** What was written elsewhere is removed there. */
function checkRemoval({ source, own_reply }: KnownReview): void {
  if (source !== 'direct' && !own_reply)
    throw new StoreProblem(
      `This reply was imported from ${source}. Remove it there, then import again. Nothing was changed.`,
    )
}

function ownReplyAfter(
  { content, own_reply }: KnownReview,
  reply: OwnerReply | null,
): OwnReply | null {
  const replaced = own_reply ? own_reply.replaced : (content.owner_reply?.text ?? null)
  return reply === null && replaced === null ? null : { replaced }
}
