/** Matrices of bytes, packed as the loop `multiply` of train/reader.wat reads them. */

/** Rows that are multiplied together. */
const BLOCK = 16
/** Columns whose products one instruction adds up. */
const TOGETHER = 4

/**
 * For each block of 16 rows: its bytes, four columns at a time, row after row; then the scales of the rows, the sums of their bytes and their
 * biases. Returned as floats, because that is what the memory is counted in.
 */
export function packBytes(matrix: Int8Array, scales: Float32Array, bias: Float32Array): Float32Array {
  const rows = scales.length
  const columns = matrix.length / rows
  if (rows % BLOCK > 0 || columns % BLOCK > 0)
    throw new Error(`The weights have a layer of ${rows} × ${columns} numbers.`)
  const blockBytes = BLOCK * columns
  const blockFloats = blockBytes / 4 + 3 * BLOCK
  const packed = new Float32Array((rows / BLOCK) * blockFloats)
  const bytes = new Int8Array(packed.buffer)
  for (let row = 0; row < rows; row++) {
    const start = Math.floor(row / BLOCK) * blockFloats
    const place = row % BLOCK
    let sum = 0
    for (let column = 0; column < columns; column++) {
      const value = matrix[row * columns + column]!
      const group = Math.floor(column / TOGETHER)
      bytes[4 * start + (group * BLOCK + place) * TOGETHER + (column % TOGETHER)] = value
      sum += value
    }
    const after = start + blockBytes / 4 + place
    packed[after] = scales[row]!
    packed[after + BLOCK] = sum
    packed[after + 2 * BLOCK] = bias[row]!
  }
  return packed
}
