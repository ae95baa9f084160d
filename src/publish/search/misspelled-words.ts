/** Finds the words that somebody may have meant who typed one that no review has. */
import { foldWord } from '../words/folded-words.ts'
import type { SearchTerm } from '../words/stemmed-words.ts'
import { lineAt, postingsOf, type SearchIndex } from './search-index.ts'

/** Shorter words differ from too many others by a letter. */
const LONG_ENOUGH = /^\p{L}{5,}$/u

/** An accented letter has two bytes, and a letter may have been left out. */
const MOST_BYTES_MORE = 3

/** The numbers of words that differ by one letter, or in the order of two; none if the term has several words. */
export function findSpellings(index: SearchIndex, { text }: SearchTerm): number[] {
  const typed = foldWord(text)
  if (!LONG_ENOUGH.test(text)) return []
  const { bytes, starts } = index.words
  const typedBytes = Buffer.from(typed)
  const similar: { number: number; word: string }[] = []
  for (let number = 0; number + 1 < starts.length; number++) {
    const [start, end] = [starts[number]!, starts[number + 1]! - 1]
    const more = end - start - typedBytes.length
    if (more < -1 || more > MOST_BYTES_MORE) continue
    // One error cannot change both ends of a word.
    if (bytes[start] !== typedBytes[0] && bytes[end - 1] !== typedBytes.at(-1)) continue
    const word = foldWord(lineAt(index.words, number))
    if (differByOne(typed, word) && isSearched(index, number)) similar.push({ number, word })
  }
  // Few people mistype the first letter.
  const alike = similar.filter(({ word }) => word[0] === typed[0])
  return (alike.length > 0 ? alike : similar).map(({ number }) => number)
}

/** Parts of words are not, nor words of reviews that are gone. */
const isSearched = (index: SearchIndex, number: number) =>
  lineAt(index.stems, number) !== '' && postingsOf(index, number).length > 0

function differByOne(a: string, b: string): boolean {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  const [rest, other] = [a.slice(at + 1), b.slice(at + 1)]
  const isSwapped = a[at] === other[0] && b[at] === rest[0] && rest.slice(1) === other.slice(1)
  return rest === other || rest === b.slice(at) || a.slice(at) === other || isSwapped
}
