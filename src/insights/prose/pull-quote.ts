/** Chooses the one sentence by a customer that represents the praise. */
import type { CountedInsights } from '../counts/evidence.ts'

export function choosePullQuote({ pullQuotes }: CountedInsights): { text: string; review_id: string } | null {
  const [best] = pullQuotes()
  return best ? { text: best.quote!.text, review_id: best.id } : null
}
