/** Names the language of a review for its record, or none: what is published and searched by must be right. */
import { bestOf, scoreLanguages } from './recognize-language.ts'

const FEWEST_LETTERS = 20
/** Without words in lower case a text may be all names, and names are of no language. */
const FEWEST_LOWER_CASE_WORDS = 3
/** How far the best language must lead. At half of this, mixed texts and neighboring languages are mistaken. */
const LEAST_LEAD = 0.12

/** A sentence in another language makes it a mixed text. */
export function detectLanguage(text: string): string | null {
  const language = languageOf(text)
  const isOther = (sentence: string) => sentence !== text && (languageOf(sentence) ?? language) !== language
  return language === null || text.split(SENTENCE_END).some(isOther) ? null : language
}

const SENTENCE_END = /[.!?]\s|\n/

function languageOf(text: string): string | null {
  const words = text.match(/\p{L}[\p{L}\p{M}]*/gu) ?? []
  const isEnough =
    words.join('').length >= FEWEST_LETTERS && words.filter(isLowerCase).length >= FEWEST_LOWER_CASE_WORDS
  return isEnough ? bestOf(scoreLanguages(text), LEAST_LEAD) : null
}

const isLowerCase = (word: string) => word[0] === word[0]!.toLowerCase()
