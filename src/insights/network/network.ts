/**
 * The small network that reads the sentiment of a sentence toward a target: word vectors, a bidirectional GRU, and attention from
 * the target to the rest of the sentence. `train/` makes its weights.
 */
import { createArena } from './arena.ts'
import { createAspectHead } from './aspect-head.ts'
import { createEncoder, encoderCapacity, LONGEST } from './encoder.ts'
import type { AspectReading, Reading, Target } from './network-reading.ts'
import { createOpinionHead } from './opinion-head.ts'
import type { Weights } from './weights.ts'

/** A sentence that was read. Valid until the next one is read. */
export interface Encoded {
  /** The sentiment toward each target. */
  opinions(targets: Target[]): Reading[]
  /**
   * For each of the network's aspects, whether `words` mention it, and with what sentiment. `cues` holds three flags per aspect:
   * whether it has a positive cue, a negative one, one that is neither.
   */
  aspects(words: Target, cues: Float32Array): AspectReading[]
}

export interface Network {
  /** The ids of the aspects that it finds by itself, and the least chance that counts. */
  aspects: string[]
  threshold: number
  read(words: number[]): Encoded
}

/** Floats for the weights of all layers and their outputs. */
const LAYERS_CAPACITY = 400_000

export function createNetwork(weights: Weights, module: WebAssembly.Module): Network {
  const arena = createArena(module, encoderCapacity(weights) + LAYERS_CAPACITY)
  const encoder = createEncoder(weights, arena)
  const readOpinion = createOpinionHead(weights, arena, encoder)
  const readAspects = createAspectHead(weights, arena, encoder)
  return {
    aspects: weights.aspects,
    threshold: weights.threshold,
    read(all) {
      const words = all.slice(0, LONGEST)
      encoder.encode(words)
      const within = ({ first, end }: Target): Target => ({
        first: Math.min(first, words.length - 1),
        end: Math.min(end, words.length),
      })
      return {
        opinions: targets => targets.map(target => readOpinion(words.length, within(target))),
        aspects: (part, cues) => readAspects(within(part), cues),
      }
    },
  }
}
