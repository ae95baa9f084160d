/** Says which language a review is written in, or nothing: a wrong language would cost an English review its insights. */
import lists from '../../../taxonomy/words/language-words.json' with { type: 'json' }

/** The languages we say. The others are known only so that they are not taken for one of these. */
const SAID: ReadonlySet<string> = new Set(['de', 'en', 'es', 'fr', 'it', 'nl', 'pl', 'pt'])

const FEWEST_LETTERS = 20
/** Without words in lower case a text may be all names, and names are of no language. */
const FEWEST_LOWER_CASE_WORDS = 3
/** How many words more than any other language the best one must have. */
const LEAST_LEAD = 2
/** How many of the different words must be known in the language. */
const LEAST_SHARE = 1 / 4
/** How many known words of other languages there may be for each one of the language, before a text is mixed. */
const MOST_FOREIGN = 1 / 5

/** A sentence in another language makes it a mixed text. */
export function detectLanguage(text: string): string | null {
  const language = languageOf(text)
  const isOther = (sentence: string) => sentence !== text && (languageOf(sentence) ?? language) !== language
  return language === null || text.split(SENTENCE_END).some(isOther) ? null : language
}

const SENTENCE_END = /[.!?]\s|\n/

/** Word → the languages that have it. */
const LANGUAGES_OF = new Map<string, string[]>()
for (const [language, words] of Object.entries(lists))
  for (const word of words) LANGUAGES_OF.set(word, [...(LANGUAGES_OF.get(word) ?? []), language])

function languageOf(text: string): string | null {
  const words = [...text.matchAll(/\p{L}+(?:['’]\p{L}+)*/gu)].map(([word]) => word.replaceAll('’', "'"))
  if (words.join('').length < FEWEST_LETTERS || words.filter(isLowerCase).length < FEWEST_LOWER_CASE_WORDS)
    return null
  const different = new Map(words.map(word => [word.toLowerCase(), isLowerCase(word)]))
  const known = [...different].flatMap(([word, isLowerCase]) =>
    partsOf(word).map(part => ({ isLowerCase, languages: LANGUAGES_OF.get(part) ?? [] })),
  )
  const [[language, hits] = ['', 0], [, next] = ['', 0]] = ranked(known.flatMap(({ languages }) => languages))
  const isForeign = ({ languages }: (typeof known)[number]) =>
    !languages.includes(language) && languages.some(other => SAID.has(other))
  const foreign = known.filter(word => word.isLowerCase && isForeign(word)).length
  const isSure =
    hits - next >= LEAST_LEAD && hits >= LEAST_SHARE * known.length && foreign <= MOST_FOREIGN * hits
  return isSure && SAID.has(language) ? language : null
}

const isLowerCase = (word: string) => word[0] === word[0]!.toLowerCase()

/** `don't` is a word; `l'équipe` is two, and the end of `Ada's` is none. */
function partsOf(word: string): string[] {
  const [start = '', end = ''] = word.split("'")
  if (end === '' || LANGUAGES_OF.has(word)) return [word]
  return end.length > 1 ? [`${start}'`, end] : [start]
}

/** The languages with how often each occurs, the most frequent first. */
const ranked = (languages: string[]): [string, number][] =>
  [...Map.groupBy(languages, language => language)]
    .map(([language, { length }]): [string, number] => [language, length])
    .toSorted(([, one], [, other]) => other - one)
