/** Sentences of reviews that can be quoted, and which of them reads best on its own. */
import type { Sentiment } from '../../model/insights.ts'
import { standaloneSentence } from './standalone-sentence.ts'
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
 * state the opinion by themselves. Criticism is to be seen beside praise: where there is no better one, a less sure reading will do. A tag
 * counts, but nobody wrote it, so it is never quoted.
 */
export function quoteAt(review: ReadReview, aspect: number): QuoteCandidate | null {
  const { sentiment, evidence } = review.insight.aspects[aspect]!
  const confidence = review.confidence[aspect] ?? null
  if (confidence === null) return null
  const isSure = confidence >= CONFIDENT && starsAgree(review.rating, sentiment)
  if (!isSure && !isLikelyCriticism(review.rating, sentiment, confidence)) return null
  const text = standaloneSentence(evidence)
  return text === null
    ? null
    : { review, text, sentiment, merit: meritOf(review, text, sentiment, confidence) - (isSure ? 0 : LAST) }
}

const CONFIDENT = 0.85
const LIKELY = 0.75
/** More than the merit of any quote: it comes after all others. */
const LAST = 20

const isLikelyCriticism = (rating: number, sentiment: Sentiment, confidence: number) =>
  sentiment === 'negative' && rating <= 4 && confidence >= LIKELY

/** Mere mentions are not quoted: they would illustrate nothing. */
function starsAgree(rating: number, sentiment: Sentiment): boolean {
  if (sentiment === 'neutral') return false
  return sentiment === 'positive' ? rating >= 4 : rating <= 3
}

/** Prefers confident readings, medium length, no shouting, and reviews that agree as a whole. */
function meritOf({ insight }: ReadReview, text: string, sentiment: Sentiment, confidence: number): number {
  const agrees = insight.sentiment === sentiment ? 3 : 0
  const mediumLength = text.length >= 40 && text.length <= 110 ? 1 : 0
  const shouted = /!!|\p{Lu}{5}/u.test(text) ? 2 : 0
  return agrees + 5 * confidence + mediumLength - shouted
}

/** The best candidate of all lists, each best first, from a review that is not quoted yet. */
export function chooseQuote(
  lists: Iterable<QuoteCandidate>[],
  quoted: QuoteCandidate[],
): QuoteCandidate | null {
  const seen = new Set(quoted.map(({ review }) => review.id))
  return bestOf(lists.map(list => Iterator.from(list).find(({ review }) => !seen.has(review.id)) ?? null))
}

const bestOf = (candidates: (QuoteCandidate | null)[]) =>
  candidates.reduce((best, one) => (best && (!one || one.merit <= best.merit) ? best : one), null)
