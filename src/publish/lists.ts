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

/** The part of the list from `from` up to, not including, `to`. */
export function clip(sorted: Uint32Array, from: number, to: number): Uint32Array {
  return sorted.subarray(lowerBound(sorted, from), lowerBound(sorted, to))
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
