/** Turns words into states with a GRU that reads the sentence from both ends. */
import type { VectorMemory } from './vector-memory.ts'
import type { Weights } from './weights.ts'

export interface Encoder {
  /** Offset of the last sentence's states, word after word, `width` numbers each. */
  states: number
  width: number
  encode(words: number[]): void
}

/** Words after this many in a sentence are ignored. */
export const LONGEST = 160
/** Words whose gate inputs are cached: more than a language has in daily use. */
const CACHED_WORDS = 12_288

/** Floats that an encoder needs besides its weights. */
export const encoderCapacity = ({ size }: Weights) => CACHED_WORDS * 6 * size + LONGEST * 2 * size

export function createEncoder(weights: Weights, memory: VectorMemory): Encoder {
  const { size, dimensions } = weights
  const { numbers, reserve, addLayer, apply } = memory
  const width = 2 * size
  const gates = 3 * size
  const [table, scales, valences] = [
    weights.bytes('table'),
    weights.floats('scales'),
    weights.bytes('valences'),
  ]
  const directions = ['forward', 'backward'].map(name => ({
    fromWord: addLayer(weights.floats(`${name}.word`), weights.floats(`${name}.word.bias`), dimensions + 1),
    fromState: addLayer(weights.floats(`${name}.state`), weights.floats(`${name}.state.bias`), size),
  }))
  const word = reserve(dimensions + 1)
  const old = reserve(gates)
  const state = reserve(size)
  const states = reserve(LONGEST * width)
  const cache = reserve(CACHED_WORDS * 2 * gates)
  const offsets = new Map<number, number>()

  /** Offset of the word's gate inputs for both directions. */
  function gatesOf(id: number): number {
    const known = offsets.get(id)
    if (known !== undefined) return known
    if (offsets.size === CACHED_WORDS) offsets.clear()
    const at = cache + offsets.size * 2 * gates
    offsets.set(id, at)
    for (let each = 0; each < dimensions; each++)
      numbers[word + each] = table[id * dimensions + each]! * scales[id]!
    numbers[word + dimensions] = valences[id]! / 127
    for (const [number, { fromWord }] of directions.entries()) apply(fromWord, word, at + number * gates)
    return at
  }

  return {
    states,
    width,
    encode(words) {
      for (const [number, { fromState }] of directions.entries()) {
        numbers.fill(0, state, state + size)
        for (let turn = 0; turn < words.length; turn++) {
          const at = number === 0 ? turn : words.length - 1 - turn
          apply(fromState, state, old)
          memory.step(
            gatesOf(words[at]!) + number * gates,
            old,
            state,
            states + at * width + number * size,
            size,
          )
        }
      }
    },
  }
}
