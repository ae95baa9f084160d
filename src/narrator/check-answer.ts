/** Decides which parts of a narrator's answer may be published. It has read untrusted texts, so nothing is taken on trust. */
import type { NarratorAnswer } from '../model/narrative.ts'
import { type Facts, hasCriticism, type Source } from './facts.ts'

export type Checked = { answer: NarratorAnswer } | { refusal: string }
type SourceReviews = ReadonlyMap<string, Pick<Source, 'rating' | 'text'>>

type Statement = Pick<NarratorAnswer['claims'][number], 'review_ids' | 'quotes'>

/** What statements are held against. */
interface Backing {
  /** Every number that may be written. */
  numbers: ReadonlySet<string>
  sources: SourceReviews
}

const FEWEST_CLAIMS = 3
const MOST_CLAIMS = 8
const MOST_ANSWERS = 12
const MOST_CITED = 20
const LONGEST_CLAIM = 400
const LONGEST_QUESTION = 150
const LONGEST_ANSWER = 700
const SHORTEST_PULL_QUOTE = 20
const LONGEST_PULL_QUOTE = 200
const PRAISE_FROM_STARS = 4
const CRITICAL_TO_STARS = 3

/** `isFresh` is false if the facts have changed since the answer was written: then no number in it is valid. */
export function checkAnswer(
  answer: NarratorAnswer,
  facts: Facts,
  sources: SourceReviews,
  { isFresh = true } = {},
): Checked {
  const backing = { sources, numbers: new Set(isFresh ? numbersIn(JSON.stringify(facts)) : []) }
  const holds = (texts: string[], statement: Statement) => isBacked(texts, statement, backing)
  const claims = answer.claims
    .filter(claim => fits(claim.text, LONGEST_CLAIM) && holds([claim.text], claim))
    .slice(0, MOST_CLAIMS)
  if (claims.length < FEWEST_CLAIMS)
    return { refusal: `only ${claims.length} of its ${answer.claims.length} claims can be published` }
  if (hasCriticism(facts) && !claims.some(claim => isCritical(claim, sources)))
    return { refusal: 'it leaves out what customers criticize' }
  const faq = answer.faq
    .filter(
      ({ question, answer: text, ...statement }) =>
        fits(question, LONGEST_QUESTION) && fits(text, LONGEST_ANSWER) && holds([question, text], statement),
    )
    .slice(0, MOST_ANSWERS)
  return { answer: { claims, faq, pull_quote: checkPullQuote(answer.pull_quote, sources) } }
}

const fits = (text: string, longest: number) => text !== '' && text.length <= longest

function isBacked(texts: string[], { review_ids, quotes }: Statement, backing: Backing): boolean {
  const { sources } = backing
  if (review_ids.length === 0 || review_ids.length > MOST_CITED) return false
  const cited = review_ids.map(id => sources.get(id))
  if (cited.includes(undefined)) return false
  const isQuote = ({ review_id, text }: Statement['quotes'][number]) =>
    review_ids.includes(review_id) && isVerbatim(text, sources.get(review_id)!.text)
  return quotes.every(isQuote) && texts.every(text => isSound(text, cited as Source[], backing))
}

function isSound(text: string, cited: Pick<Source, 'text'>[], { numbers, sources }: Backing): boolean {
  const parts = splitQuotations(text)
  return (
    parts !== null &&
    isPlain(text) &&
    parts.quotations.every(words => cited.some(source => isVerbatim(words, source.text))) &&
    hasOnlyNumbers(parts.own, numbers) &&
    !sources.values().some(source => isCopiedFrom(parts.own, source.text))
  )
}

function isCritical({ text, review_ids }: NarratorAnswer['claims'][number], sources: SourceReviews): boolean {
  return mentionsCriticism(text) || review_ids.some(id => (sources.get(id)?.rating ?? 5) <= CRITICAL_TO_STARS)
}

