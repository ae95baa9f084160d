/** The lists of `taxonomy/words/` that say how words are used, as sets. */
import cueWords from '../../../taxonomy/words/cues.json' with { type: 'json' }
import opinionWords from '../../../taxonomy/words/opinions.json' with { type: 'json' }
import personSigns from '../../../taxonomy/words/person-signs.json' with { type: 'json' }
import sentenceWords from '../../../taxonomy/words/sentences.json' with { type: 'json' }

/** Other words can ask for a missing one: that beside the last word of a sentence. */
interface WordSet extends Iterable<string> {
  has(word: string | undefined): boolean
}

type WordSets<T> = { readonly [K in keyof T as T[K] extends string[] ? K : never]: WordSet }

const toSets = <T extends object>(lists: T) =>
  Object.fromEntries(
    Object.entries(lists).flatMap(([name, words]) => (Array.isArray(words) ? [[name, new Set(words)]] : [])),
  ) as unknown as WordSets<T>

export const CUE_WORDS = toSets(cueWords)
export const OPINION_WORDS = toSets(opinionWords)
export const PERSON_SIGNS = toSets(personSigns)
export const SENTENCE_WORDS = toSets(sentenceWords)
