/** The data of searches with what is made of it in memory, each when it is first needed. */
import { once } from '../../model/once-per.ts'
import { asBuffer } from '../base/bytes.ts'
import type { SearchData } from './search-data.ts'

export type SearchIndex = ReturnType<typeof openSearchIndex>

export function openSearchIndex(data: SearchData) {
  const size = data.dates.length
  const words = once(() => linesOf(data.words))
  const stems = once(() => linesOf(data.stems))
  const postings = once(() => postWords(data, words().length))
  return {
    ...data,
    size,
    /** The positions of all reviews. */
    all: once(() => Uint32Array.from({ length: size }, (_, position) => position)),
    words,
    stems,
    /** The numbers of the words with a stem. */
    numbersOf: once(() => Map.groupBy(stems().keys(), number => stems()[number]!)),
    /** The reviews with a word, ascending. */
    postingsOf(word: number): Uint32Array {
      const { numbers, starts } = postings()
      return numbers.subarray(starts[word], starts[word + 1])
    },
  }
}

const linesOf = (bytes: Uint8Array): string[] =>
  bytes.length === 0 ? [] : asBuffer(bytes).toString().split('\n')

/** A counting sort: count the reviews of each word, then put every review into the ranges of its words. */
function postWords({ tokens, tokenStarts }: SearchData, wordCount: number) {
  const starts = new Uint32Array(wordCount + 1)
  forEachWord(tokens, tokenStarts, wordCount, word => starts[word + 1]!++)
  for (let word = 0; word < wordCount; word++) starts[word + 1]! += starts[word]!
  const numbers = new Uint32Array(starts[wordCount]!)
  const next = starts.slice()
  forEachWord(tokens, tokenStarts, wordCount, (word, position) => {
    numbers[next[word]!++] = position
  })
  return { numbers, starts }
}

/** Each word of each review once. */
function forEachWord(
  tokens: Uint32Array,
  starts: Uint32Array,
  wordCount: number,
  take: (word: number, position: number) => void,
): void {
  const lastSeen = new Int32Array(wordCount).fill(-1)
  for (let position = 0; position + 1 < starts.length; position++)
    for (let at = starts[position]!; at < starts[position + 1]!; at++) {
      const word = tokens[at]! - 1
      if (word < 0 || lastSeen[word] === position) continue
      lastSeen[word] = position
      take(word, position)
    }
}
