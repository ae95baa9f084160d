/** Decides which parts of a narrator's answer may be published. It has read untrusted texts, so nothing is taken on trust. */
import type { NarratorAnswer } from '../model/narrative.ts'
import { type Facts, hasCriticism, type Source } from './facts.ts'
import {
  hasOnlyNumbers,
  isCopiedFrom,
  isPlain,
  isVerbatim,
  mentionsCriticism,
  numbersIn,
  splitQuotations,
} from './text-checks.ts'

export type Checked = { answer: NarratorAnswer } | { refusal: string }
export type SourceReviews = ReadonlyMap<string, Pick<Source, 'rating' | 'text'>>

type Statement = Pick<NarratorAnswer['claims'][number], 'review_ids' | 'quotes'>

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
  const allowed = new Set(isFresh ? numbersIn(JSON.stringify(facts)) : [])
  const holds = (texts: string[], statement: Statement) => isBacked(texts, statement, allowed, sources)
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

function isBacked(
  texts: string[],
  { review_ids, quotes }: Statement,
  numbers: ReadonlySet<string>,
  sources: SourceReviews,
): boolean {
  if (review_ids.length === 0 || review_ids.length > MOST_CITED) return false
  const cited = review_ids.map(id => sources.get(id))
  if (cited.includes(undefined)) return false
  const isQuote = ({ review_id, text }: Statement['quotes'][number]) =>
    review_ids.includes(review_id) && isVerbatim(text, sources.get(review_id)!.text)
  return quotes.every(isQuote) && texts.every(text => isSound(text, cited as Source[], numbers, sources))
}

function isSound(
  text: string,
  cited: Pick<Source, 'text'>[],
  numbers: ReadonlySet<string>,
  sources: SourceReviews,
): boolean {
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

function checkPullQuote(
  quote: NarratorAnswer['pull_quote'],
  sources: SourceReviews,
): NarratorAnswer['pull_quote'] {
  const source = quote && sources.get(quote.review_id)
  if (!source || source.rating < PRAISE_FROM_STARS) return null
  const { length } = [...quote.text]
  const isRightSize = length >= SHORTEST_PULL_QUOTE && length <= LONGEST_PULL_QUOTE
  return isRightSize && isPlain(quote.text) && isVerbatim(quote.text, source.text) ? quote : null
}
