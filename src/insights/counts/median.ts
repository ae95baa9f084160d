/** The median, without sorting: a trend takes it of thousands of slopes. */

/** Changes the order of the values. */
export function medianOf(values: Float64Array): number {
  const middle = values.length >> 1
  const upper = select(values, middle)
  if (values.length % 2 === 1) return upper
  return (values.subarray(0, middle).reduce((most, value) => Math.max(most, value)) + upper) / 2
}

/** Hoare's selection: the value that would be at `index` if they were sorted; none before it is greater. */
function select(values: Float64Array, index: number): number {
  let low = 0
  let high = values.length - 1
  while (low < high) {
    const pivot = values[(low + high) >> 1]!
    let [left, right] = [low, high]
    while (left <= right) {
      while (values[left]! < pivot) left++
      while (values[right]! > pivot) right--
      if (left > right) break
      const swapped = values[left]!
      values[left++] = values[right]!
      values[right--] = swapped
    }
    if (index <= right) high = right
    else if (index >= left) low = left
    else break
  }
  return values[index]!
}
