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
  const load = () =>
    createRequire(import.meta.url)(fileURLToPath(moduleFile('languages/language-detector')))
  loaded ??= load().eld as typeof eld
  return loaded
}

/** Without words in lower case a text may be all names, and names are of no language. */
const LATIN = { letters: 16, lowerCaseWords: 2, lead: 0.02 }
/** They have few languages each, which are all alike. */
const OTHER_SCRIPTS = { letters: 8, lowerCaseWords: 0, lead: 0.005 }
/** For a short text without accents, unless it seems to be English: those are mistaken most. */
const SAFE_LEAD = 0.12
const SHORT_LETTERS = 40

/** The language of a review for its record, or none: what is published and searched by must be right. A sentence in another language makes it a mixed text. */
export function detectLanguage(text: string): string | null {
  const language = languageOf(text)
  const isOther = (sentence: string) =>
    sentence !== text && (languageOf(sentence) ?? language) !== language
  return language === null || text.split(SENTENCE_END).some(isOther) ? null : language
}

const SENTENCE_END = /[.!?]\s|\n/
const LINK = /https?:\S+/g

function languageOf(text: string): string | null {
  const rest = text.replace(LINK, ' ')
  const words = rest.match(/\p{L}[\p{L}\p{M}]*/gu) ?? []
  const letters = words.join('').length
  const least = /\p{Script=Latin}/u.test(rest) ? LATIN : OTHER_SCRIPTS
  if (letters < least.letters || words.filter(isLowerCase).length < least.lowerCaseWords)
    return null
  const scores = scoreLanguages(rest)
  const language = bestOf(scores, least.lead)
  const isDoubtful = language !== 'en' && letters < SHORT_LETTERS && !/[^\p{ASCII}]/u.test(rest)
  return isDoubtful ? bestOf(scores, SAFE_LEAD) : language
}

const isLowerCase = (word: string) => word[0] === word[0]!.toLowerCase()
