/**
 * Reads which aspects some words mention, and with what sentiment: from the maximum and mean of their states, their cues, the trade,
 * and the stars of the review as log-odds.
 */
import type { Encoder } from './encoder.ts'
import type { AspectHints, AspectReading, Target } from './network-reading.ts'
import type { VectorMemory } from './vector-memory.ts'
import type { Weights } from './weights.ts'

export function createAspectHead(
  weights: Weights,
  memory: VectorMemory,
  { states, width }: Encoder,
): (words: Target, hints: AspectHints) => AspectReading[] {
  const { numbers, reserve, addLayer, apply, pool } = memory
  const cues = 3 * weights.aspects.length
  const size = weights.floats('aspects.hidden.bias').length
  const [fromStates, fromCues] = splitColumns(weights.floats('aspects.hidden'), 2 * width, cues)
  const hidden = addLayer(fromStates, weights.floats('aspects.hidden.bias'), 2 * width)
  const out = addLayer(weights.floats('aspects.out'), weights.floats('aspects.out.bias'), size)
  const hiddenOfCue = toColumns(fromCues, cues)
  const outOfCue = toColumns(weights.floats('aspects.direct'), cues)
  const trades = weights.floats('aspects.trade')
  const pooled = reserve(2 * width)
  const between = reserve(hidden.rows)
  const found = reserve(out.rows)

  /** Adds a column of a matrix: the few cues of a sentence are not worth a whole product. */
  function addTo(at: number, column: Float32Array): void {
    for (let each = 0; each < column.length; each++) numbers[at + each]! += column[each]!
  }

  /** A softmax over the three scores at that offset, and 0 for "not mentioned". */
  function readingAt(at: number, stars: Float32Array): AspectReading {
    const negative = Math.exp(numbers[at]! + stars[0]!)
    const neutral = Math.exp(numbers[at + 1]! + stars[1]!)
    const positive = Math.exp(numbers[at + 2]! + stars[2]!)
    const sum = negative + neutral + positive
    const reading = { negative: negative / sum, neutral: neutral / sum, positive: positive / sum }
    return { chance: sum / (1 + sum), reading }
  }

  return (words, { wanted, cues, trade, stars }) => {
    pool(pooled, states + words.first * width, words.end - words.first, width)
    apply(hidden, pooled, between)
    addTo(between, trades.subarray(trade * size, (trade + 1) * size))
    for (const cue of cues) addTo(between, hiddenOfCue[cue]!)
    for (let each = between; each < between + size; each++) numbers[each] = Math.max(0, numbers[each]!)
    apply(out, between, found)
    for (const cue of cues) addTo(found, outOfCue[cue]!)
    const odds = weights.starOdds(stars)
    return wanted.map(number => readingAt(found + 3 * number, odds))
  }
}

/** Two matrices, from the first columns of one and its other columns. */
function splitColumns(
  matrix: Float32Array,
  left: number,
  right: number,
): [left: Float32Array, right: Float32Array] {
  const rows = matrix.length / (left + right)
  const parts: [Float32Array, Float32Array] = [new Float32Array(rows * left), new Float32Array(rows * right)]
  for (let row = 0; row < rows; row++) {
    const at = row * (left + right)
    parts[0].set(matrix.subarray(at, at + left), row * left)
    parts[1].set(matrix.subarray(at + left, at + left + right), row * right)
  }
  return parts
}

const toColumns = (matrix: Float32Array, columns: number): Float32Array[] =>
  Array.from({ length: columns }, (_, column) =>
    Float32Array.from({ length: matrix.length / columns }, (_, row) => matrix[row * columns + column]!),
  )
