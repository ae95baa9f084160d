/** Finds the reviews whose text contains every word of a search, in any of its forms. */
import type { Misspelled } from '../../model/search.ts'
import { asBuffer } from '../base/bytes.ts'
import { adjacencyTest } from '../words/bigram-signatures.ts'
import { foldWord, UNSPACED } from '../words/folded-words.ts'
import { GAP, REPLY_MARK, type SearchTerm, termsIn } from '../words/stemmed-words.ts'
import { positionsInAll } from './find-text.ts'
import { findLines } from './line-lookup.ts'
import { lineAt, postingsOf, type SearchIndex } from './search-index.ts'

/** The words of a search, with the reviews that have them. */
export type FoundWords = ReturnType<typeof lookUpWords>

/** Reviews with one form of a word, and what that is worth: of lists with the same reviews, the first counts. */
type WordList = { positions: Uint32Array; worth: number }

const [EXACTLY, SYNONYM, IN_REPLY] = [1, 0.7, 0.5]

/** Each costs a look at every known word. */
const MOST_RESPELLED = 5

/** A word that no review has is taken for a typing error. */
export function lookUpWords(index: SearchIndex, query: string, inReplies = false) {
  const misspelled: Misspelled[] = []
  let respelled = 0
  const terms = termsIn(query).map(term => {
    const lists = listsOfTerm(index, term, inReplies)
    if (lists.length > 0 || respelled === MOST_RESPELLED) return { term, lists }
    respelled++
    const spellings = findSpellings(index, term)
    if (spellings.length === 0) return { term, lists }
    const readAs = new Set(spellings.map(number => lineAt(index.words, number)))
    misspelled.push({ word: term.text, read_as: [...readAs] })
    const corrected = { ...term, synonyms: spellings.map(number => lineAt(index.stems, number)) }
    return { term: corrected, lists: listsOfTerm(index, corrected, inReplies) }
  })
  return { terms, misspelled }
}

/** The positions of reviews with all the words, ascending. */
export function findWords(index: SearchIndex, { terms }: FoundWords): Uint32Array {
  const lists = terms.map(term => term.lists.map(({ positions }) => positions))
  const [only] = lists
  if (lists.length === 1 && only!.length === 1) return only![0]!
  return positionsInAll(lists, index.dates.length)
}

/** A hyphenated term occurs where its words are side by side, or written as one; in a reply, where all its words are. */
function listsOfTerm(index: SearchIndex, { stems, joinedStems, synonyms }: SearchTerm, inReplies: boolean) {
  const worth = (lists: Uint32Array[], each: number): WordList[] =>
    lists.filter(({ length }) => length > 0).map(positions => ({ positions, worth: each }))
  const forms = stems.map(alternatives => formsOf(index, alternatives))
  const own = forms.length > 1 ? [keepAdjacent(index, forms)] : postingsOfAll(index, forms[0]!)
  const inReply = inReplies
    ? stems.map(alternatives => postingsOfAll(index, formsOf(index, alternatives.map(markReply))))
    : []
  return [
    ...worth([...own, ...postingsOfAll(index, formsOf(index, joinedStems))], EXACTLY),
    ...worth(postingsOfAll(index, formsOf(index, synonyms)), SYNONYM),
    ...worth(inReplies ? [positionsInAll(inReply, index.dates.length)] : [], IN_REPLY),
  ]
}

const markReply = (stem: string) => REPLY_MARK + stem

const postingsOfAll = (index: SearchIndex, words: number[]) => words.map(word => postingsOf(index, word))

/** The numbers of the words with one of these stems. */
const formsOf = ({ stems: lines, stemChains }: SearchIndex, stems: readonly string[]) =>
  [...new Set(stems)].flatMap(stem => findLines(lines, stemChains, stem))

/** The reviews with a form of each word, one after the other. */
function keepAdjacent(index: SearchIndex, forms: number[][]): Uint32Array {
  const lists = forms.map(numbers => postingsOfAll(index, numbers))
  const candidates = positionsInAll(lists, index.dates.length)
  const { starts } = index.text
  const text = asBuffer(index.text.bytes)
  const mayMeet = forms.slice(1).map((after, number) => {
    const [left, right] = [forms[number]!, after].map(numbers => numbers.map(one => lineAt(index.words, one)))
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
const INSIDE = '[\\p{L}\\p{M}\\p{N}]'
/** Or right after a script without spaces, unless an apostrophe makes the whole run one word. */
const WORD_START = `(?:(?<!${INSIDE}['’´\`ʼ]?)|(?<=(?<!${INSIDE}['’´\`ʼ]${INSIDE}*)${UNSPACED.source})(?!${INSIDE}*['’´\`ʼ]${INSIDE}))`
const WORD_END = "(?!['’´`ʼ]?[\\p{L}\\p{M}\\p{N}])"

/** Longer forms first: the first alternative that matches is taken. */
function patternOf(index: SearchIndex, forms: number[]): string {
  const texts = forms.map(number => lineAt(index.words, number)).sort((a, b) => b.length - a.length)
  return `(?:${texts.map(word => RegExp.escape(word)).join('|')})`
}

const toLatin1 = (pattern: string) => Buffer.from(pattern).toString('latin1')

/** Shorter words differ from too many others by a letter. */
const LONG_ENOUGH = /^\p{L}{5,}$/u

/** An accented letter has two bytes, and a letter may have been left out. */
const MOST_BYTES_MORE = 3

/** What somebody may have meant who typed a word that no review has: the numbers of words that differ by one letter, or in the order of two; none if the term has several words. */
function findSpellings(index: SearchIndex, { text }: SearchTerm): number[] {
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
