/** Whether a text is in a language that the engine supports: English. */
import languages from '../../../taxonomy/words/languages.json' with { type: 'json' }
import type { Vocabulary } from './vocabulary.ts'

const { en, ...others } = languages
const ENGLISH: ReadonlySet<string> = new Set(en)
/** The function words of the languages most common in reviews. */
const FOREIGN: ReadonlySet<string> = new Set(Object.values(others).flat())

/** The least share of words in the text that must be in the vocabulary. */
const LEAST_KNOWN_SHARE = 0.6

/** A language declared by the source counts; otherwise the words decide. */
export function isKnownLanguage(text: string, declared: string | null, { numbers }: Vocabulary): boolean {
  if (declared) return declared.toLowerCase().split('-')[0] === 'en'
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const english = words.filter(word => ENGLISH.has(word)).length
  const foreign = words.filter(word => FOREIGN.has(word) && !ENGLISH.has(word)).length
  const known = words.filter(word => numbers.has(word) || /^[a-z]{1,2}$/.test(word)).length
  return words.length > 0 && foreign <= english / 2 && known / words.length >= LEAST_KNOWN_SHARE
}
