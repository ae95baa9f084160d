/** What the network returns. */

/** Probabilities that add up to 1. */
export interface Reading {
  negative: number
  neutral: number
  positive: number
}

/** Words from `first` up to `end`. */
export interface Target {
  first: number
  end: number
}

/** How likely the words mention an aspect, and with what sentiment if they do. */
export interface AspectReading {
  chance: number
  reading: Reading
}
