/** Numbers the distinct words of all texts. */
import { wordBounds } from './bigram-signatures.ts'
import { APOSTROPHES, hasApostrophe, segmentsOf } from './folded-words.ts'
import { inflectedIn } from './inflections.ts'
import { REPLY_MARK, stemOfWord } from './stemmed-words.ts'

export type WordNumbers = ReturnType<typeof createWordNumbers>

/**
 * "don't" has three numbers: one as a whole, for a search for words, and one for each of its parts, for a search for any part of
 * the text. Parts have other numbers than the same words on their own: whoever searches for the word "don" does not mean "don't".
 */
export interface NumberedWord {
  /** Empty in a reply, which no search for a part of the text finds. */
  text: string
  /** Empty for a part. */
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

  function numberOf(key: string, create: () => NumberedWord): number {
    const number = numbers.get(key) ?? words.push(create()) - 1
    numbers.set(key, number)
    return number
  }

  function addNumbers(found: Set<number>, { text, language, isReply = false }: FoldedText): void {
    const mark = isReply ? REPLY_MARK : ''
    const spoken = inflectedIn(language)
    const addWord = (word: string) =>
      found.add(
        numberOf(`${mark}${spoken ?? ''}:${word}`, () => ({
          text: isReply ? '' : word,
          stem: mark + stemOfWord(word, spoken),
        })),
      )
    for (const word of wordsIn(text)) {
      addWord(word)
      if (!hasApostrophe(word)) for (const segment of segmentsOf(word)) addWord(segment.text)
      else if (!isReply)
        for (const part of word.split(APOSTROPHES))
          found.add(numberOf(`+${part}`, () => ({ text: part, stem: '' })))
    }
  }

  return {
    numbersOf(texts: FoldedText[]): Uint32Array {
      const found = new Set<number>()
      for (const text of texts) addNumbers(found, text)
      return Uint32Array.from(found)
    },
    words: () => words,
    save: (): SavedWords => ({ keys: [...numbers.keys()], words }),
  }
}

/** With the apostrophes inside them. */
function* wordsIn(text: string): Generator<string> {
  const bounds = wordBounds(text)
  for (let first = 0, next = 2; first < bounds.length; first = next, next += 2) {
    while (isJoined(text, bounds[next - 1]!, bounds[next])) next += 2
    yield text.slice(bounds[first], bounds[next - 1])
  }
}

/** Whether only an apostrophe is between the end of a word and the start of the next. */
const isJoined = (text: string, end: number, start: number | undefined) =>
  start === end + 1 && hasApostrophe(text[end]!)
