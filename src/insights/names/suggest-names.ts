/** Suggests names that reviews mention and the roster lacks. */
import { foldDiacritics, isAscii } from '../text/diacritics.ts'
import { BRANDS, FIRST_NAMES, PLACE_NAMES, SURNAMES } from '../text/known-names.ts'
import { type Sentence, splitSentences } from '../text/sentences.ts'
import { PERSON_SIGNS } from '../text/word-lists.ts'
import { splitWords, type Word } from '../text/words.ts'
import type { FindNames } from './find-names.ts'
import {
  followsDeterminer,
  followsTitle,
  hasCapital,
  isAmbiguous,
  isDictionaryWord,
  isShouted,
  type Spot,
} from './name-spot.ts'
import { isBrand, isPartOfOther, isPlace } from './namesakes.ts'
import { isCalled, isFamily, isIntroduced, isPerson } from './person-signs.ts'

const FEWEST_REVIEWS = 2
const EXAMPLES = 5

export interface SuggestedName {
  name: string
  reviews: number
  example_review_ids: string[]
}

interface Candidate {
  /** With its diacritics, if any review has them. */
  name: string
  ids: Set<string>
  /** Whether at least one review can only mean a person. */
  sure: boolean
  /** Each surname written after it, with the ids of those reviews. */
  surnames: Map<string, Set<string>>
}

/** Most mentioned first. `leaveOut` are names of the business, its services and areas, which are not people. */
export function suggestNames(
  texts: Iterable<{ id: string; text: string; sentences: Sentence[] }>,
  find: FindNames,
  leaveOut: string[],
): SuggestedName[] {
  const leftOut = new Set(leaveOut.flatMap(splitWords).map(({ norm }) => norm))
  /** By the name without diacritics. */
  const candidates = new Map<string, Candidate>()
  for (const { id, text, sentences } of texts) {
    const mentions = find(text, sentences)
    const isFree = ({ start, norm }: Word) =>
      !leftOut.has(norm) && !mentions.some(({ span }) => span[0] <= start && start < span[1])
    for (const { words } of sentences)
      for (const named of namesIn(text, words, isFree)) addNamed(candidates, named, id)
  }
  return [...candidates.values()]
    .filter(({ name, ids, sure }) => sure && ids.size >= FEWEST_REVIEWS && !isOfRoster(name, find))
    .map(toSuggestion)
    .sort((a, b) => b.reviews - a.reviews || (a.name < b.name ? -1 : 1))
}

interface NamedPerson {
  name: string
  surname: string | null
  sure: boolean
}

function* namesIn(text: string, words: Word[], isFree: (word: Word) => boolean): Iterable<NamedPerson> {
  for (let first = 0; first < words.length; first++) {
    if (!(hasCapital(text, words[first]!) || isLowerCaseName(words[first]!)) || !isFree(words[first]!))
      continue
    const next = words[first + 1]
    const withSurname = next !== undefined && isFree(next) && isSurname(text, next)
    const named = nameAt({ text, words, first, end: first + (withSurname ? 2 : 1) })
    if (named) yield named
    if (named && withSurname) first++
  }
}

/** "carlos was great": a common first name that is no word or brand. */
const isLowerCaseName = ({ norm }: Word) =>
  FIRST_NAMES.has(foldDiacritics(norm)) && !isDictionaryWord(norm) && !BRANDS.has(norm)

const isSurname = (text: string, word: Word) =>
  /^\p{L}{2}/u.test(word.norm) &&
  hasCapital(text, word) &&
  (SURNAMES.has(word.norm) || !isDictionaryWord(word.norm))

function nameAt(spot: Spot): NamedPerson | null {
  const { text, words, first, end } = spot
  const shouted = isShouted(spot)
  if (isFamily(spot) || isPartOfOther(spot, shouted) || followsDeterminer(spot)) return null
  const surname = end - first > 1 ? written(text, words[end - 1]!) : null
  const name = written(text, words[first]!)
  if (followsTitle(spot)) return { name: `${titleBefore(text, words, first)} ${name}`, surname, sure: true }
  const { norm } = words[first]!
  const known = FIRST_NAMES.has(foldDiacritics(norm)) && !PERSON_SIGNS.months.has(norm)
  if (known ? !isKnownPerson(spot) : !isPerson(spot) || isDictionaryWord(norm)) return null
  return { name, surname, sure: known ? isPerson(spot) : isIntroduced(spot) }
}

function isKnownPerson(spot: Spot): boolean {
  const { norm } = spot.words[spot.first]!
  if (PLACE_NAMES.has(norm) && isPlace(spot) && !isCalled(spot)) return false
  if (isBrand(spot)) return false
  const isClear = hasCapital(spot.text, spot.words[spot.first]!) && !isAmbiguous(norm)
  return isClear || isPerson(spot)
}

function titleBefore(text: string, words: Word[], first: number): string {
  const title = words[first - 1]!.norm === '.' ? words[first - 2]! : words[first - 1]!
  return written(text, title) + (title.norm === 'miss' ? '' : '.')
}

/** As written, unless in all capitals or none. */
function written(text: string, { start, end }: Word): string {
  const word = text.slice(start, end)
  if (word !== word.toUpperCase() && word !== word.toLowerCase()) return word
  return word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase()
}

function addNamed(
  candidates: Map<string, Candidate>,
  { name, surname, sure }: NamedPerson,
  id: string,
): void {
  const key = foldDiacritics(name.toLowerCase())
  const candidate = candidates.get(key) ?? { name, ids: new Set(), sure: false, surnames: new Map() }
  candidates.set(key, candidate)
  if (!isAscii(name)) candidate.name = name
  candidate.ids.add(id)
  candidate.sure ||= sure
  if (surname) candidate.surnames.set(surname, (candidate.surnames.get(surname) ?? new Set()).add(id))
}

/** Tries the name in a sentence that can only mean a person, where no ambiguity check applies. */
function isOfRoster(name: string, find: FindNames): boolean {
  const text = `Ask for ${name} when you call.`
  return find(text, splitSentences(text)).length > 0
}

/** Includes the surname if all reviews that give one agree. */
function toSuggestion({ name, ids, surnames }: Candidate): SuggestedName {
  const [surname, ...others] = surnames.keys()
  return {
    name: surname && others.length === 0 ? `${name} ${surname}` : name,
    reviews: ids.size,
    example_review_ids: [...ids].slice(0, EXAMPLES),
  }
}
