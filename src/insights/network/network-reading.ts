/** What the network returns. */
import type { WordRange } from '../text/words.ts'

/** Probabilities that add up to 1. */
export interface Reading {
  negative: number
  neutral: number
  positive: number
}

/** Words that something is read from, or that an opinion is about. */
export type Target = WordRange

/** What is known about a sentence besides its words. */
export interface AspectHints {
  /** Numbers of the aspects to read. */
  wanted: number[]
  /** Numbers of cues: three for each aspect, for a positive cue, a negative one, and one that is neither. */
  cues: Iterable<number>
  /** The number of the trade. */
  trade: number
}

/** How likely the words mention an aspect, and with what sentiment if they do. */
export interface AspectReading {
  chance: number
  reading: Reading
}

/** What some words say. */
export interface RangeReading {
  /** For each wanted aspect. */
  aspects: AspectReading[]
  /** The chances that they criticize, and that they praise, anything at all. */
  critical: number
  praising: number
}
