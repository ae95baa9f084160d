/** Merges lists that are each in order, reading no further than it is asked to. */

/** Of equals, those of the earlier list come first. */
export function* mergeRanked<T>(lists: Iterator<T>[], compare: (a: T, b: T) => number): Generator<T> {
  const heads: { list: Iterator<T>; value: T }[] = []
  for (const list of lists) {
    const { done, value } = list.next()
    if (!done) heads.push({ list, value })
  }
  while (heads.length > 0) {
    const first = heads.reduce((best, head) => (compare(head.value, best.value) < 0 ? head : best))
    yield first.value
    const { done, value } = first.list.next()
    if (done) heads.splice(heads.indexOf(first), 1)
    else first.value = value
  }
}
