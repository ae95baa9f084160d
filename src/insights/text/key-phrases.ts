/** Counts phrases of one to three words that may be key phrases, by the number of texts they occur in. */
import {
  BE_AND_HAVE,
  DETERMINERS,
  isPastForm,
  type KnownWord,
  knowWord,
  OBJECTS,
  PREPOSITIONS,
} from './word-kinds.ts'
import { splitWords } from './words.ts'

export interface PhraseCount {
  /** The number of texts it occurs in. */
  count: number
  /** How often its last word is used as a noun, out of all its uses. */
  nouns: number
  uses: number
  /** Each spelling, with how often it occurs. */
  surfaces: Map<string, number>
}

/** Keyed by the stems of the content words in alphabetical order: "fixed my furnace" and "furnace fixed" are one phrase. */
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
      phrase.uses++
      if (isUsedAsNoun(tokens, end - 1)) phrase.nouns++
      add(phrase.surfaces, surfaceOf(tokens, first, end), 1)
    })
  return counts
}

export function mergePhrases(all: PhraseCounts[]): PhraseCounts {
  const merged: PhraseCounts = new Map()
  for (const counts of all)
    for (const [key, { count, nouns, uses, surfaces }] of counts) {
      const phrase = phraseIn(merged, key)
      phrase.count += count
      phrase.nouns += nouns
      phrase.uses += uses
      for (const [surface, times] of surfaces) add(phrase.surfaces, surface, times)
    }
  return merged
}

function phraseIn(counts: PhraseCounts, key: string): PhraseCount {
  const known = counts.get(key) ?? { count: 0, nouns: 0, uses: 0, surfaces: new Map() }
  counts.set(key, known)
  return known
}

/** A token that no phrase may cross. */
export const BOUNDARY: KnownWord = { norm: '\n', stem: '', kind: 'apart' }

/** More than the common words of a language with their punctuation. */
const CACHED_CHUNKS = 20_000

/** Texts repeat their words, so each chunk between two spaces is read once and cached. */
export function createTokenReader(choose = (word: KnownWord) => word): (text: string) => KnownWord[] {
  const cache = new Map<string, KnownWord[]>()
  const read = (chunk: string) => {
    const words = splitWords(chunk).map(({ norm }) => choose(knowWord(norm)))
    if (cache.size === CACHED_CHUNKS) cache.clear()
    cache.set(chunk, words)
    return words
  }
  return text => {
    const tokens: KnownWord[] = []
    for (const line of text.split('\n')) {
      for (const chunk of line.split(' '))
        for (const word of cache.get(chunk) ?? read(chunk)) tokens.push(word)
      tokens.push(BOUNDARY)
    }
    return tokens
  }
}

/** Visits content words alone, side by side, or with one link between them: the tokens from `first` up to `end`. */
export function eachPhrase(
  tokens: KnownWord[],
  visit: (key: string, first: number, end: number) => void,
): void {
  for (let first = 0; first < tokens.length; first++) {
    const one = tokens[first]!
    if (!hasContent(one)) continue
    const two = tokens[first + 1]
    const three = tokens[first + 2]
    visit(one.stem, first, first + 1)
    if (!two || two.kind === 'apart') continue
    if (two.kind !== 'link') visit(keyOf([one.stem, two.stem]), first, first + 2)
    if (!three || !hasContent(three) || two.kind === 'tail') continue
    const stems = two.kind === 'link' ? [one.stem, three.stem] : [one.stem, two.stem, three.stem]
    visit(keyOf(stems), first, first + 3)
  }
}

const hasContent = ({ kind }: KnownWord) => kind === 'full' || kind === 'light'

const keyOf = (stems: string[]) => stems.sort().join(' ')

/** The key of the longest phrase in `surface`. */
export function phraseKey(surface: string): string {
  let [longest, words] = ['', 0]
  eachPhrase(createTokenReader()(surface), (key, first, end) => {
    if (end - first > words) [longest, words] = [key, end - first]
  })
  return longest
}

function countTexts(read: KnownWord[][]): Map<string, number> {
  const numbers = new Map<string, number>()
  const seen = new Set<string>()
  for (const tokens of read) {
    seen.clear()
    eachPhrase(tokens, key => seen.add(key))
    for (const key of seen) add(numbers, key, 1)
  }
  return numbers
}

function surfaceOf(tokens: KnownWord[], first: number, end: number): string {
  let surface = tokens[first]!.norm
  for (let position = first + 1; position < end; position++) surface += ` ${tokens[position]!.norm}`
  return surface
}

const add = (counts: Map<string, number>, key: string, times: number) =>
  counts.set(key, (counts.get(key) ?? 0) + times)

/** "the old furnace was": after a determiner and its adjectives, or before a form of "be"; never before an object. */
function isUsedAsNoun(tokens: KnownWord[], position: number): boolean {
  const { norm } = tokens[position]!
  if (norm === 'everything') return true
  if (isPastForm(norm)) return false
  const next = tokens[position + 1]?.norm ?? ''
  if (BE_AND_HAVE.has(next)) return true
  if (hasContent(tokens[position + 1] ?? BOUNDARY) || DETERMINERS.has(next) || OBJECTS.has(next)) return false
  for (let before = position - 1; before >= position - 3 && before >= 0; before--) {
    const { norm } = tokens[before]!
    if (DETERMINERS.has(norm) || PREPOSITIONS.has(norm)) return true
    if (!hasContent(tokens[before]!)) return false
  }
  return false
}
