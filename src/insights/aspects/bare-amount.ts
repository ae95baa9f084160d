/** Whether a sentence only says what something cost, without a word that judges it: "Paid $240 for the two rooms." */
import cueWords from '../../../taxonomy/words/cues.json' with { type: 'json' }
import { NEGATIONS } from '../text/phrase-automaton.ts'
import type { Word } from '../text/words.ts'

const CURRENCY = /^[$£€]$/
const PAYING: ReadonlySet<string> = new Set(cueWords.paying)
/** Words that compare or emphasize: "only 90", "more than quoted", "another $75". */
const JUDGING: ReadonlySet<string> = new Set(cueWords.judging_an_amount)
/** How much a word must say by itself to judge. */
const JUDGES = 0.2

/** `valenceOf` says how good or bad a word is by itself, from -1 to 1. */
export function isBareAmount(words: Word[], valenceOf: (norm: string) => number): boolean {
  const norms = words.map(({ norm }) => norm)
  const hasAmount = norms.some(norm => /^\d/.test(norm))
  const isAboutPaying = norms.some(norm => CURRENCY.test(norm) || PAYING.has(norm))
  return hasAmount && isAboutPaying && !norms.some(judges)

  function judges(norm: string): boolean {
    return NEGATIONS.has(norm) || JUDGING.has(norm) || Math.abs(valenceOf(norm)) >= JUDGES
  }
}
