/** General English: how frequent a word is, and its meaning as a vector. */
import { SPECIAL, type Vocabulary } from '../text/vocabulary.ts'
import type { Weights } from './weights.ts'

export interface Background {
  /** By frequency, 0 for "the"; null for a word outside the vocabulary. */
  rank(word: string): number | null
  vector(word: string): Float32Array | null
}

export function createBackground(weights: Weights, { numbers }: Vocabulary): Background {
  const { dimensions } = weights
  const table = weights.bytes('table')
  return {
    rank(word) {
      const number = numbers.get(word)
      return number === undefined ? null : number - SPECIAL.length
    },
    vector(word) {
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
