/** Whether a text is in a language that the engine supports: English. */
import languages from '../../../taxonomy/words/languages.json' with { type: 'json' }
import type { Span } from './analysis.ts'
import { foldDiacritics } from './diacritics.ts'
import { FIRST_NAMES, SURNAMES } from './known-names.ts'
import type { Vocabulary } from './vocabulary.ts'

const { en, ...others } = languages
const ENGLISH: ReadonlySet<string> = new Set(en)
/** The function words of the languages most common in reviews. */
const FOREIGN: ReadonlySet<string> = new Set(Object.values(others).flat())

/** The least share of words in the text that must be in the vocabulary. */
const LEAST_KNOWN_SHARE = 0.6

/** A language declared by the source counts; otherwise the words decide. Names, such as those of `people`, are of no language. */
export function isKnownLanguage(
  text: string,
  declared: string | null,
  { numbers }: Vocabulary,
  people: readonly { span: Span }[] = [],
): boolean {
  if (declared) return declared.toLowerCase().split('-')[0] === 'en'
  const written = findWritten(text)
  const names = findNames(text, written, people, numbers)
  const words = written.filter((_, index) => !names[index]).map(({ norm }) => norm)
  const english = words.filter(word => ENGLISH.has(word)).length
  const foreign = words.filter(word => FOREIGN.has(word) && !ENGLISH.has(word)).length
  const known = words.filter(word => numbers.has(word) || /^[a-z]{1,2}$/.test(word)).length
  return written.length > 0 && foreign <= english / 2 && known >= LEAST_KNOWN_SHARE * words.length
}

interface Written {
  norm: string
  start: number
  end: number
  isCapital: boolean
}

const findWritten = (text: string): Written[] =>
  Array.from(text.matchAll(/\p{L}+/gu), ({ 0: word, index }) => {
    const norm = word.toLowerCase()
    return { norm, start: index, end: index + word.length, isCapital: word[0] !== norm[0] }
  })

/** People of the roster, common names, and unknown words with a capital that are listed beside one or follow it. */
function findNames(
  text: string,
  words: Written[],
  people: readonly { span: Span }[],
  numbers: ReadonlyMap<string, number>,
): boolean[] {
  const names = words.map(
    word =>
      people.some(({ span: [start, end] }) => start <= word.start && word.end <= end) || isCommonName(word),
  )
  const isJoined = (left: number, right: number) =>
    left >= 0 && right < words.length && /^[\s,&/]*$/.test(text.slice(words[left]!.end, words[right]!.start))
  for (const [index, { norm, isCapital }] of words.entries()) {
    if (names[index] || !isCapital || numbers.has(norm)) continue
    const before = words[index - 1]?.norm === 'and' ? index - 2 : index - 1
    const isListed = isJoined(index - 1, index) && (before < index - 1 || hasSign(text, words, index - 1))
    const isSurname = isJoined(index - 1, index) && isCommonName(words[index - 1]!)
    names[index] = (isListed || isSurname) && names[before] === true
  }
  return names
}

const isCommonName = ({ norm, isCapital }: Written) =>
  isCapital && (FIRST_NAMES.has(foldDiacritics(norm)) || SURNAMES.has(foldDiacritics(norm)))

/** Whether a comma or an ampersand follows the word. */
const hasSign = (text: string, words: Written[], index: number) =>
  /[,&/]/.test(text.slice(words[index]!.end, words[index + 1]!.start))
