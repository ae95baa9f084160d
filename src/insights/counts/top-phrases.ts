/** The words that reviews use most when they mention something. */
import { compare } from './evidence.ts'
import type { MentionGroup } from './review-groups.ts'

const PHRASES = 5
const FEW_MENTIONS = 10
/** "$129" says nothing by itself. */
const IS_AMOUNT = /^[$£€]?[\d.,]+$/

/** The most frequent phrases. One customer's wording counts only if there are few mentions. */
export function topPhrases({ parts, tally }: MentionGroup): string[] {
  const counts = new Map<string, number>()
  for (const { phrases } of parts)
    for (const [phrase, count] of phrases) counts.set(phrase, (counts.get(phrase) ?? 0) + count)
  const least = tally.count < FEW_MENTIONS ? 1 : 2
  return [...counts]
    .filter(([phrase, count]) => count >= least && !IS_AMOUNT.test(phrase))
    .sort(([a, m], [b, n]) => n - m || compare(a, b))
    .slice(0, PHRASES)
    .map(([phrase]) => phrase)
}
