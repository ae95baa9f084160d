/** Numbers the distinct words of all texts, and writes texts as those numbers. */
import { inflectedIn } from './inflections.ts'
import { isGap, REPLY_MARK, stemOfWord, wordsOfText } from './stemmed-words.ts'

export type WordNumbers = ReturnType<typeof createWordNumbers>

export interface NumberedWord {
  /** Empty in a reply, which no typing error is corrected to. */
  text: string
  stem: string
}

/** What the numbers stand for, in their order. */
export type SavedWords = { keys: string[]; words: NumberedWord[] }

/** A text of a review, case-folded. */
export type FoldedText = { text: string; language: string | null; isReply?: boolean }

/** Words get their numbers in order of appearance and keep them, so a changed review costs only itself. */
export function createWordNumbers(saved: SavedWords = { keys: [], words: [] }) {
  const numbers = new Map(saved.keys.map((key, number) => [key, number]))
  const words = [...saved.words]

  /** The same word has another stem in another language, and in a reply. */
  function numberOf(word: string, language: string | null, isReply: boolean): number {
    const mark = isReply ? REPLY_MARK : ''
    const key = `${mark}${inflectedIn(language) ?? ''}:${word}`
    const known = numbers.get(key)
    if (known !== undefined) return known
    const stem = mark + stemOfWord(word, language)
    const number = words.push({ text: isReply ? '' : word, stem }) - 1
    numbers.set(key, number)
    return number
  }

  return {
    /** Word n is n + 1; 0 stands where two words are not side by side. */
    tokensOf(texts: FoldedText[]): Uint32Array {
      const tokens: number[] = []
      for (const { text, language, isReply = false } of texts) {
        let end = -1
        for (const word of wordsOfText(text)) {
          if (end < 0 || !isGap(text.slice(end, word.from))) tokens.push(0)
          tokens.push(numberOf(word.text, language, isReply) + 1)
          end = word.to
        }
      }
      return Uint32Array.from(tokens)
    },
    words: () => words,
    save: (): SavedWords => ({ keys: [...numbers.keys()], words }),
  }
}
