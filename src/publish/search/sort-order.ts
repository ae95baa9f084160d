/** Sort orders. Reviews with equal stars come newest first. */
import type { Sort } from '../../model/search.ts'
import { keepStars } from '../base/sorted-lists.ts'
import { joinNumbers } from '../months/month.ts'

/** Sorts positions that come newest first. */
export function inOrder(positions: Uint32Array, stars: Uint8Array, sort: Sort): Uint32Array {
  if (sort === 'newest') return positions
  if (sort === 'oldest') return positions.toReversed()
  const ratings = sort === 'highest' ? [5, 4, 3, 2, 1] : [1, 2, 3, 4, 5]
  return joinNumbers(ratings.map(rating => keepStars(positions, stars, [rating])))
}

/** Whether a review comes after another, given how many more stars it has and whether it is newer (above zero) or older. */
export function comesAfter(sort: Sort, moreStars: number, newer: number): boolean {
  if (sort === 'oldest') return newer > 0
  if (sort === 'newest' || moreStars === 0) return newer < 0
  return sort === 'highest' ? moreStars < 0 : moreStars > 0
}
