/** Decides which parts of a narrator's answer may be published. It has read untrusted texts, so nothing is taken on trust. */
import { hash } from 'node:crypto'
import type { Insights } from '../model/insights.ts'
import type { Narrative, NarratorAnswer } from '../model/narrative.ts'
import { type Facts, hasCriticism, type NarratorRequest, type Source } from './facts.ts'

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

interface Circumstances {
  /** false if the facts have changed since the answer was written: then no number in it is valid. */
  isFresh?: boolean
  /** Words of the names of people who are not recommended: nothing that names them is published. */
  accused?: ReadonlySet<string>
}

export function checkAnswer(
  answer: NarratorAnswer,
  facts: Facts,
  sources: SourceReviews,
  { isFresh = true, accused = new Set() }: Circumstances = {},
): Checked {
  const backing = { sources, numbers: new Set(isFresh ? numbersIn(JSON.stringify(facts)) : []) }
  const mayPublish = (text: string) => wordsIn(text).every(word => !accused.has(word))
  const holds = (texts: string[], statement: Statement) =>
    texts.every(mayPublish) && isBacked(texts, statement, backing)
  const claims = answer.claims
    .filter(claim => fits(claim.text, LONGEST_CLAIM) && holds([claim.text], claim))
    .slice(0, MOST_CLAIMS)
  if (claims.length < FEWEST_CLAIMS)
    return {
      refusal: `only ${claims.length} of its ${answer.claims.length} claims can be published`,
    }
  if (hasCriticism(facts) && !claims.some(claim => isCritical(claim, sources)))
    return { refusal: 'it leaves out what customers criticize' }
  const faq = answer.faq
    .filter(
      ({ question, answer: text, ...statement }) =>
        fits(question, LONGEST_QUESTION) &&
        fits(text, LONGEST_ANSWER) &&
        holds([question, text], statement),
    )
    .slice(0, MOST_ANSWERS)
  const quote = checkPullQuote(answer.pull_quote, sources)
  // "He is the best": who that is stands elsewhere in the review.
  const pull_quote = quote && mayPublish(sources.get(quote.review_id)!.text!) ? quote : null
  return { answer: { claims, faq, pull_quote } }
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

function isSound(
  text: string,
  cited: Pick<Source, 'text'>[],
  { numbers, sources }: Backing,
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

function isCritical(
  { text, review_ids }: NarratorAnswer['claims'][number],
  sources: SourceReviews,
): boolean {
  return (
    mentionsCriticism(text) ||
    review_ids.some(id => (sources.get(id)?.rating ?? 5) <= CRITICAL_TO_STARS)
  )
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
  const quotations = Array.from(
    text.matchAll(QUOTATION),
    ([, curved, straight]) => curved ?? straight!,
  )
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
      start + run <= mine.length &&
      theirs.includes(` ${mine.slice(start, start + run).join(' ')} `),
  )
}

/** Lower case, without punctuation. */
export const wordsIn = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

const CRITICISM =
  /\b(?:critic\w*|complain\w*|complaints?|negative\w*|dissatisf\w*|unhappy|disappoint\w*|frustrat\w*|dislik\w*|poor\w*|problems? with|drawbacks?|low ratings?)\b/i
const DENIAL =
  /\b(?:no|nobody|none|never|without|hardly|zero|nothing|not|lack|absence|free)\b|n['’]t\b/i

export const mentionsCriticism = (text: string) => CRITICISM.test(text) && !DENIAL.test(text)

/** Makes a narrative from a checked answer, and replaces the offline text with it while it is still true. */
type Text = Pick<Insights, 'model' | 'summary' | 'summary_claims' | 'faq' | 'pull_quote'>

/** To detect changes of what a narrative is based on. */
const digestParts = (content: string) => hash('sha256', content, 'base64url').slice(0, 22)

const digestSource = ({ rating, text }: Pick<Source, 'rating' | 'text'>) =>
  digestParts(JSON.stringify([rating, text]))

export const digestFacts = (facts: Facts) => digestParts(JSON.stringify(facts))

/** Includes the model, because another one may write another text. */
export const digestRequest = (model: string, { instructions, data }: NarratorRequest) =>
  digestParts(JSON.stringify([model, instructions, data]))

export function makeNarrative(
  answer: NarratorAnswer,
  origin: Pick<Narrative, 'model' | 'facts_digest' | 'request_digest'>,
  sample: Source[],
): Narrative {
  const cited = new Set(citedIn(answer))
  const digests = sample.filter(({ id }) => cited.has(id)).map(one => [one.id, digestSource(one)])
  return { ...origin, ...answer, review_digests: Object.fromEntries(digests) }
}

export const citedIn = ({ claims, faq, pull_quote }: NarratorAnswer): string[] => [
  ...[...claims, ...faq].flatMap(({ review_ids }) => review_ids),
  ...(pull_quote ? [pull_quote.review_id] : []),
]

/** `published` are the cited reviews as they are now. Keeps the offline text where the narrative is no longer true. */
export function applyNarrative<T extends Text>(
  insights: T,
  narrative: Narrative,
  facts: Facts,
  published: Pick<Source, 'id' | 'rating' | 'text'>[],
  accused: ReadonlySet<string> = new Set(),
): T {
  const unchanged = published.filter(one => narrative.review_digests[one.id] === digestSource(one))
  const sources = new Map(unchanged.map(one => [one.id, one]))
  const isFresh = narrative.facts_digest === digestFacts(facts)
  const checked = checkAnswer(narrative, facts, sources, { isFresh, accused })
  // With too few reviews to sum up, the narrative gets no summary either.
  if ('refusal' in checked || insights.summary === null) return insights
  const { claims, faq, pull_quote } = checked.answer
  return {
    ...insights,
    model: `${insights.model} + ${narrative.model}`,
    faq: faq.length > 0 ? faq.map(({ quotes, ...rest }) => withUniqueIds(rest)) : insights.faq,
    summary: claims.map(({ text }) => text).join(' '),
    summary_claims: claims.map(({ quotes, ...rest }) => withUniqueIds(rest)),
    pull_quote: pull_quote
      ? { text: pull_quote.text, review_id: pull_quote.review_id, is_translation: false }
      : insights.pull_quote,
  }
}

/** The narrator's numbers were checked against the facts, but it does not say what each counts. */
const withUniqueIds = <T extends { review_ids: string[] }>(statement: T) => ({
  ...statement,
  links: [],
  review_ids: [...new Set(statement.review_ids)],
})
