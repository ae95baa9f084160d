/** Finds the reviews whose text contains every word of a search, in any of its forms. */

import { asBuffer } from '../base/bytes.ts'
import { lowerBound } from '../base/sorted-lists.ts'
import { adjacencyTest } from '../words/bigram-signatures.ts'
import { GAP, type SearchTerm, termsIn } from '../words/stemmed-words.ts'
import { positionsInAll } from './find-text.ts'
import { postingsOf, type SearchIndex } from './search-index.ts'

/** Their positions, ascending. */
export function findWords(index: SearchIndex, query: string): Uint32Array {
  const lists = termsIn(query).map(term => listsOfTerm(index, term))
  const [only] = lists
  if (lists.length === 1 && only!.length === 1) return only![0]!
  return positionsInAll(lists, index.dates.length)
}

/** A hyphenated term occurs where its words are side by side, or written as one. */
function listsOfTerm(index: SearchIndex, { stems, joinedStem, synonyms }: SearchTerm): Uint32Array[] {
  const forms = stems.map(stem => formsOf(index, stem))
  if (forms.length === 1) {
    const others = synonyms.flatMap(stem => formsOf(index, stem))
    return [...forms[0]!, ...others].map(number => postingsOf(index, number))
  }
  const joined = joinedStem === null ? [] : formsOf(index, joinedStem)
  return [keepAdjacent(index, forms), ...joined.map(number => postingsOf(index, number))]
}

/** The numbers of the words with a stem. */
function formsOf({ stems: { bytes, starts } }: SearchIndex, stem: string): number[] {
  const joined = asBuffer(bytes)
  const needle = Buffer.from(`\n${stem}\n`)
  const numbers: number[] = []
  let next = 0
  // The line feed after one line is the one before the next.
  for (let at = joined.indexOf(needle); at !== -1; at = joined.indexOf(needle, at + needle.length - 1)) {
    next = lowerBound(starts, at + 1, next)
    numbers.push(next)
  }
  return numbers
}

/** The reviews with a form of each word, one after the other. */
function keepAdjacent(index: SearchIndex, forms: number[][]): Uint32Array {
  const lists = forms.map(numbers => numbers.map(number => postingsOf(index, number)))
  const candidates = positionsInAll(lists, index.dates.length)
  const { starts } = index.text
  const text = asBuffer(index.text.bytes)
  const mayMeet = forms.slice(1).map((after, number) => {
    const [left, right] = [forms[number]!, after].map(numbers => numbers.map(one => wordAt(index, one)))
    return adjacencyTest(index.signatures, left!, right!)
  })
  const patterns = forms.map(numbers => patternOf(index, numbers))
  const bytes = patterns.map(toLatin1)
  const mayContain = new RegExp(bytes.join('[^a-z0-9]+'))
  const surelyContains = new RegExp(`${ASCII_START}${bytes.join(ASCII_GAP)}${ASCII_END}`)
  const contains = new RegExp(`${WORD_START}${patterns.join(GAP)}${WORD_END}`, 'u')
  return candidates.filter(position => {
    if (!mayMeet.every(test => test(position))) return false
    const [start, end] = [starts[position], starts[position + 1]]
    // Bytes are read faster than UTF-8, and nearly always decide.
    const latin1 = text.toString('latin1', start, end)
    if (!mayContain.test(latin1)) return false
    return surelyContains.test(latin1) || contains.test(text.toString('utf8', start, end))
  })
}

const ASCII_START = '(?:^|[ (])'
const ASCII_GAP = '[ -]'
const ASCII_END = '(?:$|[ .,!?)])'
const WORD_START = "(?<![\\p{L}\\p{M}\\p{N}]['’´`ʼ]?)"
const WORD_END = "(?!['’´`ʼ]?[\\p{L}\\p{M}\\p{N}])"

/** Longer forms first: the first alternative that matches is taken. */
function patternOf(index: SearchIndex, forms: number[]): string {
  const texts = forms.map(number => wordAt(index, number)).sort((a, b) => b.length - a.length)
  return `(?:${texts.map(word => RegExp.escape(word)).join('|')})`
}

const wordAt = ({ words: { bytes, starts } }: SearchIndex, number: number) =>
  asBuffer(bytes).toString('utf8', starts[number], starts[number + 1]! - 1)

const toLatin1 = (pattern: string) => Buffer.from(pattern).toString('latin1')
