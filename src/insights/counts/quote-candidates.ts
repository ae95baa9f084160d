/** Clauses of reviews that can be quoted, and which of them reads best on its own. */
import type { Sentiment } from '../../model/insights.ts'
import type { ReadReview } from './tally.ts'

/** What a customer wrote about one aspect, ready to be quoted. */
export interface QuoteCandidate {
  review: ReadReview
  text: string
  /** What the clause says about its aspect. */
  sentiment: Sentiment
  /** Of the reading, from 0 to 1. */
  confidence: number
  /** Higher is better. */
  merit: number
}

/** null if the words about this aspect are not quotable. A tag counts, but nobody wrote it, so it is never quoted. */
export function quoteAt(review: ReadReview, aspect: number): QuoteCandidate | null {
  const { sentiment, evidence } = review.insight.aspects[aspect]!
  const confidence = review.confidence[aspect] ?? null
  const text = confidence === null ? null : quotable(evidence)
  if (confidence === null || text === null) return null
  return { review, text, sentiment, confidence, merit: meritOf(review, text, sentiment, confidence) }
}

const SHORTEST_QUOTE = 20
const LONGEST_QUOTE = 140
/** Nested quotation marks, markup and links are not quoted. */
const NOT_PROSE = /[\n“”<>{}[\]`|\\]|https?:|www\./

/** Trims commas, dashes and conjunctions at both ends; null if it is too short, too long, or not prose. */
function quotable(evidence: string): string | null {
  const text = evidence
    .replace(/^(?:[\s,;:–—-]|(?:and|but|so|also)\b(?!-))+/iu, '')
    .replace(/[\s,;:–—-]+$|[\s,;]+(?:and|but)$/iu, '')
  const length = [...text].length
  if (length < SHORTEST_QUOTE || length > LONGEST_QUOTE || NOT_PROSE.test(text)) return null
  return text
}

/** Prefers confident readings, whole sentences of medium length, no shouting, and reviews that agree as a whole. */
function meritOf({ insight }: ReadReview, text: string, sentiment: Sentiment, confidence: number): number {
  const agrees = insight.sentiment === sentiment ? 3 : 0
  const whole = /^[\p{Lu}\p{N}]/u.test(text) ? 1 : 0
  const complete = /[.!?]$/.test(text) ? 1 : 0
  const mediumLength = text.length >= 40 && text.length <= 110 ? 1 : 0
  const shouted = /!!|\p{Lu}{5}/u.test(text) ? 2 : 0
  return agrees + 5 * confidence + whole + complete + mediumLength - shouted
}

export interface ReviewQuote {
  review: ReadReview
  text: string
}

/** The best candidate of all lists, each best first; from an already quoted review only if there is no other. */
export function chooseQuote(lists: Iterable<QuoteCandidate>[], quoted: ReviewQuote[]): QuoteCandidate | null {
  const seen = new Set(quoted.map(({ review }) => review.id))
  const heads = lists.map(list => findHeads(list, seen))
  return bestOf(heads.map(({ fresh }) => fresh)) ?? bestOf(heads.map(({ repeated }) => repeated))
}

/** The first from a review that is not quoted yet, and the first from one that is. */
function findHeads(list: Iterable<QuoteCandidate>, seen: ReadonlySet<string>) {
  let repeated: QuoteCandidate | null = null
  for (const candidate of list) {
    if (!seen.has(candidate.review.id)) return { fresh: candidate, repeated }
    repeated ??= candidate
  }
  return { fresh: null, repeated }
}

const bestOf = (candidates: (QuoteCandidate | null)[]) =>
  candidates.reduce((best, one) => (best && (!one || one.merit <= best.merit) ? best : one), null)
