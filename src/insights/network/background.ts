/** General English: how frequent a word is, and what it means as a vector. */
import { SPECIAL, type Vocabulary } from '../text/vocabulary.ts'
import type { Weights } from './weights.ts'

/** What is known of words in general English. */
export interface Background {
  /** By frequency, 0 for "the"; null for a word too rare to have one. */
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
