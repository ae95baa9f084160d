/** Ranks reviews by how much of what was searched for they say; what says too little of it is left out. */
import type { FoundWords } from './find-words.ts'
import type { SearchIndex } from './search-index.ts'

/** The share of the words, by weight, that a review must have: "do they offer financing" finds nothing where nobody says "financing". */
const ENOUGH = 0.55
/** Nobody repeats all of a long question; of so many words or fewer, a review must have enough. */
const FEW_WORDS = 4
const LEAST = 0.25
const MOST = 9999
/** What a text of average length loses for not coming to the point; a longer one loses more. */
const LENGTH_WEIGHT = 0.15

/** Positions ascend; scores are by position, up to 9,999: a cursor names one. */
export function rankWords({ dates, text: { bytes, starts } }: SearchIndex, found: FoundWords) {
  const size = dates.length
  const [shares, sums] = [new Float32Array(size), new Float32Array(size)]
  /** The last term that a review was seen to have, from 1 on; negative once it is counted. */
  const seen = new Int32Array(size)
  let total = 0
  for (const [number, { lists }] of found.terms.entries()) {
    const mark = number + 1
    let count = 0
    for (const { positions } of lists)
      for (let index = 0; index < positions.length; index++) {
        if (seen[positions[index]!] !== mark) count++
        seen[positions[index]!] = mark
      }
    // The fewer reviews have a word, the more it tells: "the" is worth next to nothing.
    const weight = Math.log(1 + size / (count + 1))
    total += weight
    for (const { positions, worth } of lists)
      for (let index = 0; index < positions.length; index++) {
        const position = positions[index]!
        if (seen[position] !== mark) continue
        seen[position] = -mark
        shares[position]! += weight
        sums[position]! += weight * worth
      }
  }
  const average = bytes.length / size
  const enough = total * Math.max(LEAST, ENOUGH * Math.min(1, FEW_WORDS / found.terms.length))
  const scores = new Uint16Array(size)
  const positions: number[] = []
  for (let position = 0; position < size; position++) {
    if (shares[position]! < enough || shares[position] === 0) continue
    const length = (starts[position + 1]! - starts[position]!) / average
    scores[position] = (MOST * sums[position]!) / total / (1 + LENGTH_WEIGHT * Math.log1p(length))
    positions.push(position)
  }
  return { positions: Uint32Array.from(positions), scores }
}
