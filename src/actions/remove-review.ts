/** Withholds, restores and erases one review: the only ways in which an owner can remove anything. */
import type { WithholdReason } from '../model/change.ts'
import type { KnownReview, ReviewState } from '../model/record.ts'
import type { Store } from '../store/store.ts'
import { findInState, findUnlessErased } from './find-review.ts'

/** The review that would be withheld; fails if it is not shown. */
export const findShown = (store: Store, id: string) =>
  store.write(writer => findInState(writer, id, ['published'], 'shown'))

export async function withholdReview(store: Store, id: string, reason: WithholdReason): Promise<KnownReview> {
  return await store.write(async writer => {
    const review = await findInState(writer, id, ['published'], 'shown')
    await writer.withhold(review, reason)
    return review
  })
}

/** `state` tells whether it is shown again: a review that does not count as verified is not. */
export async function restoreReview(
  store: Store,
  id: string,
): Promise<{ review: KnownReview; state: ReviewState }> {
  return await store.write(async writer => {
    const review = await findInState(writer, id, ['withheld'], 'withheld')
    return { review, state: await writer.restore(review) }
  })
}

/** The review that would be erased; null if it was erased before. */
export const findErasable = (store: Store, id: string) => store.write(writer => findUnlessErased(writer, id))

/** Call `store.scrub` afterwards, even if it was erased before: overwriting may have failed then. */
export async function eraseReview(store: Store, id: string): Promise<void> {
  await store.write(async writer => {
    const found = await findUnlessErased(writer, id)
    if (found) await writer.erase(found)
  })
}
