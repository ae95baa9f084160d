/** A text into sentences, and sentences into clauses: how far an opinion reaches. */
import { isWord, splitWords, type Word } from './words.ts'

/** Words from `first` up to `end`. */
export interface Clause {
  first: number
  end: number
}

export interface Sentence {
  words: Word[]
  clauses: Clause[]
}

/** A point after these ends no sentence. */
const LEADING = /^(?:mr|mrs|ms|dr|st|vs|[a-ln-z])$/
/** After these it does before a capital letter: "drains, etc. They came", "at 9 a.m. She came". */
const TRAILING = /^(?:jr|sr|no|inc|co|dept|approx|appt|etc|min|hr|hrs|m)$/
const STOP = /^[.!?…]/
const CLOSING = /^["”’)]$/

export function splitSentences(text: string): Sentence[] {
  const words = splitWords(text)
  const sentences: Sentence[] = []
  let first = 0
  for (let place = 0; place < words.length; place++) {
    if (place + 1 < words.length && !endsSentence(text, words, place)) continue
    const own = words.slice(first, place + 1)
    first = place + 1
    if (own.some(isWord)) sentences.push({ words: own, clauses: splitClauses(own) })
    else sentences.at(-1)?.words.push(...own)
  }
  return sentences
}

function endsSentence(text: string, words: Word[], place: number): boolean {
  const next = words[place + 1]!
  const between = text.slice(words[place]!.end, next.start)
  if (between.includes('\n')) return true
  const capital = /^\p{Lu}/u.test(text.slice(next.start, next.end))
  const stop = capital && closesAfterStop(words, place) ? place - 1 : place
  const { norm } = words[stop]!
  if (!STOP.test(norm)) return false
  if (between === '' && !capital && !(/^[!?]/.test(norm) && isWord(next))) return false
  const before = norm === '.' ? (words[stop - 1]?.norm ?? '') : ''
  return !LEADING.test(before) && (capital || !TRAILING.test(before))
}

/** The quote in `"All done." Then …`; but `"All done?" asked …` goes on. */
const closesAfterStop = (words: Word[], place: number) =>
  CLOSING.test(words[place]!.norm) &&
  STOP.test(words[place - 1]?.norm ?? '') &&
  words[place - 1]!.end === words[place]!.start

const TURNS = new Set([
  'but',
  'however',
  'although',
  'though',
  'while',
  'whereas',
  'yet',
  'except',
  'despite',
  'unfortunately',
])
const JOINS = new Set(['and', 'so', 'which', 'then', 'or', 'plus', 'because'])
const BREAKS = new Set([';', ':', '—', '–', '-', '(', ')'])
const FEWEST_WORDS = 3

/** At words that turn the thought, at commas before words that join another, at dashes. A scrap of a clause stays with the one before. */
function splitClauses(words: Word[]): Clause[] {
  const starts = [0]
  for (let place = 1; place < words.length; place++) {
    const { norm } = words[place]!
    const before = words[place - 1]!.norm
    const begins = TURNS.has(norm) || BREAKS.has(before) || (before === ',' && startsAnew(words, place))
    if (begins && countWords(words, starts.at(-1)!, place) >= FEWEST_WORDS) starts.push(place)
  }
  if (starts.length > 1 && countWords(words, starts.at(-1)!, words.length) < FEWEST_WORDS) starts.pop()
  return starts.map((first, number) => ({ first, end: starts[number + 1] ?? words.length }))
}

const SUBJECTS = new Set([
  'i',
  'we',
  'he',
  'she',
  'they',
  'it',
  'you',
  'the',
  'my',
  'our',
  'his',
  'her',
  'their',
  'this',
  'that',
  'there',
  'no',
  'not',
  'very',
])

const startsAnew = (words: Word[], place: number) =>
  JOINS.has(words[place]!.norm) || SUBJECTS.has(words[place]!.norm)

const countWords = (words: Word[], from: number, to: number) => words.slice(from, to).filter(isWord).length
