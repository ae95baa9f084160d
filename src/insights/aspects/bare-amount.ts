/** Whether a sentence only says what something cost, without a word that judges it: "Paid $240 for the two rooms." */
import { CUE_WORDS } from '../text/word-lists.ts'
import type { Word } from '../text/words.ts'

const CURRENCY = /^[$£€]$/
/** How much a word must say by itself to judge. */
const JUDGES = 0.2

/** `valenceOf` says how good or bad a word is by itself, from -1 to 1. */
export function isBareAmount(words: Word[], valenceOf: (norm: string) => number): boolean {
  const norms = words.map(({ norm }) => norm)
  const hasAmount = norms.some(norm => /^\d/.test(norm))
  const isAboutPaying = norms.some(norm => CURRENCY.test(norm) || CUE_WORDS.paying.has(norm))
  return hasAmount && isAboutPaying && !norms.some(judges)

  /** "only 90", "more than quoted" and "another $75" compare or emphasize. */
  function judges(norm: string): boolean {
    return (
      CUE_WORDS.negations.has(norm) ||
      CUE_WORDS.judging_an_amount.has(norm) ||
      Math.abs(valenceOf(norm)) >= JUDGES
    )
  }
}
