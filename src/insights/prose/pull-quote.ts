/** Chooses the one sentence by a customer that represents the praise. */
import { newestFirst } from '../counts/evidence.ts'
import type { ReadReview } from '../counts/tally.ts'

export function choosePullQuote(reviews: ReadReview[]): { text: string; review_id: string } | null {
  const best = reviews
    .filter(
      ({ rating, insight, quote }) => rating >= 4 && insight.sentiment === 'positive' && worthOf(quote) > 0,
    )
    .sort((a, b) => worthOf(b.quote) - worthOf(a.quote) || b.rating - a.rating || newestFirst(a, b))[0]
  return best?.quote ? { text: best.quote.text, review_id: best.id } : null
}

const worthOf = (quote: ReadReview['quote']) => quote?.worth ?? 0
