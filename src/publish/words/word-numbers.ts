/** Numbers the distinct words of all texts. */
import { APOSTROPHES, hasApostrophe } from './folded-words.ts'
import { stemOfWord } from './stemmed-words.ts'
import { wordBounds } from './word-bounds.ts'
import { segmentsOf } from './word-segments.ts'

export type WordNumbers = ReturnType<typeof createWordNumbers>

/**
 * "don't" has three numbers: one as a whole, for a search for words, and one for each of its parts, for a search for any part of
 * the text. Parts have other numbers than the same words on their own: whoever searches for the word "don" does not mean "don't".
 */
export interface NumberedWord {
  text: string
  kind: 'word' | 'whole' | 'part'
  /** Empty for a part. */
  stem: string
}

/** Words get their numbers in order of appearance and keep them, so a changed review costs only itself. */
export function createWordNumbers() {
  const numbers = new Map<string, number>()
  const words: NumberedWord[] = []

  /** The marks set the keys of wholes and parts apart from those of words. */
  function numberOf(mark: '' | "'" | '+', text: string): number {
    const key = mark + text
    const known = numbers.get(key)
    if (known !== undefined) return known
    const kind = mark === '' ? 'word' : mark === '+' ? 'part' : 'whole'
    numbers.set(key, words.length)
    return words.push({ text, kind, stem: kind === 'part' ? '' : stemOfWord(text) }) - 1
  }

  return {
    numbersOf(foldedText: string): Uint32Array {
      const found = new Set<number>()
      const bounds = wordBounds(foldedText)
      for (let first = 0, next = 2; first < bounds.length; first = next, next += 2) {
        while (isJoined(foldedText, bounds[next - 1]!, bounds[next])) next += 2
        const word = foldedText.slice(bounds[first], bounds[next - 1])
        if (!hasApostrophe(word)) {
          found.add(numberOf('', word))
          for (const { text } of segmentsOf(word)) found.add(numberOf('', text))
        } else {
          found.add(numberOf("'", word))
          for (const part of word.split(APOSTROPHES)) found.add(numberOf('+', part))
        }
      }
      return Uint32Array.from(found)
    },
    words: () => words,
  }
}

/** Whether only an apostrophe is between the end of a word and the start of the next. */
const isJoined = (text: string, end: number, start: number | undefined) =>
  start === end + 1 && hasApostrophe(text[end]!)
