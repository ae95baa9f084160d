/** Recognizes the language of a text by its letters and how they follow each other. */
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { eld } from 'eld/extrasmall'
import { moduleFile } from '../package/package-files.ts'

/** How well a text fits each language, from 0 to 1, by ISO 639-1 code. */
export type LanguageScores = Readonly<Record<string, number>>

/** Below this, the best language is a guess. */
const LEAST_SCORE = 0.5

/** null if no language leads by `lead`. */
export function bestOf(scores: LanguageScores, lead: number): string | null {
  const [best, next] = Object.entries(scores).sort(([, a], [, b]) => b - a)
  if (!best || best[1] < LEAST_SCORE || best[1] - (next?.[1] ?? 0) < lead) return null
  return best[0]
}

/** The detector's model of Malay covers both, and Indonesian has ten times as many speakers. */
const INDONESIAN = { from: 'ms', to: 'id' }

/** More of a text would not change the result. */
const ENOUGH_CHARACTERS = 400

export function scoreLanguages(text: string): LanguageScores {
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
  const load = createRequire(import.meta.url)
  loaded ??= (load(fileURLToPath(moduleFile('languages/language-detector'))) as { eld: typeof eld }).eld
  return loaded
}
