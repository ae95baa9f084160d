/** Searching, cutting and intersecting sorted lists of positions. */

/** The first index, from `from` on, whose value is not less than `value`. */
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

/** Binary search: the first number from 0 to `count` for which `holds` is true, given that it then stays true. */
export function firstWhere(count: number, holds: (index: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** The values from `from` up to but not including `to`. */
export function clip(sorted: Uint32Array, from: number, to: number): Uint32Array {
  return sorted.subarray(lowerBound(sorted, from), lowerBound(sorted, to))
}

/** The values of both lists, which share none. */
export function mergeSorted(a: Uint32Array, b: Uint32Array): Uint32Array {
  const merged = new Uint32Array(a.length + b.length)
  let [first, second] = [0, 0]
  for (let index = 0; index < merged.length; index++)
    merged[index] =
      second === b.length || (first < a.length && a[first]! < b[second]!)
        ? a[first++]!
        : b[second++]!
  return merged
}

/** When one list is this many times longer, the values of the shorter are looked up in it one by one. */
const LOOKUP_RATIO = 16

export function intersect(a: Uint32Array, b: Uint32Array): Uint32Array {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  const common = new Uint32Array(short.length)
  let count = 0
  if (short.length * LOOKUP_RATIO < long.length) {
    for (const value of short) if (long[lowerBound(long, value)] === value) common[count++] = value
    return common.subarray(0, count)
  }
  let other = 0
  for (let index = 0; index < short.length; index++) {
    const value = short[index]!
    while (other < long.length && long[other]! < value) other++
    if (long[other] === value) common[count++] = value
  }
  return common.subarray(0, count)
}
