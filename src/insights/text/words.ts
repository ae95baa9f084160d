/** Splits text into words with their positions, and into sentences and clauses, which is how far an opinion reaches. The network, the cues and the names all see the same words. */
import { SENTENCE_WORDS } from './word-lists.ts'

export interface Word {
  /** Lower case, straight apostrophes, contractions split: "Didn’t" is "did" and "n't". */
  norm: string
  /** Offsets in the text, in UTF-16 units. */
  start: number
  end: number
}

/** Words of a sentence from `first` up to `end`. */
export type WordRange = { first: number; end: number }

/** A word, a number with its separators, an emoji, or one punctuation mark. A hyphen inside a word splits it and is dropped. */
const TOKEN =
  /\p{L}[\p{L}\p{M}]*(?:['’´`]\p{L}+)*|\d+(?:[.,:]\d+)*|(?:\p{Extended_Pictographic}\p{Emoji_Modifier}?\uFE0F?\u200D?)+|[.!?…]+|(?<![\p{L}\d])-+|[^\s\p{L}\d-]/gu

const OTHER_APOSTROPHES = /[’´`]/
const ENDINGS = /^(.+)('s|'re|'ve|'ll|'d|'m)$/
const WITHOUT_APOSTROPHE =
  /^(do|did|does|is|was|are|were|has|have|had|ca|wo|could|would|should|ai)nt$/

export function splitWords(text: string): Word[] {
  const words: Word[] = []
  const hasOther = OTHER_APOSTROPHES.test(text)
  for (const { 0: found, index } of text.matchAll(TOKEN)) {
    const lower = found.toLowerCase()
    const norm = hasOther ? lower.replaceAll(/[’´`]/g, "'") : lower
    const cut = endingAt(norm)
    if (cut === 0 || norm.length !== found.length) {
      words.push({ norm, start: index, end: index + found.length })
      continue
    }
    const ending = norm.slice(cut)
    words.push({ norm: norm.slice(0, cut), start: index, end: index + cut })
    words.push({
      norm: ending === 'nt' ? "n't" : ending,
      start: index + cut,
      end: index + found.length,
    })
  }
  return words
}

/** Where the second part of a contraction begins, or 0. */
function endingAt(norm: string): number {
  if (norm.endsWith("n't") && norm.length > 3) return norm.length - 3
  if (norm.endsWith('nt') && WITHOUT_APOSTROPHE.test(norm)) return norm.length - 2
  const match = norm.includes("'") ? ENDINGS.exec(norm) : null
  return match ? match[1]!.length : 0
}

/** "was not late". */
export const joinNorms = (words: Word[]) => words.map(({ norm }) => norm).join(' ')

