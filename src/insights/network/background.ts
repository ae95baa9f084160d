/** General English: which words belong to it, and their meanings as vectors. */
import type { Vocabulary } from '../text/vocabulary.ts'
import { type Pieces, UNKNOWN } from './pieces.ts'
import type { Weights } from './weights.ts'

export type Background = ReturnType<typeof createBackground>

export function createBackground(weights: Weights, { numbers }: Vocabulary, { idsOf }: Pieces) {
  const { width } = weights
  const table = weights.bytes('table')
  const scales = weights.floats('table.scale')
  return {
    isKnown: (word: string) => numbers.has(word),
    /** The mean of the word's pieces; null if they are unknown. */
    vector(word: string): Float32Array | null {
      const ids = idsOf(word)
      if (ids.includes(UNKNOWN)) return null
      const mean = new Float32Array(width)
      for (const id of ids)
        for (let each = 0; each < width; each++)
          mean[each]! += (table[id * width + each]! * scales[id]!) / ids.length
      return mean
    },
  }
}

export function meanVector(words: string[], background: Background): Float32Array | null {
  const vectors = words.map(word => background.vector(word)).filter(vector => vector !== null)
  if (vectors.length === 0) return null
  const sum = new Float32Array(vectors[0]!.length)
  for (const vector of vectors) addScaled(sum, vector, 1 / lengthOf(vector))
  const length = lengthOf(sum)
  return sum.map(value => value / length)
}

function addScaled(sum: Float32Array, vector: Float32Array, scale: number): void {
  for (let index = 0; index < sum.length; index++) sum[index]! += vector[index]! * scale
}

export function dotProduct(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let index = 0; index < a.length; index++) sum += a[index]! * b[index]!
  return sum
}

const lengthOf = (vector: Float32Array) => Math.sqrt(dotProduct(vector, vector)) || 1
