/** Counts the reviews of a month once: an unchanged month stays the same array. */
import type { ListedReview } from './prepare-review.ts'

export function oncePerMonth<T>(count: (reviews: ListedReview[]) => T): (reviews: ListedReview[]) => T {
  const counted = new WeakMap<ListedReview[], { counts: T }>()
  return reviews => {
    const known = counted.get(reviews) ?? { counts: count(reviews) }
    counted.set(reviews, known)
    return known.counts
  }
}
