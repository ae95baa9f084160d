/** Sentences of reviews that can be quoted, and which of them reads best on its own. */
import sentenceWords from '../../../taxonomy/words/sentences.json' with { type: 'json' }
import type { Sentiment } from '../../model/insights.ts'
import type { AspectMention } from '../text/analysis.ts'
import { FIRST_NAMES, SENTENCE_WORDS } from '../text/word-lists.ts'
import type { Sentence } from '../text/words.ts'
import type { ReadReview } from './tally.ts'

/** What a customer wrote about one aspect, ready to be quoted. */
export interface QuoteCandidate {
  review: ReadReview
  text: string
  /** What the clause says about its aspect. */
  sentiment: Sentiment
  /** Higher is better. */
  merit: number
}

/**
 * null if the words about this aspect are not quotable: a quote needs a confident reading with which the stars agree, and words that
 * state the opinion by themselves. Both sides are to be seen: where there is no better quote, what happened will do, told without a word
 * that judges it, and for criticism also a less sure reading, or the whole sentence around a clause. A tag counts, but nobody wrote it, so
 * it is never quoted.
 */
export function quoteAt(review: ReadReview, aspect: number): QuoteCandidate | null {
  const { sentiment, evidence } = review.insight.aspects[aspect]!
  const confidence = review.confidence[aspect] ?? null
  if (confidence === null) return null
  const agrees = starsAgree(review.rating, sentiment)
  const isSure = confidence >= CONFIDENT && agrees
  const isTold = confidence === 0 && agrees
  const isLikely = isLikelyCriticism(review.rating, sentiment, confidence)
  if (!isSure && !isLikely && !(isTold && review.apt[aspect])) return null
  const own = standaloneSentence(evidence)
  const text = own ?? (isTold || confidence >= LIKELY ? sentenceAround(review, aspect) : null)
  if (text === null) return null
  const doubts =
    Number(!isSure) +
    Number(isTold) +
    Number(own === null) +
    (JOINED.test(text) ? JOINED_DOUBTS : 0)
  return {
    review,
    text,
    sentiment,
    merit: meritOf(review, text, sentiment, confidence) - doubts * LAST,
  }
}

/** How much a quote is worth for its aspect; null if its words may be about something else. In criticism, words for the aspect make up for that doubt. */
export function meritForAspect(
  review: ReadReview,
  aspect: number,
  quote: QuoteCandidate,
): number | null {
  if (review.apt[aspect]) return quote.merit
  return quote.sentiment === 'negative' && review.phrases[aspect] ? quote.merit - LAST : null
}

/** Only criticism has it. What follows a clause may take it back: only the angry do not. */
function sentenceAround({ rating, insight, sentences }: ReadReview, aspect: number): string | null {
  const sentence = sentences[aspect]?.trim() ?? ''
  const isEnd = sentence.endsWith(insight.aspects[aspect]!.evidence.trim())
  if (!isEnd && rating > 2) return null
  const rest = sentence.replace(JOINED, (_, first: string) => first.toUpperCase())
  return standaloneSentence(rest) && sentence
}

/** "And the guest room still has no airflow." */
const JOINED = /^(?:And|But) (.)/
/** It reads worse than any other. */
const JOINED_DOUBTS = 3

const CONFIDENT = 0.85
const LIKELY = 0.75
/** More than the merit of any quote: it comes after all others. */
const LAST = 20

const isLikelyCriticism = (rating: number, sentiment: Sentiment, confidence: number) =>
  sentiment === 'negative' && (rating <= 3 || (rating === 4 && confidence >= LIKELY))

/** Mere mentions are not quoted: they would illustrate nothing. */
function starsAgree(rating: number, sentiment: Sentiment): boolean {
  if (sentiment === 'neutral') return false
  return sentiment === 'positive' ? rating >= 4 : rating <= 3
}

/** Prefers confident readings, medium length, no shouting, and reviews that agree as a whole. */
function meritOf(
  { insight }: ReadReview,
  text: string,
  sentiment: Sentiment,
  confidence: number,
): number {
  const agrees = insight.sentiment === sentiment ? 3 : 0
  const mediumLength = text.length >= 40 && text.length <= 110 ? 1 : 0
  const shouted = /!!|\p{Lu}{5}/u.test(text) ? 2 : 0
  return agrees + 5 * confidence + mediumLength - shouted
}

