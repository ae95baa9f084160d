/** Whether words state an opinion by themselves, so that a reader sees it without the rest of the review. */
import type { Sentiment } from '../../model/insights.ts'
import { NEGATIONS } from '../text/cues.ts'
import { knowOpinionWord } from '../text/opinion-words.ts'
import type { Word } from '../text/words.ts'

/** How much a word must say by itself. */
const CLEAR = 0.3
/** Words after which a negation no longer applies. */
const REACH = 4

/** `valenceOf` says how good or bad a word is by itself, from -1 to 1. "No mess" praises, "nobody told us" criticizes. */
export function statesOpinion(
  words: Word[],
  sentiment: Sentiment,
  valenceOf: (norm: string) => number,
): boolean {
  let negatedAt = -REACH - 1
  return words.some(({ norm }, position) => {
    if (NEGATIONS.has(norm)) negatedAt = position
    const side = sideOf(norm, valenceOf)
    if (side === null) return false
    const isNegated = position - negatedAt <= REACH
    return (side === 'positive') !== isNegated ? sentiment === 'positive' : sentiment === 'negative'
  })
}

function sideOf(norm: string, valenceOf: (norm: string) => number): 'positive' | 'negative' | null {
  const { side } = knowOpinionWord(norm, norm)
  if (side) return side === 'good' ? 'positive' : 'negative'
  const valence = valenceOf(norm)
  if (Math.abs(valence) < CLEAR) return null
  return valence > 0 ? 'positive' : 'negative'
}
