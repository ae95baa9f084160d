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
