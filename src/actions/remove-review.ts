/** Withholds, republishes and erases one review, or merges two: the only ways in which an owner can remove anything. */
import type { WithholdReason } from '../model/change.ts'
import type { KnownReview } from '../model/record.ts'
import { StoreProblem } from '../store/base/store-problem.ts'
import type { Store, StoreWriter } from '../store/store.ts'
import { findInState, findUnlessErased, noReview } from './find-review.ts'
import ownersWords from './owners-words.json' with { type: 'json' }

/** What the reasons are for, in the owner's words. */
export const REASONS_EXPLAINED: Record<WithholdReason, string> = ownersWords.reasons

/** The review that would be withheld; fails if it is not shown. */
export const findShown = (store: Store, id: string) =>
  store.write(writer => findInState(writer, id, ['published'], 'shown'))

export async function withholdReview(
  store: Store,
  id: string,
  reason: WithholdReason,
): Promise<KnownReview> {
  return await store.write(async writer => {
    const review = await findInState(writer, id, ['published'], 'shown')
    await writer.withhold(review, reason)
    return review
  })
}

/** `state` tells whether it is shown again: a review that does not count as verified is not. */
export async function republishReview(store: Store, id: string) {
  return await store.write(async writer => {
    const review = await findInState(writer, id, ['withheld'], 'withheld')
    return { review, state: await writer.restore(review) }
  })
}

/** The review that would be erased; null if it was erased before. */
export const findErasable = (store: Store, id: string) =>
  store.write(writer => findUnlessErased(writer, id))

/**
 * Overwrites what is left of it in the database, even if it was erased before: overwriting may have failed then.
 * That takes a while in a large database, so `onErased` is told before.
 */
export async function eraseReview(store: Store, id: string, onErased = () => {}): Promise<void> {
  await store.write(async writer => {
    const found = await findUnlessErased(writer, id)
    if (found) await writer.erase(found)
  })
  onErased()
  await store.scrub()
}

export type ReviewPair = [kept: KnownReview, duplicate: KnownReview]

/** The reviews that would be merged; fails unless both are shown. */
export const findPair = (store: Store, keep: string, other: string) =>
  store.write(writer => readPair(writer, keep, other))

/** One review that was imported under two ids: one stays, the other is withheld as its duplicate. */
export async function mergeReviews(store: Store, keep: string, other: string): Promise<void> {
  await store.write(async writer => {
    const [, duplicate] = await readPair(writer, keep, other)
    await writer.withhold(duplicate, 'duplicate')
  })
}

/** Both must be shown: otherwise a review could vanish as the duplicate of one that nobody sees. */
async function readPair(writer: StoreWriter, ...ids: [string, string]): Promise<ReviewPair> {
  const found: KnownReview[] = []
  for (const id of ids) {
    const review = await writer.find(id)
    if (!review) throw noReview(id)
    if (review.state !== 'published')
      throw new StoreProblem(`${id} is not shown. Only two reviews that are shown can be merged.`)
    found.push(review)
  }
  return found as ReviewPair
}
