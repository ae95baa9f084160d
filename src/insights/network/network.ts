/**
 * The small network that reads a review: word vectors, a bidirectional GRU over neighboring sentences, and two heads. One reads the
 * sentiment toward a target, the other which aspects a sentence mentions. `train/` makes its weights.
 */
import { createAspectHead } from './aspect-head.ts'
import { createEncoder, encoderCapacity, LONGEST } from './encoder.ts'
import type { AspectHints, AspectReading, Reading, Target } from './network-reading.ts'
import { createOpinionHead } from './opinion-head.ts'
import { createVectorMemory } from './vector-memory.ts'
import type { Weights } from './weights.ts'

/** Sentences that were read together. Valid until the next ones are read. */
export interface Encoded {
  /** The sentiment toward each target, all of them in one sentence. */
  opinions(sentence: Target, targets: Target[]): Reading[]
  /** For each wanted aspect, whether `words` mention it, and with what sentiment. */
  aspects(words: Target, hints: AspectHints): AspectReading[]
}

export interface Network extends Pick<Weights, 'aspects' | 'thresholds' | 'trades' | 'starOdds'> {
  /** How good or bad a word is by itself, from -1 to 1. */
  valenceOf(word: number): number
  /** At most this many words are read together; the rest is ignored. */
  longest: number
  read(words: number[]): Encoded
}

/** Floats for the weights of all layers and their outputs. */
const LAYERS_CAPACITY = 600_000

export function createNetwork(weights: Weights, module: WebAssembly.Module): Network {
  const memory = createVectorMemory(module, encoderCapacity(weights) + LAYERS_CAPACITY)
  const encoder = createEncoder(weights, memory)
  const readOpinion = createOpinionHead(weights, memory, encoder)
  const readAspects = createAspectHead(weights, memory, encoder)
  const valences = weights.bytes('valences')
  return {
    aspects: weights.aspects,
    thresholds: weights.thresholds,
    trades: weights.trades,
    starOdds: weights.starOdds,
    valenceOf: word => valences[word]! / 127,
    longest: LONGEST,
    read(all) {
      const words = all.slice(0, LONGEST)
      encoder.encode(words)
      const within = ({ first, end }: Target): Target => ({
        first: Math.min(first, words.length - 1),
        end: Math.min(end, words.length),
      })
      return {
        opinions: (sentence, targets) => targets.map(target => readOpinion(within(sentence), within(target))),
        aspects: (part, hints) => readAspects(within(part), hints),
      }
    },
  }
}
