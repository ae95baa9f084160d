/** Words into states: a GRU that reads the sentence from both ends. */
import type { Arena } from './arena.ts'
import type { Weights } from './weights.ts'

export interface Encoder {
  /** Where the states of the last sentence lie, one word after the other, `width` numbers each. */
  states: number
  width: number
  encode(words: number[]): void
}

/** A longer sentence is read from its beginning up to here. */
export const LONGEST = 160
/** What a word adds to the gates is kept for so many words: more than a language has in daily use. */
const KEPT_WORDS = 12_288

/** The room that an encoder takes, beside its weights. */
export const encoderRoom = ({ size }: Weights) => KEPT_WORDS * 6 * size + LONGEST * 2 * size

export function createEncoder(weights: Weights, arena: Arena): Encoder {
  const { size, dimensions } = weights
  const { numbers, reserve, addLayer, apply } = arena
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
  const kept = reserve(KEPT_WORDS * 2 * gates)
  const places = new Map<number, number>()

  /** Where the word's part in the gates of both directions lies. */
  function gatesOf(id: number): number {
    const known = places.get(id)
    if (known !== undefined) return known
    if (places.size === KEPT_WORDS) places.clear()
    const at = kept + places.size * 2 * gates
    places.set(id, at)
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
          arena.step(
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
