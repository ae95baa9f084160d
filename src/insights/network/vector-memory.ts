/** Floats in WebAssembly memory, and the loops that work on them. Offsets count floats, not bytes. */

/** out = bias + matrix × x; columns are a multiple of 4 */
type Layer = { matrix: number; bias: number; rows: number; columns: number }

/** The same in bytes, for several tokens at once. */
export type ByteLayer = Omit<Layer, 'bias'>

/** Where attention finds 16 cosines and 16 sines for each position, and where it may write; for whole blocks of 32 tokens. */
type AttentionMemory = Record<'turns' | 'keys' | 'scores', number>

export type VectorMemory = ReturnType<typeof createVectorMemory>

type Loop = (...numbers: number[]) => number
type LoopName =
  | ('project' | 'multiply' | 'normalize' | 'attend')
  | ('softmax' | 'blend' | 'dot' | 'addShare' | 'pool')
type Loops = { memory: WebAssembly.Memory } & Record<LoopName, Loop>

const BLOCK = 32
const FLOAT = 4
const PAGE = 65_536
/** The loops expect as many zeros at the beginning as they ever have rows without a bias: one for each token of a text. */
const ZEROS = 256
/** The most columns of a layer in bytes. */
const MOST_COLUMNS = 1024
/** Floats that `multiply` needs for a block of four tokens, besides four for each column. */
const RANGES_AND_SUMS = 72

/** `capacity` counts floats. */
export function createVectorMemory(module: WebAssembly.Module, capacity: number) {
  const loops = new WebAssembly.Instance(module).exports as unknown as Loops
  loops.memory.grow(Math.ceil((capacity * FLOAT) / PAGE))
  const numbers = new Float32Array(loops.memory.buffer)
  let end = ZEROS
  const scratch = reserve(RANGES_AND_SUMS + 4 * MOST_COLUMNS)

  function reserve(count: number): number {
    const at = end
    end += wholeBlocks(count)
    if (end > numbers.length) throw new Error('The weights need more memory than expected.')
    return at
  }
  /** Copies values into memory. */
  function put(values: Float32Array): number {
    const at = reserve(values.length)
    numbers.set(values, at)
    return at
  }

  return {
    numbers,
    reserve,
    put,
    /** Copies a layer's weights into memory, with rows padded with zeros to whole blocks. */
    addLayer(matrix: Float32Array, bias: Float32Array | null, columns: number): Layer {
      const rows = wholeBlocks(matrix.length / columns)
      return {
        matrix: put(toBlocks(matrix, columns)),
        bias: bias ? put(bias) : reserve(rows),
        rows,
        columns,
      }
    },
    apply({ matrix, bias, rows, columns }: Layer, x: number, out: number): void {
      loops.project(
        out * FLOAT,
        matrix * FLOAT,
        x * FLOAT,
        bias * FLOAT,
        rows,
        columns,
        BLOCK * FLOAT,
      )
    },
    /** `scales` has one number for each row. */
    addByteLayer(matrix: Int8Array, scales: Float32Array, bias: Float32Array): ByteLayer {
      const columns = matrix.length / scales.length
      if (columns > MOST_COLUMNS) throw new Error(`The weights have a layer of ${columns} columns.`)
      return { matrix: put(packBytes(matrix, scales, bias)), rows: scales.length, columns }
    },
    /** Applies it to `tokens` vectors, a multiple of 4. Results below `least` become `least`. */
    applyBytes(
      layer: ByteLayer,
      x: number,
      out: number,
      tokens: number,
      least = Number.NEGATIVE_INFINITY,
    ) {
      const addresses = [out * FLOAT, x * FLOAT, layer.matrix * FLOAT, scratch * FLOAT] as const
      loops.multiply(...addresses, tokens, layer.rows, layer.columns, least)
    },
    /** Layer normalization of `tokens` vectors. */
    normalize: (out: number, x: number, gain: number, bias: number, tokens: number, size: number) =>
      loops.normalize(out * FLOAT, x * FLOAT, gain * FLOAT, bias * FLOAT, tokens, size),
    /** Attention between `tokens` vectors of queries, keys and values, in heads of 32 numbers. */
    attend(out: number, qkv: number, memory: AttentionMemory, tokens: number, width: number): void {
      const own = [memory.turns * FLOAT, memory.keys * FLOAT, memory.scores * FLOAT] as const
      loops.attend(out * FLOAT, qkv * FLOAT, ...own, tokens, width)
    },
    /** In place. The four numbers after the last become 0. */
    softmax: (scores: number, count: number) => loops.softmax(scores * FLOAT, count, 1),
    /** The sum of `count` vectors that follow each other, each times its share; three more shares are 0, and have vectors. */
    blend: (out: number, shares: number, x: number, count: number, size: number) =>
      loops.blend(out * FLOAT, shares * FLOAT, x * FLOAT, count, size),
    /** The product of two vectors; here and below, the size is a multiple of 16. */
    dot: (x: number, y: number, size: number) => loops.dot(x * FLOAT, y * FLOAT, size),
    /** Adds `x`, multiplied by `share`, to `out`. */
    addShare: (out: number, x: number, share: number, size: number) =>
      loops.addShare(out * FLOAT, x * FLOAT, share, size),
    /** The highest numbers of `count` vectors that follow each other, then their means. */
    pool: (out: number, x: number, count: number, size: number) =>
      loops.pool(out * FLOAT, x * FLOAT, count, size),
  }
}

const wholeBlocks = (count: number) => Math.ceil(count / BLOCK) * BLOCK

/** Rows in blocks of 32, column by column, as the loop expects them. */
function toBlocks(matrix: Float32Array, columns: number): Float32Array {
  const rows = matrix.length / columns
  const blocks = new Float32Array(wholeBlocks(rows) * columns)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const block = Math.floor(row / BLOCK)
      blocks[(block * columns + column) * BLOCK + (row % BLOCK)] = matrix[row * columns + column]!
    }
  return blocks
}

/** Rows that are multiplied together. */
const BYTE_ROWS = 16
/** Columns whose products one instruction adds up. */
const TOGETHER = 4

/**
 * Packs a matrix of bytes as the loop `multiply` of train/reader.wat reads it. For each block of 16 rows: its bytes, four columns at a time, row after row; then the scales of the rows, the sums of their bytes and their
 * biases. Returned as floats, because that is what the memory is counted in.
 */
function packBytes(matrix: Int8Array, scales: Float32Array, bias: Float32Array): Float32Array {
  const rows = scales.length
  const columns = matrix.length / rows
  if (rows % BYTE_ROWS > 0 || columns % BYTE_ROWS > 0)
    throw new Error(`The weights have a layer of ${rows} × ${columns} numbers.`)
  const blockBytes = BYTE_ROWS * columns
  const blockFloats = blockBytes / 4 + 3 * BYTE_ROWS
  const packed = new Float32Array((rows / BYTE_ROWS) * blockFloats)
  const bytes = new Int8Array(packed.buffer)
  for (let row = 0; row < rows; row++) {
    const start = Math.floor(row / BYTE_ROWS) * blockFloats
    const place = row % BYTE_ROWS
    let sum = 0
    for (let column = 0; column < columns; column++) {
      const value = matrix[row * columns + column]!
      const group = Math.floor(column / TOGETHER)
      bytes[4 * start + (group * BYTE_ROWS + place) * TOGETHER + (column % TOGETHER)] = value
      sum += value
    }
    const after = start + blockBytes / 4 + place
    packed[after] = scales[row]!
    packed[after + BYTE_ROWS] = sum
    packed[after + 2 * BYTE_ROWS] = bias[row]!
  }
  return packed
}
