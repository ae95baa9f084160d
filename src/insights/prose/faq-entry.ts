/** One question with its answer and the reviews behind it. */
import type { Insights } from '../../model/insights.ts'
import { chooseQuote, type QuoteCandidate, type ReviewQuote } from '../counts/quote-candidates.ts'

export type FaqEntry = Insights['faq'][number]

/** The best quote of these lists from a review that is not quoted yet. It counts as quoted from now on. */
export function takeQuote(lists: Iterable<QuoteCandidate>[], quoted: ReviewQuote[]): QuoteCandidate | null {
  const quote = chooseQuote(lists, quoted)
  if (quote) quoted.push(quote)
  return quote
}

export const joinSentences = (sentences: (string | null)[]) =>
  sentences.filter(sentence => sentence !== null).join(' ')
