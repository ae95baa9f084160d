/** General English: how frequent a word is, and what it means as a vector. */
import type { Background } from './topics.ts'
import { SPECIAL, type Vocabulary } from './vocabulary.ts'
import type { Weights } from './weights.ts'

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
