/** Counts the phrases that state an opinion by the number of texts they occur in. */
import { eachPhrase } from './opinion-phrases.ts'
import { createTokenReader, type Token } from './phrase-tokens.ts'

export interface PhraseCount {
  /** The number of texts it occurs in. */
  count: number
  /** Each wording, with how often it occurs. */
  surfaces: Map<string, number>
}

/** By key: "fair price", "reasonable prices" and "the price was fair" are one phrase. */
export type PhraseCounts = Map<string, PhraseCount>

/**
 * In a month with many texts, only phrases in at least one of this many texts are kept: nearly all phrases are rare, and
 * those that are rare in every month cannot become a topic.
 */
const KEPT_SHARE = 250

export function countPhrases(texts: string[]): PhraseCounts {
  const read = [...new Set(texts)].map(createTokenReader())
  const numbers = countTexts(read)
  const fewest = Math.floor(read.length / KEPT_SHARE)
  const counts: PhraseCounts = new Map()
  for (const tokens of read)
    eachPhrase(tokens, (key, first, end) => {
      const count = numbers.get(key)!
      if (count < fewest) return
      const phrase = phraseIn(counts, key)
      phrase.count = count
      add(phrase.surfaces, surfaceOf(tokens, first, end), 1)
    })
  return counts
}

export function mergePhrases(all: PhraseCounts[]): PhraseCounts {
  const merged: PhraseCounts = new Map()
  for (const counts of all)
    for (const [key, { count, surfaces }] of counts) {
      const phrase = phraseIn(merged, key)
      phrase.count += count
      for (const [surface, times] of surfaces) add(phrase.surfaces, surface, times)
    }
  return merged
}

function phraseIn(counts: PhraseCounts, key: string): PhraseCount {
  const known = counts.get(key) ?? { count: 0, surfaces: new Map() }
  counts.set(key, known)
  return known
}

function countTexts(read: Token[][]): Map<string, number> {
  const numbers = new Map<string, number>()
  const seen = new Set<string>()
  for (const tokens of read) {
    seen.clear()
    eachPhrase(tokens, key => seen.add(key))
    for (const key of seen) add(numbers, key, 1)
  }
  return numbers
}

const add = (counts: Map<string, number>, key: string, times: number) =>
  counts.set(key, (counts.get(key) ?? 0) + times)

/** As it is written, in lower case: contractions are one word again. */
function surfaceOf(tokens: Token[], first: number, end: number): string {
  let surface = tokens[first]!.norm
  for (let position = first + 1; position < end; position++) {
    const { norm } = tokens[position]!
    surface += norm === "n't" || norm.startsWith("'") ? norm : ` ${norm}`
  }
  return surface
}
