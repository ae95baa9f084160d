/** Recognizes the language of a text by its letters and how they follow each other. */
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { eld } from 'eld/extrasmall'
import { foldDiacritics } from './diacritics.ts'
import { FIRST_NAMES, SURNAMES } from './known-names.ts'

/** How well a text fits each language, from 0 to 1. */
export type LanguageScores = Readonly<Record<string, number>>

/** Shorter texts fit many languages. */
const FEWEST_CHARACTERS = 20
/** Besides names; of a script that few languages use, fewer will do. */
const FEWEST_LETTERS = 12
/** So few words that all begin with a capital may be names that are not listed. */
const FEWEST_CAPITALIZED = 4
const FEWEST_OTHER_LETTERS = 4

/** Below these, the best language is a guess. */
const LEAST_SCORE = 0.5
const LEAST_LEAD = 0.005

/** ISO 639-1; null if the text is too short, has little but names, or fits two languages equally well. */
export function languageOf(text: string): string | null {
  const scores = scoreLanguages(text)
  return scores && bestOf(scores)
}

/** null for a text that is too short to tell. */
export function scoreLanguages(text: string): LanguageScores | null {
  const words = text.replace(/\p{Lu}[\p{L}\p{M}]+/gu, word => (isCommonName(word) ? ' ' : word))
  return isLongEnough(text, words) ? detect(words) : null
}

function isLongEnough(text: string, withoutNames: string): boolean {
  const letters = withoutNames.match(/\p{L}/gu)?.length ?? 0
  const others = withoutNames.match(/(?!\p{Script=Latin})\p{L}/gu)?.length ?? 0
  if (others >= FEWEST_OTHER_LETTERS && 2 * others > letters) return true
  if (text.trim().length < FEWEST_CHARACTERS || letters < FEWEST_LETTERS) return false
  const words = withoutNames.match(/\p{L}+/gu)!
  return words.length >= FEWEST_CAPITALIZED || words.some(word => /^\p{Ll}/u.test(word))
}

/** Whether a word with a capital letter is a first name or a surname. */
export function isCommonName(word: string): boolean {
  const norm = foldDiacritics(word.toLowerCase())
  return FIRST_NAMES.has(norm) || SURNAMES.has(norm)
}

/** null if no language leads clearly. */
export function bestOf(scores: LanguageScores): string | null {
  const [best, next] = Object.entries(scores).sort(([, a], [, b]) => b - a)
  if (!best || best[1] < LEAST_SCORE || best[1] - (next?.[1] ?? 0) < LEAST_LEAD) return null
  return best[0]
}

/** The detector's model of Malay covers both, and Indonesian has ten times as many speakers. */
const INDONESIAN = { from: 'ms', to: 'id' }

/** More of a text would not change the result. */
const ENOUGH_CHARACTERS = 400

function detect(text: string): LanguageScores {
  const { [INDONESIAN.from]: indonesian, ...scores } = detector()
    .detect(text.slice(0, ENOUGH_CHARACTERS))
    .getScores()
  return indonesian === undefined ? scores : { ...scores, [INDONESIAN.to]: indonesian }
}

/** Whether the detector knows the language. */
export const isRecognizable = (language: string) =>
  language === INDONESIAN.to || Object.values(detector().info().Languages).includes(language)

let loaded: typeof eld | undefined

/** Loading takes half a second and 30 MB, so it waits for the first text that needs it. It is an ES module without a wait of its own. */
function detector(): typeof eld {
  loaded ??= (
    createRequire(import.meta.url)(fileURLToPath(import.meta.resolve('eld/extrasmall'))) as {
      eld: typeof eld
    }
  ).eld
  return loaded
}
