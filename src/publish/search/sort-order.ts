/** Sort orders. Reviews with equal stars, or as relevant, come newest first. */
import type { Sort } from '../../model/search.ts'
import { keepStars } from '../base/sorted-lists.ts'
import { joinNumbers } from '../months/month.ts'

/** A cursor names a score with four digits. */
export const MOST_SCORE = 9999

/** Sorts positions that come newest first. Without scores, the most relevant are the newest. */
export function inOrder(positions: Uint32Array, stars: Uint8Array, sort: Sort, scores?: Uint16Array) {
  if (sort === 'relevance') return scores ? byScore(positions, scores) : positions
  if (sort === 'newest') return positions
  if (sort === 'oldest') return positions.toReversed()
  const ratings = sort === 'highest' ? [5, 4, 3, 2, 1] : [1, 2, 3, 4, 5]
  return joinNumbers(ratings.map(rating => keepStars(positions, stars, [rating])))
}

/** A counting sort, which keeps the order of equals: every hit passes here. */
function byScore(positions: Uint32Array, scores: Uint16Array): Uint32Array {
  const starts = new Uint32Array(MOST_SCORE + 2)
  for (let hit = 0; hit < positions.length; hit++) starts[MOST_SCORE - scores[positions[hit]!]! + 1]!++
  for (let rank = 1; rank < starts.length; rank++) starts[rank]! += starts[rank - 1]!
  const sorted = new Uint32Array(positions.length)
  for (let hit = 0; hit < positions.length; hit++)
    sorted[starts[MOST_SCORE - scores[positions[hit]!]!]!++] = positions[hit]!
  return sorted
}

/** Whether a review comes after another, given how many more stars or how much more relevance it has and whether it is newer (above zero) or older. */
export function comesAfter(sort: Sort, more: number, newer: number): boolean {
  if (sort === 'oldest') return newer > 0
  if (sort === 'newest' || more === 0) return newer < 0
  return sort === 'lowest' ? more > 0 : more < 0
}
