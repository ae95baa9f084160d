/** Which language a review is in, given what its source declares and what its words say. */
import languages from '../../../taxonomy/words/languages.json' with { type: 'json' }
import {
  bestOf,
  isRecognizable,
  type LanguageScores,
  scoreLanguages,
} from '../../languages/recognize-language.ts'
import type { Span } from './analysis.ts'
import { foldDiacritics } from './diacritics.ts'
import type { Vocabulary } from './vocabulary.ts'
import { FIRST_NAMES, SURNAMES } from './word-lists.ts'

const { en, ...others } = languages
const ENGLISH: ReadonlySet<string> = new Set(en)
/** The function words of the languages most common in reviews. */
const FOREIGN: ReadonlySet<string> = new Set(Object.values(others).flat())

/** The languages that the network has learned. */
const NATIVE: ReadonlySet<string> = new Set(['en', 'de', 'es', 'fr'])

export const isNative = (language: string | null) => language !== null && NATIVE.has(language)

/** Where a text names people. */
type People = readonly { span: Span }[]

/** The least share of words in the text that must be in the vocabulary. */
const LEAST_KNOWN_SHARE = 0.6

/** Shorter texts fit many languages. */
const FEWEST_CHARACTERS = 20
/** Besides names; of a script that few languages use, fewer will do. */
const FEWEST_LETTERS = 12
const FEWEST_OTHER_LETTERS = 4
/** So few words that all begin with a capital may be names that are not listed. */
const FEWEST_CAPITALIZED = 4

/** Below this, the best language is a guess. */
const LEAST_LEAD = 0.005

/** How well a language must fit a text, compared to the best one, to be believed for another reason. */
const PLAUSIBLE = 0.8

/**
 * Without its region; null if unknown. What the source declares counts unless the text clearly contradicts it. Names, such as those
 * of `people`, are of no language.
 */
export function findLanguage(
  text: string,
  declared: string | null,
  { numbers }: Vocabulary,
  people: People = [],
): string | null {
  const isEnglish = hasEnglishWords(text, numbers, people)
  if (isEnglish && declared && primaryOf(declared) === 'en') return 'en'
  const scores = scoreWithoutNames(blankOut(text, people))
  const recognized = scores && bestOf(scores, LEAST_LEAD)
  const isPlausible = (language: string) =>
    !recognized || (scores[language] ?? 0) >= PLAUSIBLE * scores[recognized]!
  if (declared) {
    const stated = primaryOf(declared)
    return isRecognizable(stated) && !isPlausible(stated) ? recognized : stated
  }
  // Short sentences of common words fit several languages.
  return isEnglish && isPlausible('en') ? 'en' : recognized
}

/** null for a text that is too short to tell, or has little but names. */
function scoreWithoutNames(text: string): LanguageScores | null {
  const words = text.replace(/\p{Lu}[\p{L}\p{M}]+/gu, word => (isCommonName(word) ? ' ' : word))
  return isLongEnough(text, words) ? scoreLanguages(words) : null
}

function isLongEnough(text: string, withoutNames: string): boolean {
  const letters = withoutNames.match(/\p{L}/gu)?.length ?? 0
  const others = withoutNames.match(/(?!\p{Script=Latin})\p{L}/gu)?.length ?? 0
  if (others >= FEWEST_OTHER_LETTERS && 2 * others > letters) return true
  if (text.trim().length < FEWEST_CHARACTERS || letters < FEWEST_LETTERS) return false
  const words = withoutNames.match(/\p{L}+/gu)!
  return words.length >= FEWEST_CAPITALIZED || words.some(word => /^\p{Ll}/u.test(word))
}

function isCommonName(word: string): boolean {
  const norm = foldDiacritics(word.toLowerCase())
  return FIRST_NAMES.has(norm) || SURNAMES.has(norm)
}

/** One tag for each language, whatever its region: sources call Norwegian by three. */
function primaryOf(tag: string): string {
  const [primary] = tag.toLowerCase().split('-')
  return SYNONYMS.get(primary!) ?? primary!
}

const SYNONYMS: ReadonlyMap<string, string> = new Map(
  Object.entries({ nb: 'no', nn: 'no', iw: 'he', in: 'id', fil: 'tl' }),
)

const blankOut = (text: string, people: People) =>
  people.reduce(
    (rest, { span: [start, end] }) =>
      rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end),
    text,
  )

function hasEnglishWords(text: string, numbers: Vocabulary['numbers'], people: People): boolean {
  const written = findWritten(text)
  const names = findNames(text, written, people, numbers)
  const words = written.filter((_, index) => !names[index]).map(({ norm }) => norm)
  const english = words.filter(word => ENGLISH.has(word)).length
  const foreign = words.filter(word => FOREIGN.has(word) && !ENGLISH.has(word)).length
  const known = words.filter(word => numbers.has(word) || /^[a-z]{1,2}$/.test(word)).length
  return written.length > 0 && foreign <= english / 2 && known >= LEAST_KNOWN_SHARE * words.length
}

type Written = ReturnType<typeof findWritten>[number]

const findWritten = (text: string) =>
  Array.from(text.matchAll(/\p{L}+/gu), ({ 0: word, index }) => {
    const norm = word.toLowerCase()
    return { norm, start: index, end: index + word.length, isCapital: word[0] !== norm[0] }
  })

/** People of the roster, common names, and unknown words with a capital that are listed beside one or follow it. */
function findNames(text: string, words: Written[], people: People, numbers: Vocabulary['numbers']) {
  const isOneName = ({ norm, isCapital }: Written) => isCapital && isCommonName(norm)
  const names = words.map(
    word =>
      people.some(({ span: [start, end] }) => start <= word.start && word.end <= end) ||
      isOneName(word),
  )
  const isJoined = (left: number, right: number) =>
    left >= 0 && /^[\s,&/]*$/.test(text.slice(words[left]!.end, words[right]!.start))
  for (const [index, { norm, isCapital }] of words.entries()) {
    if (names[index] || !isCapital || numbers.has(norm) || !isJoined(index - 1, index)) continue
    const before = words[index - 1]?.norm === 'and' ? index - 2 : index - 1
    const isListed = before < index - 1 || hasSign(text, words, index - 1)
    const isSurname = isOneName(words[index - 1]!)
    names[index] = (isListed || isSurname) && names[before] === true
  }
  return names
}

/** Whether a comma or an ampersand follows the word. */
const hasSign = (text: string, words: Written[], index: number) =>
  /[,&/]/.test(text.slice(words[index]!.end, words[index + 1]!.start))
