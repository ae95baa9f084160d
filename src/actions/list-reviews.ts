/** Lists stored reviews, shown or not, with the filters of the public search. */
import { BusinessFile } from '../model/business.ts'
import type { StoredCorrection } from '../model/correction.ts'
import type { KnownReview, ReviewState } from '../model/record.ts'
import type { SearchArgs } from '../model/search.ts'
import { buildDataOnly, type DataOnlyOptions } from '../publish/build-data-only.ts'
import { createLogBuilder } from '../publish/log/published-log.ts'
import { parseReview } from '../publish/months/prepare-review.ts'
import { INVALID_CURSOR } from '../publish/search/search-response.ts'
import { openSnapshot } from '../publish/snapshot.ts'
import { StoreProblem } from '../store/base/store-problem.ts'
import { NO_HISTORY } from '../store/read-history.ts'
import type { Store } from '../store/store.ts'

export type ListOptions = DataOnlyOptions & { states: ReviewState[] }

export type StoredReviewList = Awaited<ReturnType<typeof listReviews>>
export type StoredReview = StoredReviewList['reviews'][number]

/** The response of the public search, with the state of each review. */
export async function listReviews(
  store: Store,
  args: SearchArgs,
  { states, ...options }: ListOptions,
) {
  const reviews = await store.findInStates(states)
  const snapshot = await buildSnapshotOf(store, reviews, options)
  const hits = snapshot.search(args)
  if (!hits) throw new StoreProblem(`cursor: ${INVALID_CURSOR}.`)
  const stateOf = new Map(reviews.map(({ id, state }) => [id, state]))
  return {
    matched: hits.matched,
    returned: hits.reviews.length,
    reviews: hits.reviews.map(parseReview).map(review => ({
      ...review,
      verified: review.verification.level !== 'none',
      state: stateOf.get(review.id)!,
    })),
    next_cursor: hits.nextCursor,
    /** Names that stand for nothing; if there are any, nothing matches. */
    unrecognized: hits.unrecognized,
    ...(hits.evidence && { evidence: hits.evidence }),
  }
}

/** The search belongs to a Snapshot, so these reviews become one, as if they were all that is published. */
async function buildSnapshotOf(store: Store, reviews: KnownReview[], options: DataOnlyOptions) {
  const business = (await store.business()) ?? BusinessFile.parse({ name: 'The business' })
  const corrections = (await store.corrections()).filter(({ isLapsed }) => !isLapsed)
  const changes = publishable(reviews, business, corrections)
  const only = { changesSince: async () => changes, analyses: store.analyses }
  return openSnapshot((await buildDataOnly(only, options))!)
}

/** With a log of their own, because the builder checks that the log has exactly these reviews. */
function publishable(
  reviews: KnownReview[],
  business: BusinessFile,
  corrections: StoredCorrection[],
) {
  const log = createLogBuilder()
  const entries = reviews.map(({ id, revision, updated_at, salt }, index) => ({
    seq: index + 1,
    op: 'add' as const,
    at: updated_at,
    review_id: id,
    revision,
    reason: null,
    // Nobody reads it, but it must look like one.
    commitment: salt,
  }))
  log.append(entries)
  return {
    version: 1,
    changedAt: new Date(0).toISOString(),
    business,
    shown: reviews.map((review, index) => ({ ...review, seq: index + 1 })),
    removed: [],
    corrections,
    entries,
    logRoot: Buffer.from(log.read().root).toString('base64'),
    rosterVersion: 0,
    narrative: null,
    cosignatures: [],
    history: NO_HISTORY,
  }
}
