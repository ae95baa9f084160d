/** Words by their stem, so that a search for one finds its other forms: "no-shows" and "no show" have the same two. */
import synonymLists from '../../../taxonomy/words/synonyms.json' with { type: 'json' }
import { FIRST_NAMES } from '../../insights/text/word-lists.ts'
import { stemOf } from '../../insights/text/word-stem.ts'
import { once } from '../../model/once-per.ts'
import { foldWord, segmentsOf, WORD_WITH_APOSTROPHES } from './folded-words.ts'
import { INFLECTED, inflectedIn, stemIn } from './inflections.ts'

/** A possessive is an ending like any other. */
const POSSESSIVE = /['’´`ʼ]s$/i

/**
 * Only inflections are folded (plural, -ed, -ing): "latest" is no form of "late", nor "quickly" of "quick". Stems of languages with
 * other endings begin with their language: the German word "war" and the English one are found apart.
 */
export function stemOfWord(word: string, language: string | null = null): string {
  const spoken = inflectedIn(language)
  if (spoken) return `${spoken}:${stemIn(spoken, foldWord(word))}`
  const folded = foldWord(word.replace(POSSESSIVE, ''))
  // "James" is no plural of "jam".
  return folded.endsWith('s') && FIRST_NAMES.has(folded) ? folded : stemOf(folded)
}

/** In whatever language the search is. */
const stemsOfWord = (word: string) =>
  [null, ...INFLECTED].map(language => stemOfWord(word, language))

/** Marks the stems of words in replies, which count only on request. */
export const REPLY_MARK = '>'

/** What must occur: one word, or several side by side. */
export interface SearchTerm {
  /** As it was written. */
  text: string
  /** The stems of each word, one for each language. */
  stems: string[][]
  /** The stems of a hyphenated term written as one word, as in "tuneup"; none for a single word. */
  joinedStems: string[]
  /** The stems of other words for a single word. */
  synonyms: readonly string[]
}

/** By stem, those of other words for the same: whoever searches for "child" also means "son" and "daughter". */
const synonyms = once(() => {
  const found = new Map<string, ReadonlySet<string>>()
  for (const [language, groups] of Object.entries(synonymLists))
    for (const words of groups) {
      const stems = new Set(words.map(word => stemOfWord(word, language)))
      for (const stem of stems) found.set(stem, (found.get(stem) ?? new Set()).union(stems))
    }
  return found
})

const findSynonyms = (stem: string) =>
  [...(synonyms().get(stem) ?? [])].filter(other => other !== stem)

/** A term ends at a space: `no-show tech` are two, the first of two words. */
export function termsIn(query: string): SearchTerm[] {
  const terms = query
    .split(/\s+/u)
    .flatMap(splitUnspaced)
    .flatMap(text => {
      const words = text.match(WORD_WITH_APOSTROPHES)
      if (!words) return []
      return [
        {
          text: words.join('-'),
          stems: words.map(stemsOfWord),
          // "3.5" is not "35".
          joinedStems: words.length > 1 && !/\p{N}/u.test(text) ? stemsOfWord(words.join('')) : [],
          synonyms: words.length === 1 ? stemsOfWord(words[0]!).flatMap(findSynonyms) : [],
        },
      ]
    })
  return [
    ...new Map(terms.map(term => [term.stems.map(([stem]) => stem).join(' '), term])).values(),
  ]
}

/** Without spaces between its words, a question is not one word: each of them must occur. */
function splitUnspaced(text: string): string[] {
  const segments = segmentsOf(text).map(segment => segment.text)
  return segments.length > 0 ? segments : [text]
}

/** What may stand between the words of a term: "no-show", "no show", "no – show", "A/C". */
const GAP = '(?:[\\s\\p{Pd}\\u00ad]{1,3}|[^\\s\\p{L}\\p{M}\\p{N}])'
const WHOLE_GAP = new RegExp(`^${GAP}$`, 'u')
export const isGap = (between: string) => WHOLE_GAP.test(between)

/** A word of a text, with its offsets in UTF-16 units. */
export type StemmedWord = { stem: string; from: number; to: number }

/** The words of a text, with those in a run without spaces after the run. */
export function* wordsOfText(text: string): Generator<{ text: string; from: number; to: number }> {
  for (const { 0: run, index } of text.matchAll(WORD_WITH_APOSTROPHES))
    for (const word of [{ text: run, index: 0 }, ...segmentsOf(run)]) {
      const from = index + word.index
      yield { text: word.text, from, to: from + word.text.length }
    }
}

export const stemsIn = (text: string, language: string | null): StemmedWord[] =>
  Array.from(wordsOfText(text), ({ text: word, from, to }) => ({
    stem: stemOfWord(word, language),
    from,
    to,
  }))

/** Where the text contains the term. */
export function placesOf(
  { stems, joinedStems, synonyms }: SearchTerm,
  text: string,
  words: StemmedWord[],
) {
  return words.flatMap((word, first): [number, number][] => {
    if (joinedStems.includes(word.stem) || synonyms.includes(word.stem))
      return [[word.from, word.to]]
    const last = words[first + stems.length - 1]
    const isFound =
      last !== undefined &&
      stems.every((alternatives, index) => {
        const other = words[first + index]!
        const before = words[first + index - 1]
        const isNext = index === 0 || isGap(text.slice(before!.to, other.from))
        return isNext && alternatives.includes(other.stem)
      })
    return isFound ? [[word.from, last.to]] : []
  })
}