function checkPullQuote(quote: NarratorAnswer['pull_quote'], sources: SourceReviews) {
  const source = quote && sources.get(quote.review_id)
  if (!source || source.rating < PRAISE_FROM_STARS) return null
  const { length } = [...quote.text]
  const isRightSize = length >= SHORTEST_PULL_QUOTE && length <= LONGEST_PULL_QUOTE
  return isRightSize && isPlain(quote.text) && isVerbatim(quote.text, source.text) ? quote : null
}

/** Mechanical checks of a narrator's wording: links, quotations, numbers, copied words. */
const MARKUP = /[<>]|\]\(/
const E_MAIL = /\S@\S/
const LINK = /:\/\/|\bwww\b|[\p{L}\p{N}][.。｡]\p{L}{2,}/iu
/** Characters that are invisible or reorder others. */
const HIDDEN = /[\p{Cc}\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/u

/** No links, email addresses or HTML, however they are spelled. */
export function isPlain(text: string): boolean {
  const plain = text.normalize('NFKC')
  return ![MARKUP, E_MAIL, LINK, HIDDEN].some(pattern => pattern.test(plain))
}

const QUOTATION = /“([^“”]*)”|"([^"]*)"/g
/** An unpaired quotation mark, or one of another kind, which could hide a quotation. */
const OTHER_MARK = /[“”"„‟«»‹›‘「」『』]|(?<![\p{L}\p{N}])'(?=[\p{L}\p{N}])/u

/** null if the quotation marks do not pair up. */
export function splitQuotations(text: string): { quotations: string[]; own: string } | null {
  const quotations = Array.from(text.matchAll(QUOTATION), ([, curved, straight]) => curved ?? straight!)
  const own = text.replace(QUOTATION, ' … ')
  return OTHER_MARK.test(own) ? null : { quotations, own }
}

const LETTER = /[\p{L}\p{N}]/u

/** Whole words, copied character by character. */
export function isVerbatim(quotation: string, text: string | null): boolean {
  if (text === null || !LETTER.test(quotation)) return false
  const within = new RegExp(
    `${LETTER.test(quotation.at(0)!) ? '(?<![\\p{L}\\p{N}])' : ''}${RegExp.escape(quotation)}${LETTER.test(quotation.at(-1)!) ? '(?![\\p{L}\\p{N}])' : ''}`,
    'u',
  )
  return within.test(text)
}

const NUMBER = /\p{N}+(?:[.,]\p{N}+)*/gu
/** Numbers written as words would evade the comparison with the facts. */
const NUMBER_WORD =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-\w+)?|dozens?|hundreds?|thousands?|millions?|half|two-thirds|quarters?)\b/i

/** Treats 1,234 like 1234, and 4,6 like 4.6. */
const numbersIn = (text: string): string[] =>
  Array.from(text.normalize('NFKC').matchAll(NUMBER), ([number]) =>
    number.replace(/,(?=\p{N}{3}(?!\p{N}))/gu, '').replace(',', '.'),
  )

export const hasOnlyNumbers = (text: string, allowed: ReadonlySet<string>) =>
  !NUMBER_WORD.test(text) && numbersIn(text).every(number => allowed.has(number))

const COPIED_WORDS = 6

/** This many words of a review in a row, or all of a shorter text, without quotation marks are the review's words, not the narrator's. */
export function isCopiedFrom(own: string, text: string | null): boolean {
  if (text === null) return false
  const mine = wordsIn(own)
  const theirs = ` ${wordsIn(text).join(' ')} `
  const run = Math.min(COPIED_WORDS, mine.length)
  if (run === 0) return false
  return mine.some(
    (_, start) =>
      start + run <= mine.length && theirs.includes(` ${mine.slice(start, start + run).join(' ')} `),
  )
}

const wordsIn = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

const CRITICISM =
  /\b(?:critic\w*|complain\w*|complaints?|negative\w*|dissatisf\w*|unhappy|disappoint\w*|frustrat\w*|dislik\w*|poor\w*|problems? with|drawbacks?|low ratings?)\b/i
const DENIAL = /\b(?:no|nobody|none|never|without|hardly|zero|nothing|not|lack|absence|free)\b|n['’]t\b/i

export const mentionsCriticism = (text: string) => CRITICISM.test(text) && !DENIAL.test(text)