/** The best candidate of all lists, each best first, from a review that is not quoted yet. */
export function chooseQuote(lists: Iterable<QuoteCandidate>[], quoted: QuoteCandidate[]) {
  const seen = new Set(quoted.map(({ review }) => review.id))
  return bestOf(
    lists.map(list => Iterator.from(list).find(({ review }) => !seen.has(review.id)) ?? null),
  )
}

const bestOf = (candidates: (QuoteCandidate | null)[]) =>
  candidates.reduce((best, one) => (best && (!one || one.merit <= best.merit) ? best : one), null)

/** In characters. */
const SHORTEST = 20
const LONGEST = 140
/** Nested quotation marks, markup and links are not quoted. */
const NOT_PROSE = /[\n"“”<>{}[\]`|\\]|https?:|www\./
const WHOLE = /^[\p{Lu}\p{N}$£€].*[^.][.!?]\)?$/u

const anyOf = (patterns: string[]) => new RegExp(patterns.join('|'), 'i')

/** "First was great and this one's even better", "One of them dripped", "Four days later", "The office is another story". */
const POINTING = anyOf(sentenceWords.pointing_at_another_sentence)
/** Wishes, hearsay and other businesses: what they say about this one is in another sentence. */
const INDIRECT = anyOf([
  ...sentenceWords.saying_it_indirectly,
  `\\b(?:most|other|previous|last) (?:${sentenceWords.businesses.join('|')})\\b`,
])

/** null if it is not a whole sentence that makes sense alone, or is too short, too long, or not prose. As the only sentence, "they" are the business. */
export function standaloneSentence(evidence: string): string | null {
  const text = evidence.trim()
  const length = [...text].length
  if (length < SHORTEST || length > LONGEST || NOT_PROSE.test(text) || !WHOLE.test(text))
    return null
  const words = text.match(/\p{L}+(?:['’]\p{L}+)?/gu) ?? []
  const first = baseOf(words[0] ?? '')
  const plain = text.replaceAll('’', "'")
  const isLeaning = SENTENCE_WORDS.leaning_on_another_sentence.has(first) && first !== 'they'
  if (isLeaning || POINTING.test(plain) || INDIRECT.test(plain) || !hasClosedBrackets(text))
    return null
  return namesThePerson(words) && namesTheThing(words) ? text : null
}

/** "it" of "It's". */
const baseOf = (word: string) => word.toLowerCase().split(/['’]/)[0]!

const hasClosedBrackets = (text: string) => text.split('(').length === text.split(')').length

const PRONOUN = /^(?:he|she|him|her|his|hers|himself|herself)$/

/** Whoever "she" is must be named before: "Very polite and she wiped the steps" does not say who. */
function namesThePerson(words: string[]): boolean {
  const pronoun = words.findIndex(word => PRONOUN.test(baseOf(word)))
  return pronoun === -1 || words.slice(0, pronoun).some(isPerson)
}

/** At the beginning of a sentence, a capital does not make a name. */
function isPerson(word: string, position: number): boolean {
  const base = baseOf(word)
  if (SENTENCE_WORDS.persons.has(base) || FIRST_NAMES.has(base)) return true
  return position > 0 && base !== 'i' && /^\p{Lu}/u.test(word)
}

const DETERMINER = /^(?:the|a|an|my|our|your|his|her|their|this|that|some|every|each|both|all)$/

/** Likewise for "it": "Mike heard it right away" does not say what. */
function namesTheThing(words: string[]): boolean {
  const pronoun = words.findIndex(word => baseOf(word) === 'it')
  return pronoun === -1 || words.slice(0, pronoun).some(word => DETERMINER.test(baseOf(word)))
}

/** In UTF-16 units. */
const SHORTEST_QUOTE = 45
const LONGEST_QUOTE = 170

/** 0 if it should not be quoted. Best is praise for several things, at a length that people read. */
export function quoteWorth({ words }: Sentence, mentions: AspectMention[]): number {
  const length = words.at(-1)!.end - words[0]!.start
  if (length < SHORTEST_QUOTE || length > LONGEST_QUOTE || mentions.length === 0) return 0
  if (mentions.some(({ sentiment }) => sentiment !== 'positive')) return 0
  const praise = mentions.reduce((sum, { score }) => sum + score, 0)
  const leaning = SENTENCE_WORDS.leaning_on_another_sentence.has(words[0]!.norm) ? 0.5 : 1
  const fit = 1 - Math.abs(length - 100) / 200
  return Math.round(praise * leaning * fit * 1000) / 1000
}