export function isWord({ norm }: Word): boolean {
  const first = norm.charCodeAt(0)
  return (first >= 97 && first <= 122) || /^[\p{L}\d']/u.test(norm)
}

/** Splits a text into sentences, and sentences into clauses, which is how far an opinion reaches. */
export interface Sentence {
  words: Word[]
  clauses: WordRange[]
  /** Its sides, if it contrasts ("good food, but rude staff"): what praises one thing may criticize another. */
  sides: WordRange[]
}

/** A period after these does not end a sentence. */
const LEADING = /^(?:mr|mrs|ms|dr|st|vs|[a-ln-z])$/
/** A period after these ends a sentence only before a capital letter: "drains, etc. They came", "at 9 a.m. She came". */
const TRAILING = /^(?:jr|sr|no|inc|co|dept|approx|appt|etc|min|hr|hrs|m)$/
const STOP = /^[.!?…]/
const CLOSING = /^["”’)]$/

/** Nobody writes longer sentences, and the work for each word of a sentence may depend on all others. */
const MOST_WORDS = 200

/** The longest review, of 20,000 characters, has fewer words and punctuation marks than this, unless it is gibberish. */
const MOST_WORDS_READ = 6000

export function splitSentences(text: string): Sentence[] {
  const words = splitWords(text).slice(0, MOST_WORDS_READ)
  const sentences: Sentence[] = []
  let first = 0
  for (let position = 0; position < words.length; position++) {
    const isFull = position + 1 - first === MOST_WORDS
    if (position + 1 < words.length && !isFull && !endsSentence(text, words, position)) continue
    const own = words.slice(first, position + 1)
    first = position + 1
    const before = sentences.at(-1)
    if (own.some(isWord)) sentences.push(toSentence(own))
    // What has no words, such as an emoji, belongs to the sentence before it.
    else if (before && before.words.length < MOST_WORDS)
      sentences.splice(-1, 1, toSentence([...before.words, ...own]))
  }
  return sentences
}

function toSentence(words: Word[]): Sentence {
  const clauses = splitClauses(words)
  return { words, clauses, sides: joinSides(words, clauses) }
}

function endsSentence(text: string, words: Word[], position: number): boolean {
  const next = words[position + 1]!
  const between = text.slice(words[position]!.end, next.start)
  if (between.includes('\n')) return true
  if (!canEnd(words[position]!.norm)) return false
  const capital = /^\p{Lu}/u.test(text.slice(next.start, next.end))
  const stop = capital && closesAfterStop(words, position) ? position - 1 : position
  const { norm } = words[stop]!
  if (!STOP.test(norm)) return false
  if (between === '' && !capital && !(/^[!?]/.test(norm) && isWord(next))) return false
  const before = norm === '.' ? (words[stop - 1]?.norm ?? '') : ''
  return !LEADING.test(before) && (capital || !TRAILING.test(before))
}

/** Most words are no punctuation and need no further look. */
const canEnd = (norm: string) => STOP.test(norm) || CLOSING.test(norm)

/** The closing quote in `"All done." Then …`; but `"All done?" asked …` continues. */
const closesAfterStop = (words: Word[], position: number) =>
  CLOSING.test(words[position]!.norm) &&
  STOP.test(words[position - 1]?.norm ?? '') &&
  words[position - 1]!.end === words[position]!.start

const BREAKS = new Set([';', ':', '—', '–', '-', '(', ')'])
const FEWEST_WORDS = 3

/** Splits at words that turn the thought, at commas before a new subject or conjunction, and at dashes. Scraps stay with the clause before. */
function splitClauses(words: Word[]): WordRange[] {
  const starts = [0]
  for (let position = 1; position < words.length; position++) {
    const { norm } = words[position]!
    const before = words[position - 1]!.norm
    const isTurn = SENTENCE_WORDS.turns.has(norm)
    const begins = isTurn || BREAKS.has(before) || (before === ',' && startsAnew(words[position]!))
    const fewest = isTurn ? 1 : FEWEST_WORDS
    // "but unfortunately" is one turn.
    const isSecondTurn = isTurn && SENTENCE_WORDS.turns.has(before)
    if (begins && !isSecondTurn && countWords(words, starts.at(-1)!, position) >= fewest)
      starts.push(position)
  }
  if (starts.length > 1 && countWords(words, starts.at(-1)!, words.length) < FEWEST_WORDS)
    starts.pop()
  return starts.map((first, number) => ({ first, end: starts[number + 1] ?? words.length }))
}

/** A clause begins another side if it turns the thought, or if the first one did: "Although the food was good, the staff was rude"; but not within brackets. */
function joinSides(words: Word[], clauses: WordRange[]): WordRange[] {
  const turns = ({ first }: WordRange) => SENTENCE_WORDS.turns.has(words[first]!.norm)
  const isAnswer = ({ first }: WordRange, number: number) =>
    number === 1 && turns(clauses[0]!) && words[first - 1]!.norm !== '('
  const starts = clauses.filter(
    (clause, number) => number === 0 || turns(clause) || isAnswer(clause, number),
  )
  return starts.map(({ first }, number) => ({
    first,
    end: starts[number + 1]?.first ?? words.length,
  }))
}

const startsAnew = ({ norm }: Word) =>
  SENTENCE_WORDS.joins.has(norm) || SENTENCE_WORDS.subjects.has(norm)

const countWords = (words: Word[], from: number, to: number) =>
  words.slice(from, to).filter(isWord).length
