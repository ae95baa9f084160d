/** Sorted lists of positions. */

/** The first place, not before `from`, whose value is not less than `value`. */
export function lowerBound(sorted: Uint32Array, value: number, from = 0): number {
  let low = from
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}

/** Binary search over 0 … count: the first number for which the test holds, given that it holds from there on. */
export function firstWhere(count: number, holds: (place: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** The part of the list from `from` up to, not including, `to`. */
export function clip(sorted: Uint32Array, from: number, to: number): Uint32Array {
  return sorted.subarray(lowerBound(sorted, from), lowerBound(sorted, to))
}

/** Those of the positions whose review has one of the asked numbers of stars. */
export function keepStars(positions: Uint32Array, stars: Uint8Array, asked: number[]): Uint32Array {
  const wanted = Uint8Array.from([0, 1, 2, 3, 4, 5], number => (asked.includes(number) ? 1 : 0))
  const kept = new Uint32Array(positions.length)
  let count = 0
  for (let place = 0; place < positions.length; place++) {
    kept[count] = positions[place]!
    count += wanted[stars[positions[place]!]!]!
  }
  return kept.subarray(0, count)
}

/** Much shorter than the other list, the shorter one is looked up value by value. */
const LOOKUP_RATIO = 16

export function intersect(a: Uint32Array, b: Uint32Array): Uint32Array {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  const common = new Uint32Array(short.length)
  let count = 0
  if (short.length * LOOKUP_RATIO < long.length) {
    for (const value of short) if (long[lowerBound(long, value)] === value) common[count++] = value
    return common.subarray(0, count)
  }
  let place = 0
  for (let index = 0; index < short.length; index++) {
    const value = short[index]!
    while (place < long.length && long[place]! < value) place++
    if (long[place] === value) common[count++] = value
  }
  return common.subarray(0, count)
}
