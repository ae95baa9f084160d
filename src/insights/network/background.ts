/** General English: which words belong to it, and their meanings as vectors. */
import type { Vocabulary } from '../text/vocabulary.ts'
import type { Weights } from './weights.ts'

export type Background = ReturnType<typeof createBackground>

export function createBackground(weights: Weights, { numbers }: Vocabulary) {
  const { dimensions } = weights
  const table = weights.bytes('table')
  return {
    isKnown: (word: string) => numbers.has(word),
    vector(word: string): Float32Array | null {
      const number = numbers.get(word)
      return number === undefined
        ? null
        : Float32Array.from(table.subarray(number * dimensions, (number + 1) * dimensions))
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
