/** What the network says of some words. */

/** Chances that add up to 1. */
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

export interface Spoken {
  chance: number
  reading: Reading
}
