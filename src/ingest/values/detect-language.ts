/** Says which language a review is written in, or nothing: a wrong language costs an English review its insights. */

/** The languages we say, because we measured them. The library knows more, and with them it can tell that a text is none of these. */
const SAID: ReadonlySet<string> = new Set(['de', 'en', 'es', 'fr', 'it', 'nl', 'pl', 'pt'])

const FEWEST_LETTERS = 20
/** Without words in lower case a text may be all names, and names are of no language. */
const FEWEST_LOWER_CASE_WORDS = 3
/** How far the best language must be ahead of the next; scores are between 0 and 1. */
const LEAST_LEAD = 0.11

/** The library takes Afrikaans for Dutch, and Afrikaans has none of these. */
const ONLY_DUTCH = /(?<!\p{L})(?:bij|de|een|er|ik|naar|niet|voor|wij|ze|zijn)(?!\p{L})/iu

export type DetectLanguage = (text: string) => string | null

/** Loaded when first needed: it takes a fifth of a second and 30 MB. */
export async function loadLanguageDetector(): Promise<DetectLanguage> {
  const { eld } = await import('eld/extrasmall')

  function detect(text: string): string | null {
    if (!isLongEnough(text)) return null
    const result = eld.detect(text)
    const { language } = result
    const [best = 0, next = 0] = Object.values(result.getScores())
    if (!SAID.has(language) || best - next < LEAST_LEAD) return null
    return language === 'nl' && !ONLY_DUTCH.test(text) ? null : language
  }

  /** A sentence in another language makes it a mixed text. */
  const isMixed = (text: string, language: string) =>
    text.split(SENTENCE_END).some(part => part !== text && (detect(part) ?? language) !== language)

  return text => {
    const language = detect(text)
    return language === null || isMixed(text, language) ? null : language
  }
}

const SENTENCE_END = /[.!?]\s|\n/

const isLongEnough = (text: string) =>
  countOf(text, /\p{L}/gu) >= FEWEST_LETTERS &&
  countOf(text, /(?<![\p{L}'’])\p{Ll}/gu) >= FEWEST_LOWER_CASE_WORDS

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
