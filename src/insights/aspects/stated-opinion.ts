/** Whether words state an opinion by themselves, so that a reader sees it without the rest of the review. */
import type { Sentiment } from '../../model/insights.ts'
import { FIRST_NAMES } from '../text/known-names.ts'
import { listedKind, type OpinionKind } from '../text/opinion-words.ts'
import { CUE_WORDS } from '../text/word-lists.ts'
import type { Word } from '../text/words.ts'

/** "They came" and "he explained" are facts. */
const JUDGING: ReadonlySet<OpinionKind> = new Set(['opinion', 'manner', 'general', 'trouble', 'offense'])
/** How much any other word must say by itself: "trust" and "fellowship" sound good without being praise. */
const CLEARLY_GOOD = 0.6
const CLEARLY_BAD = -0.3
/** Words after which a negation no longer applies. */
const REACH = 4

/**
 * `valenceOf` says how good or bad a word is by itself, from -1 to 1. A negation turns an opinion around ("no mess"); what was not
 * done is a complaint without an opinion word, too ("nobody called").
 */
export function statesOpinion(
  words: Word[],
  sentiment: Sentiment,
  valenceOf: (norm: string) => number,
): boolean {
  if (sentiment === 'neutral') return false
  let negatedAt = -REACH - 1
  let turned = 0
  let negations = 0
  const isStated = words.some(({ norm }, position) => {
    if (CUE_WORDS.negations.has(norm)) {
      negatedAt = position
      negations++
      return false
    }
    const side = sideOf(norm, valenceOf)
    if (side === null) return false
    const isNegated = position - negatedAt <= REACH
    if (isNegated && side === 'negative') turned++
    return (side === 'positive') !== isNegated ? sentiment === 'positive' : sentiment === 'negative'
  })
  return isStated || (sentiment === 'negative' && negations > turned)
}

type Side = 'positive' | 'negative'

function sideOf(norm: string, valenceOf: (norm: string) => number): Side | null {
  // Grace and Joy are not praise.
  if (FIRST_NAMES.has(norm)) return null
  const [kind, side] = listedKind(norm) ?? []
  if (kind && side) return JUDGING.has(kind) ? (side === 'good' ? 'positive' : 'negative') : null
  const valence = valenceOf(norm)
  if (valence >= CLEARLY_GOOD) return 'positive'
  return valence <= CLEARLY_BAD ? 'negative' : null
}
