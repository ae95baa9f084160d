/** Sort orders. Reviews with equal stars, or as relevant, come newest first. */
import type { Sort } from '../../model/search.ts'
import type { Column } from '../months/columns.ts'

/** A cursor names a score with four digits. */
export const MOST_SCORE = 9999

/** Sorts positions that come newest first. Without scores, the most relevant are the newest. */
export function inOrder(positions: Uint32Array, stars: Column, sort: Sort, scores?: Uint16Array) {
  if (sort === 'newest' || (sort === 'relevance' && !scores)) return positions
  if (sort === 'oldest') return positions.toReversed()
  if (sort === 'relevance') return byRank(positions, position => MOST_SCORE - scores![position]!)
  const starsOf = starsAt(stars)
  return byRank(positions, position =>
    sort === 'lowest' ? starsOf(position) : 5 - starsOf(position),
  )
}

/** A counting sort, which keeps the order of equals: every hit passes here. The lowest rank comes first. */
function byRank(positions: Uint32Array, rankOf: (position: number) => number): Uint32Array {
  const next = new Uint32Array(MOST_SCORE + 2)
  for (const position of positions) next[rankOf(position) + 1]!++
  for (let rank = 1; rank < next.length; rank++) next[rank]! += next[rank - 1]!
  const sorted = new Uint32Array(positions.length)
  for (const position of positions) sorted[next[rankOf(position)]!++] = position
  return sorted
}

export const starsAt =
  ({ values, codes }: Column) =>
  (position: number) =>
    values[codes[position]!] as number

/** Whether a review comes after another, given how many more stars or how much more relevance it has and whether it is newer (above zero) or older. */
export function comesAfter(sort: Sort, more: number, newer: number): boolean {
  if (sort === 'oldest') return newer > 0
  if (sort === 'newest' || more === 0) return newer < 0
  return sort === 'lowest' ? more > 0 : more < 0
}
