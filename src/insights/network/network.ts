/**
 * The small network that reads how a sentence speaks of a thing: word vectors, a GRU in both directions, and from the thing a
 * few looks at the rest of the sentence. `train/` makes its weights.
 */
import { createArena } from './arena.ts'
import { createAspectHead } from './aspect-head.ts'
import { createEncoder, encoderRoom, LONGEST } from './encoder.ts'
import type { Reading, Spoken, Target } from './network-reading.ts'
import { createOpinionHead } from './opinion-head.ts'
import type { Weights } from './weights.ts'

/** A sentence that was read. Valid until the next one is. */
export interface Encoded {
  /** How it speaks of the things at these places. */
  opinions(targets: Target[]): Reading[]
  /**
   * For each of the network's aspects: the chance that the words from `first` up to `end` speak of it, and how. `cues` has a 1 for
   * each aspect with a cue that is good, bad or neither: three numbers for each aspect.
   */
  aspects(words: Target, cues: Float32Array): Spoken[]
}

export interface Network {
  /** The ids of the aspects that it finds by itself, and how sure it must be. */
  aspects: string[]
  threshold: number
  read(words: number[]): Encoded
}

/** For the weights of all layers, and what passes between them. */
const LAYERS_ROOM = 400_000

export function createNetwork(weights: Weights, module: WebAssembly.Module): Network {
  const arena = createArena(module, encoderRoom(weights) + LAYERS_ROOM)
  const encoder = createEncoder(weights, arena)
  const look = createOpinionHead(weights, arena, encoder)
  const find = createAspectHead(weights, arena, encoder)
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
        opinions: targets => targets.map(target => look(words.length, within(target))),
        aspects: (part, cues) => find(within(part), cues),
      }
    },
  }
}
