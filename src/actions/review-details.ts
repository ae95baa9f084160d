/** Everything that is stored about one review, and what became of it. */
import type { LedgerEntry } from '../model/change.ts'
import type { KnownReview, ReviewState } from '../model/record.ts'
import { verificationOf } from '../model/verification.ts'
import { reviewUrl } from '../publish/base/public-paths.ts'
import type { Store } from '../store/store.ts'
import { noReview } from './find-review.ts'

export type ReviewDetails = ReturnType<typeof describe>

/** The entries of the public log about a review, the oldest first. */
type LogExtract = Pick<LedgerEntry, 'seq' | 'op' | 'at' | 'revision' | 'reason'>[]

/** What is left of an erased review. */
export interface ErasedReview extends Pick<ReviewDetails, 'id' | 'log'> {
  state: 'erased'
}

export async function readReviewDetails(
  store: Store,
  id: string,
  baseUrl: string,
): Promise<ReviewDetails | ErasedReview> {
  const review = await store.find(id)
  const entries = await store.entriesAbout(id)
  const log = entries.map(({ seq, op, at, revision, reason }) => ({
    seq,
    op,
    at,
    revision,
    reason,
  }))
  if (review) return describe(review, log, (await store.business())?.verification ?? {}, baseUrl)
  if (!(await store.write(writer => writer.isErased(id)))) throw noReview(id)
  return { id, state: 'erased', log }
}

function describe(
  review: KnownReview,
  log: LogExtract,
  rules: Parameters<typeof verificationOf>[1],
  baseUrl: string,
) {
  const { id, state, source, content, particulars, own_reply, revision, updated_at } = review
  const { owner_reply, ...rest } = content
  const { verification: _, basis, source_updated_at, author_avatar_url, ...stated } = particulars
  return {
    id,
    state,
    /** Why it is not shown; null if it is. */
    hidden_because: whyHidden(state, source, log),
    url: reviewUrl(baseUrl, id),
    ...rest,
    ...stated,
    source,
    owner_reply: owner_reply && { ...owner_reply, written_here: own_reply !== null },
    verification: verificationOf(review, rules),
    revision,
    updated_at,
    log,
  }
}

function whyHidden(state: ReviewState, source: string, log: LogExtract): string | null {
  if (state === 'published') return null
  if (state === 'withheld') return `withheld (${log.at(-1)?.reason ?? 'before it was ever shown'})`
  if (state === 'gone') return `gone from ${source}`
  return source === 'direct'
    ? 'not verified: nothing says how you know that the people who wrote to you are customers. Say it at the desk, under Business'
    : `not verified: nothing but your word says that it was posted on ${source}, or its file or the business file does not count it`
}
