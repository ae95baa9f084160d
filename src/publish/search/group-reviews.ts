/** Lists reviews by what they have in common, month by month: a month that did not change is not gone through again. */
import { oncePer } from '../../model/once-per.ts'
import { locateReviews, type MonthOfReviews } from '../months/month.ts'

/** Groups the reviews of one month, once. */
export const groupsBy = <Review, Key>(keyOf: (review: Review) => Key) =>
  oncePer((reviews: readonly Review[]) => Map.groupBy(reviews.keys(), index => keyOf(reviews[index]!)))

/** The positions of all reviews in each group; the lists are those of the months. */
export function joinGroups<Review, Key>(
  lists: (readonly Review[])[],
  groupsOf: (reviews: readonly Review[]) => Map<Key, number[]>,
): Map<Key, Uint32Array> {
  let end = 0
  const parts = lists.flatMap(reviews => {
    const first = end
    end += reviews.length
    return Array.from(groupsOf(reviews), ([key, indexes]) => ({ key, indexes, first }))
  })
  const byKey = Map.groupBy(parts, ({ key }) => key)
  return new Map(Array.from(byKey, ([key, found]) => [key, joinPositions(found)]))
}

/** Indexes in a month become positions among all reviews. */
export function joinPositions(parts: { indexes: number[]; first: number }[]): Uint32Array {
  const joined = new Uint32Array(parts.reduce((sum, { indexes }) => sum + indexes.length, 0))
  let next = 0
  for (const { indexes, first } of parts) for (const index of indexes) joined[next++] = first + index
  return joined
}

/** Those with one of the ids, and the others. */
export function groupByIds(months: MonthOfReviews[], ids: ReadonlySet<string>): Map<boolean, Uint32Array> {
  const firsts = [0]
  for (const { reviews } of months) firsts.push(firsts.at(-1)! + reviews.length)
  const flags = new Uint8Array(firsts.at(-1)!)
  for (const [number, index] of locateReviews(months, ids).values()) flags[firsts[number]! + index] = 1
  const positions = Uint32Array.from(flags.keys())
  const values = [...new Set(flags)]
  return new Map(values.map(flag => [flag === 1, positions.filter(position => flags[position] === flag)]))
}

/** 1 for each of these positions. */
export function flagsAt(positions: Uint32Array = new Uint32Array(), count: number): Uint8Array {
  const flags = new Uint8Array(count)
  for (const position of positions) flags[position] = 1
  return flags
}
