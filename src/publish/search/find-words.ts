/** Finds the reviews whose text contains every word of a search, in any of its forms, and ranks them. */
import type { Misspelled } from '../../model/search.ts'
import { foldWord } from '../words/folded-words.ts'
import { REPLY_MARK, type SearchTerm, termsIn } from '../words/stemmed-words.ts'
import type { SearchIndex } from './search-index.ts'
import { MOST_SCORE } from './sort-order.ts'

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
    const readAs = new Set(spellings.map(number => index.words()[number]!))
    misspelled.push({ word: term.text, read_as: [...readAs] })
    const corrected = { ...term, synonyms: spellings.map(number => index.stems()[number]!) }
    return { term: corrected, lists: listsOfTerm(index, corrected, inReplies) }
  })
  return { terms, misspelled }
}

/** The positions of reviews with all the words, ascending. */
export function findWords(index: SearchIndex, { terms }: FoundWords): Uint32Array {
  const lists = terms.map(term => term.lists.map(({ positions }) => positions))
  const [only] = lists
  if (lists.length === 1 && only!.length === 1) return only![0]!
  return positionsInAll(lists, index.size)
}

/** A hyphenated term occurs where its words are side by side, or written as one; in a reply, where all its words are. */
function listsOfTerm(
  index: SearchIndex,
  { stems, joinedStems, synonyms }: SearchTerm,
  inReplies: boolean,
) {
  const worth = (lists: Uint32Array[], each: number): WordList[] =>
    lists.filter(({ length }) => length > 0).map(positions => ({ positions, worth: each }))
  const forms = stems.map(alternatives => formsOf(index, alternatives))
  const own = forms.length > 1 ? [keepAdjacent(index, forms)] : listsOf(index, forms[0]!)
  const inReply = inReplies
    ? stems.map(alternatives => listsOf(index, formsOf(index, alternatives.map(markReply))))
    : []
  return [
    ...worth([...own, ...listsOf(index, formsOf(index, joinedStems))], EXACTLY),
    ...worth(listsOf(index, formsOf(index, synonyms)), SYNONYM),
    ...worth(inReplies ? [positionsInAll(inReply, index.size)] : [], IN_REPLY),
  ]
}

const markReply = (stem: string) => REPLY_MARK + stem

const listsOf = (index: SearchIndex, words: number[]) => words.map(index.postingsOf)

/** The numbers of the words with one of these stems. */
const formsOf = ({ numbersOf }: SearchIndex, stems: readonly string[]) =>
  [...new Set(stems)].flatMap(stem => numbersOf().get(stem) ?? [])

/** The reviews with a form of each word, one after the other. */
function keepAdjacent(index: SearchIndex, forms: number[][]): Uint32Array {
  const lists = forms.map(numbers => listsOf(index, numbers))
  const wanted = forms.map(numbers => new Set(numbers.map(number => number + 1)))
  const { tokens, tokenStarts } = index
  const follow = (at: number) => wanted.every((words, offset) => words.has(tokens[at + offset]!))
  return positionsInAll(lists, index.size).filter(position => {
    const end = tokenStarts[position + 1]! - wanted.length
    for (let at = tokenStarts[position]!; at <= end; at++) if (follow(at)) return true
    return false
  })
}

/** The reviews in at least one list of each word. A review's mark counts how many words, from the first on, it contains. */
function positionsInAll(words: Uint32Array[][], size: number): Uint32Array {
  const marks = new Uint8Array(size)
  for (const [before, lists] of words.entries())
    for (const list of lists)
      for (let index = 0; index < list.length; index++) {
        const position = list[index]!
        if (marks[position] === before) marks[position] = before + 1
      }
  const found = new Uint32Array(size)
  let count = 0
  for (let position = 0; position < size; position++)
    if (marks[position] === words.length) found[count++] = position
  return found.subarray(0, count)
}

/** Shorter words differ from too many others by a letter. */
const LONG_ENOUGH = /^\p{L}{5,}$/u

/** What somebody may have meant who typed a word that no review has: the numbers of words that differ by one letter, or in the order of two; none if the term has several words. */
function findSpellings(index: SearchIndex, { text }: SearchTerm): number[] {
  if (!LONG_ENOUGH.test(text)) return []
  const typed = foldWord(text)
  const similar: { number: number; word: string }[] = []
  for (const [number, known] of index.words().entries()) {
    if (Math.abs(known.length - typed.length) > MOST_LONGER) continue
    const word = foldWord(known)
    if (differByOne(typed, word) && index.postingsOf(number).length > 0)
      similar.push({ number, word })
  }
  // Few people mistype the first letter.
  const alike = similar.filter(({ word }) => word[0] === typed[0])
  return (alike.length > 0 ? alike : similar).map(({ number }) => number)
}

/** With its accents written apart, a letter is more than one character. */
const MOST_LONGER = 3

function differByOne(a: string, b: string): boolean {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  const [rest, other] = [a.slice(at + 1), b.slice(at + 1)]
  const isSwapped = a[at] === other[0] && b[at] === rest[0] && rest.slice(1) === other.slice(1)
  return rest === other || rest === b.slice(at) || a.slice(at) === other || isSwapped
}

/** The share of the words, by weight, that a review must have: "do they offer financing" finds nothing where nobody says "financing". */
const ENOUGH = 0.55
/** Nobody repeats all of a long question; of so many words or fewer, a review must have enough. */
const FEW_WORDS = 4
const LEAST = 0.25
/** What a text of average length loses for not coming to the point; a longer one loses more. */
const LENGTH_WEIGHT = 0.15

/** How much of what was searched for each review says; what says too little is left out. Positions ascend; scores are by position. */
export function rankWords({ size, text: { bytes, starts } }: SearchIndex, found: FoundWords) {
  const [shares, sums] = [new Float32Array(size), new Float32Array(size)]
  /** The last term that a review was seen to have, from 1 on; negative once it is counted. */
  const seen = new Int32Array(size)
  let total = 0
  for (const [number, { lists }] of found.terms.entries()) {
    const mark = number + 1
    let count = 0
    for (const { positions } of lists)
      for (let index = 0; index < positions.length; index++) {
        if (seen[positions[index]!] !== mark) count++
        seen[positions[index]!] = mark
      }
    // The fewer reviews have a word, the more it tells: "the" is worth next to nothing.
    const weight = Math.log(1 + size / (count + 1))
    total += weight
    for (const { positions, worth } of lists)
      for (let index = 0; index < positions.length; index++) {
        const position = positions[index]!
        if (seen[position] !== mark) continue
        seen[position] = -mark
        shares[position]! += weight
        sums[position]! += weight * worth
      }
  }
  const average = bytes.length / size
  // Where each word is known but no review has them all, the one that has most of them sets the measure.
  const most = found.terms.every(({ lists }) => lists.length > 0) ? mostOf(shares) : total
  const enough = most * Math.max(LEAST, ENOUGH * Math.min(1, FEW_WORDS / found.terms.length))
  const scores = new Uint16Array(size)
  const positions: number[] = []
  for (let position = 0; position < size; position++) {
    if (shares[position]! < enough || shares[position] === 0) continue
    const length = (starts[position + 1]! - starts[position]!) / average
    scores[position] =
      (MOST_SCORE * sums[position]!) / total / (1 + LENGTH_WEIGHT * Math.log1p(length))
    positions.push(position)
  }
  return { positions: Uint32Array.from(positions), scores }
}

const mostOf = (numbers: Float32Array): number =>
  numbers.reduce((most, number) => Math.max(most, number), 0)
