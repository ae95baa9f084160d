/** A stretch of words that may be a name, and what its capitals and nearest neighbors say. */
import { PERSON_SIGNS, PLACE_NAMES, WORD_NAMES, WORDS } from '../text/word-lists.ts'
import type { Word, WordRange } from '../text/words.ts'

/** Some words in a sentence of the text. */
export type Spot = WordRange & { text: string; words: Word[] }

export const LETTERS = /^\p{L}/u

export function hasCapital(text: string, { start }: Word): boolean {
  const code = text.charCodeAt(start)
  if (code < 128) return code >= 65 && code <= 90
  const letter = String.fromCodePoint(text.codePointAt(start)!)
  return letter !== letter.toLowerCase()
}

/** Whether capitals mean nothing here: the word is all capitals, or the sentence is a heading. */
export function isShouted({ text, words, first }: Spot): boolean {
  const own = words[first]!
  const written = text.slice(own.start, own.end)
  if (written.length > 1 && written === written.toUpperCase()) return true
  let long = 0
  for (const word of words) {
    if (word.norm.length <= 3 || !LETTERS.test(word.norm)) continue
    if (!hasCapital(text, word)) return false
    long++
  }
  return long > 3
}

export function startsSentence({ words, first }: Spot): boolean {
  if (first === 0) return true
  const before = words[first - 1]!.norm
  return !/^[\p{L}\d',&/]/u.test(before) && !isTitle(words, first - 1)
}

export const followsTitle = ({ words, first }: Spot) => first > 0 && isTitle(words, first - 1)

function isTitle(words: Word[], position: number): boolean {
  const { norm } = words[position]!
  return (
    PERSON_SIGNS.titles.has(norm) ||
    (norm === '.' && PERSON_SIGNS.titles.has(words[position - 1]?.norm))
  )
}

export const followsDeterminer = ({ words, first }: Spot) =>
  PERSON_SIGNS.determiners.has(words[first - 1]?.norm)

export const isDictionaryWord = (norm: string) => WORDS.has(norm) || WORD_NAMES.has(norm)
export const isAmbiguous = (norm: string) => isDictionaryWord(norm) || PLACE_NAMES.has(norm)
