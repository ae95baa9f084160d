/**
 * The small network that reads a review: pieces of words, a transformer over neighboring sentences, and two heads. One reads the
 * sentiment toward a target, the other which aspects a sentence mentions. `train/` makes its weights.
 */
import type { WordRange } from '../text/words.ts'
import { createEncoder, encoderCapacity } from './encoder.ts'
import {
  type AspectHints,
  createAspectHead,
  createOpinionHead,
  type RangeReading,
  type Reading,
} from './heads.ts'
import { LONGEST, type Pieces, START, STOP } from './pieces.ts'
import { createVectorMemory } from './vector-memory.ts'
import type { Weights } from './weights.ts'

export type Network = ReturnType<typeof createNetwork>

/** Floats for the weights of all heads and their outputs. */
const HEADS_CAPACITY = 1_000_000

export function createNetwork(weights: Weights, module: WebAssembly.Module, { idsOf }: Pieces) {
  const memory = createVectorMemory(module, encoderCapacity(weights) + HEADS_CAPACITY)
  const encoder = createEncoder(weights, memory)
  const readOpinion = createOpinionHead(weights, memory, encoder)
  const readAspects = createAspectHead(weights, memory, encoder)
  const valences = weights.bytes('valences')
  return {
    aspects: weights.aspects,
    trades: weights.trades,
    /** How good or bad a word is by itself, from -1 to 1. */
    valenceOf: (word: number) => valences[word]! / 127,
    /** At most this many pieces are read together; the words after them are ignored. */
    longest: LONGEST,
    countPieces: (norm: string) => idsOf(norm).length,
    /** Reads sentences together. What it returns is valid until the next ones are read. */
    read(norms: string[]) {
      const { ids, places } = cutWords(norms, idsOf)
      encoder.encode(ids)
      const last = places.length - 2
      /** The states of those words. */
      const statesOf = ({ first, end }: WordRange): WordRange => ({
        first: places[Math.min(first, last)]!,
        end: places[Math.min(end, last + 1)]!,
      })
      return {
        /** The sentiment toward each target, all of them in one sentence. */
        opinions: (sentence: WordRange, targets: WordRange[]): Reading[] =>
          targets.map(target => readOpinion(statesOf(sentence), statesOf(target))),
        /** For each wanted aspect, whether `words` mention it, and with what sentiment; and whether they criticize or praise anything. */
        aspects: (words: WordRange, hints: AspectHints): RangeReading => readAspects(statesOf(words), hints),
      }
    },
  }
}

/** The pieces of as many words as fit, with where each word begins; the last place is where the last word ends. */
function cutWords(norms: string[], idsOf: Pieces['idsOf']): { ids: number[]; places: number[] } {
  const ids = [START]
  const places = [ids.length]
  for (const norm of norms) {
    const own = idsOf(norm)
    if (ids.length - 1 + own.length > LONGEST) break
    ids.push(...own)
    places.push(ids.length)
  }
  ids.push(STOP)
  return { ids, places }
}
