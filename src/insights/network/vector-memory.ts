/** Floats in WebAssembly memory, and the loops that work on them. Offsets count floats, not bytes. */

/** out = bias + matrix × x */
export interface Layer {
  matrix: number
  bias: number
  rows: number
  columns: number
}

export interface VectorMemory {
  numbers: Float32Array
  reserve(count: number): number
  /** Copies a layer's weights into memory, with rows padded with zeros to whole blocks. */
  addLayer(matrix: Float32Array, bias: Float32Array | null, columns: number): Layer
  apply(layer: Layer, x: number, out: number): void
  /** One word of a GRU: `state` is replaced, and copied to `out`. */
  step(word: number, old: number, state: number, out: number, size: number): void
  /** The product of two vectors; here and below, the size is a multiple of 16. */
  dot(x: number, y: number, size: number): number
  /** Adds `x`, multiplied by `share`, to `out`. */
  addShare(out: number, x: number, share: number, size: number): void
  /** The highest numbers of `count` vectors that follow each other, then their means. */
  pool(out: number, x: number, count: number, size: number): void
}

interface Loops extends Pick<VectorMemory, 'step' | 'dot' | 'addShare' | 'pool'> {
  memory: WebAssembly.Memory
  project(out: number, matrix: number, x: number, bias: number, rows: number, columns: number): void
}

const BLOCK = 32
const FLOAT = 4
const PAGE = 65_536

/** `capacity` counts floats. */
export function createVectorMemory(module: WebAssembly.Module, capacity: number): VectorMemory {
  const { memory, project, step, dot, addShare, pool } = new WebAssembly.Instance(module)
    .exports as unknown as Loops
  memory.grow(Math.ceil((capacity * FLOAT) / PAGE))
  const numbers = new Float32Array(memory.buffer)
  let end = 0

  function reserve(count: number): number {
    const at = end
    end += wholeBlocks(count)
    return at
  }
  function put(values: Float32Array): number {
    const at = reserve(values.length)
    numbers.set(values, at)
    return at
  }

  return {
    numbers,
    reserve,
    addLayer(matrix, bias, columns) {
      const rows = wholeBlocks(matrix.length / columns)
      return {
        matrix: put(toBlocks(matrix, columns)),
        bias: bias ? put(bias) : reserve(rows),
        rows,
        columns,
      }
    },
    apply({ matrix, bias, rows, columns }, x, out) {
      project(out * FLOAT, matrix * FLOAT, x * FLOAT, bias * FLOAT, rows, columns)
    },
    step: (word, old, state, out, size) => step(word * FLOAT, old * FLOAT, state * FLOAT, out * FLOAT, size),
    dot: (x, y, size) => dot(x * FLOAT, y * FLOAT, size),
    addShare: (out, x, share, size) => addShare(out * FLOAT, x * FLOAT, share, size),
    pool: (out, x, count, size) => pool(out * FLOAT, x * FLOAT, count, size),
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
