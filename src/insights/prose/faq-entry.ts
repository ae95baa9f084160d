/** One question with its answer and the reviews behind it. */
import type { Insights } from '../../model/insights.ts'
import { chooseQuote, type QuoteCandidate, type ReviewQuote } from '../counts/quote-candidates.ts'
import { asQuote } from './phrasing.ts'

export type FaqEntry = Insights['faq'][number]

/** The best quote of these lists from a review that is not quoted yet. It counts as quoted from now on. */
export function takeQuote(lists: Iterable<QuoteCandidate>[], quoted: ReviewQuote[]): QuoteCandidate | null {
  const quote = chooseQuote(lists, quoted)
  if (quote) quoted.push(quote)
  return quote
}

const OPENINGS = { positive: 'A satisfied customer writes', negative: 'A dissatisfied customer writes' }

/** Says which side it is from. */
export const introduce = (side: keyof typeof OPENINGS, quote: ReviewQuote) =>
  `${OPENINGS[side]}: ${asQuote(quote.text)}`

export const joinSentences = (sentences: (string | null)[]) =>
  sentences.filter(sentence => sentence !== null).join(' ')
