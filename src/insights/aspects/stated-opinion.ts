/** Whether words state an opinion by themselves, so that a reader sees it without the rest of the review. */
import type { Sentiment } from '../../model/insights.ts'
import { listedKind, type OpinionKind } from '../text/opinion-words.ts'
import { CUE_WORDS, FIRST_NAMES } from '../text/word-lists.ts'
import { joinNorms, type Word } from '../text/words.ts'

/** "They came" and "he explained" are facts. */
const JUDGING: ReadonlySet<OpinionKind> = new Set([
  'opinion',
  'manner',
  'general',
  'trouble',
  'offense',
])
/** How much any other word must say by itself: "trust" and "fellowship" sound good without being praise. */
const CLEARLY_GOOD = 0.6
const CLEARLY_BAD = -0.3
/** Words after which a negation no longer applies. */
const REACH = 4

/** How good or bad a word is by itself, from -1 to 1. */
type ValenceOf = (norm: string) => number

/** A negation turns an opinion around ("no mess"); what was not done is a complaint without an opinion word, too ("nobody called"). */
export function statesOpinion(words: Word[], sentiment: Sentiment, valenceOf: ValenceOf): boolean {
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

function sideOf(norm: string, valenceOf: ValenceOf): Side | null {
  // Grace and Joy are not praise.
  if (FIRST_NAMES.has(norm)) return null
  const [kind, side] = listedKind(norm) ?? []
  if (kind && side) return JUDGING.has(kind) ? (side === 'good' ? 'positive' : 'negative') : null
  const valence = valenceOf(norm)
  if (valence >= CLEARLY_GOOD) return 'positive'
  return valence <= CLEARLY_BAD ? 'negative' : null
}

/** "I was ten minutes late": not the business. */
const OWN_LATENESS =
  /\b(?:i|we) (?:was|were|am|are|got|arrived|came|ran|showed up|turned up)(?: (?!told|he|she|they|it|nobody)\S+){0,5} late\b/

export const isOwnLateness = (words: Word[]) => OWN_LATENESS.test(joinNorms(words))

const CURRENCY = /^[$£€]$/
/** How much a word must say by itself to judge. */
const JUDGES = 0.2

/** Whether a sentence only says what something cost, without a word that judges it: "Paid $240 for the two rooms." */
export function isBareAmount(words: Word[], valenceOf: ValenceOf): boolean {
  const norms = words.map(({ norm }) => norm)
  const hasAmount = norms.some(norm => /^\d/.test(norm))
  const isAboutPaying = norms.some(norm => CURRENCY.test(norm) || CUE_WORDS.paying.has(norm))
  // "only 90", "more than quoted" and "another $75" compare or emphasize; "$240 for that?" complains.
  const compares = (norm: string) =>
    CUE_WORDS.negations.has(norm) || CUE_WORDS.judging_an_amount.has(norm)
  // "$489 for a leak": the trouble was there before.
  const judges = (norm: string) =>
    !CUE_WORDS.trouble_paid_for.has(norm) && Math.abs(valenceOf(norm)) >= JUDGES
  const isJudged = norms.some(norm => norm === '?' || compares(norm) || judges(norm))
  return hasAmount && isAboutPaying && !isJudged
}
