/** Suggests names that reviews mention and the roster lacks. */
import { foldDiacritics, isAscii } from '../text/diacritics.ts'
import { BRANDS, FIRST_NAMES, PERSON_SIGNS, PLACE_NAMES, SURNAMES } from '../text/word-lists.ts'
import { type Sentence, splitSentences, splitWords, type Word } from '../text/words.ts'
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
import { createOwnName, isNamesake } from './own-name.ts'
import { isCalled, isFamily, isHumanly, isIntroduced, isPatient, isPerson } from './person-signs.ts'

const FEWEST_REVIEWS = 2
const EXAMPLES = 5

export type SuggestedName = { name: string; reviews: number; example_review_ids: string[] }

/**
 * Most mentioned first. `leaveOut` are the names of services and areas, which are not people. An owner whose name is in one of
 * `ownNames`, those of the business, is a person where reviews say what no business is or does.
 */
export function suggestNames(
  texts: Iterable<{ id: string; text: string; sentences: Sentence[] }>,
  find: FindNames,
  leaveOut: string[],
  ownNames: string[] = [],
): SuggestedName[] {
  const leftOut = new Set(leaveOut.flatMap(splitWords).map(({ norm }) => norm))
  const ownWords = new Set(ownNames.flatMap(splitWords).map(({ norm }) => norm))
  const own = createOwnName(ownNames)
  /** By the name without diacritics. */
  const candidates = new Map<string, Candidate>()
  const all = [...texts]
  // Where customers write about their pets, most names are those of pets, of whom they say what they say of people.
  const isSure = haveMany(all, PERSON_SIGNS.pets) ? isCalled : isPersonForSure
  for (const { id, text, sentences } of all) {
    const mentions = find(text, sentences)
    const isFree = ({ start, norm }: Word) =>
      !leftOut.has(norm) && !mentions.some(({ span }) => span[0] <= start && start < span[1])
    /** Of those who bear the name of the business, two must be people for sure. */
    const judge = (spot: Spot): NamedPerson | null => {
      const named = nameAt(spot, isSure)
      if (!named || !ownWords.has(spot.words[spot.first]!.norm)) return named
      if (own.isPart(spot)) return null
      if (isNamesake(spot)) return { ...named, least: LEAST.unknown }
      if (own.isShort(spot) || named.is === 'other') return null
      return { ...named, is: 'likely', least: LEAST.unknown }
    }
    for (const { words } of sentences)
      for (const named of namesIn(text, words, isFree, judge)) addNamed(candidates, named, id)
  }
  return [...candidates.values()]
    .filter(isSuggested)
    .filter(({ name }) => !isOfRoster(name, find))
    .map(toSuggestion)
    .sort((a, b) => b.reviews - a.reviews || (a.name < b.name ? -1 : 1))
}

const isSuggested = ({ ids, sure, others, least }: Candidate) =>
  ids.size >= FEWEST_REVIEWS && sure.size >= least && sure.size > others.size

interface NamedPerson {
  name: string
  surname: string | null
  /** Whether a person of the business is meant for sure, perhaps, or not at all. */
  is: 'sure' | 'likely' | 'other'
  least: number
}

function* namesIn(
  text: string,
  words: Word[],
  isFree: (word: Word) => boolean,
  judge: (spot: Spot) => NamedPerson | null,
): Iterable<NamedPerson> {
  for (let first = 0; first < words.length; first++) {
    const word = words[first]!
    if (!(hasCapital(text, word) || isLowerCaseName(word)) || !isFree(word)) continue
    if (PERSON_SIGNS.titles.has(word.norm)) continue
    const next = words[first + 1]
    const withSurname = next !== undefined && isFree(next) && isSurname(text, next)
    const named = judge({ text, words, first, end: first + (withSurname ? 2 : 1) })
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

/** Names that no list has need a second review that is sure. */
const LEAST = { known: 1, unknown: 2 }

function nameAt(spot: Spot, isSure: (spot: Spot) => boolean): NamedPerson | null {
  const { text, words, first, end } = spot
  const { norm } = words[first]!
  const surname = end - first > 1 ? written(text, words[end - 1]!) : null
  const name = written(text, words[first]!)
  const isKnown = FIRST_NAMES.has(foldDiacritics(norm)) && !PERSON_SIGNS.months.has(norm)
  const usual = isKnown ? LEAST.known : LEAST.unknown
  const named = (is: NamedPerson['is'], least = usual): NamedPerson => ({
    name,
    surname,
    is,
    least,
  })
  if (isFamily(spot) || isPatient(spot)) return named('other')
  if (isPartOfOther(spot, isShouted(spot))) return null
  if (followsDeterminer(spot)) return isKnown ? null : named('other')
  if (followsTitle(spot)) {
    // The first name is left out, as most reviews do.
    const titled = `${titleBefore(text, words, first)} ${surname ?? name}`
    const isWord = isDictionaryWord(norm) && !SURNAMES.has(norm)
    return isWord ? null : { ...named('sure', LEAST.known), name: titled, surname: null }
  }
  if (isKnown ? !isKnownPerson(spot) : !isPerson(spot) || isDictionaryWord(norm)) return null
  if (isIntroduced(spot)) return named('sure', LEAST.known)
  return named(isSure(spot) ? 'sure' : 'likely')
}

const SAID_OF_PLACES = /^(?:is|was|'s|has|had)$/

/** "Austin was hot" may be the city, and a name that no list has may be a brand. */
function isPersonForSure(spot: Spot): boolean {
  const norm = foldDiacritics(spot.words[spot.first]!.norm)
  const isPlaceLike = PLACE_NAMES.has(norm) && SAID_OF_PLACES.test(spot.words[spot.end]?.norm ?? '')
  return (
    isHumanly(spot) || (FIRST_NAMES.has(norm) && (isPlaceLike ? isCalled(spot) : isPerson(spot)))
  )
}

const MANY = 0.1

function haveMany(
  texts: { sentences: Sentence[] }[],
  wanted: { has(word: string): boolean },
): boolean {
  const having = texts.filter(({ sentences }) =>
    sentences.some(({ words }) => words.some(({ norm }) => wanted.has(norm))),
  )
  return having.length >= MANY * texts.length
}

function isKnownPerson(spot: Spot): boolean {
  const { norm } = spot.words[spot.first]!
  if (PLACE_NAMES.has(norm) && isPlace(spot) && !isCalled(spot)) return false
  if (isBrand(spot)) return false
  const isClear = hasCapital(spot.text, spot.words[spot.first]!) && !isAmbiguous(norm)
  return isClear || isPerson(spot)
}

const ABBREVIATED = /^(?:mr|mrs|ms|dr|dra|prof)$/

function titleBefore(text: string, words: Word[], first: number): string {
  const title = words[first - 1]!.norm === '.' ? words[first - 2]! : words[first - 1]!
  return written(text, title) + (ABBREVIATED.test(title.norm) ? '.' : '')
}

/** As written, unless in all capitals or none. */
function written(text: string, { start, end }: Word): string {
  const word = text.slice(start, end)
  if (word !== word.toUpperCase() && word !== word.toLowerCase()) return word
  return word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase()
}

type Candidate = ReturnType<typeof newCandidate>

const newCandidate = (name: string, least: number) => ({
  /** With its diacritics, if any review has them. */
  name,
  ids: new Set<string>(),
  /** The reviews that can only mean a person. */
  sure: new Set<string>(),
  /** The reviews in which it is something else: a customer's family or pet, a thing, a place. */
  others: new Set<string>(),
  /** How many reviews must be sure. */
  least,
  /** Each surname written after it, with the ids of those reviews. */
  surnames: new Map<string, Set<string>>(),
})

function addNamed(candidates: Map<string, Candidate>, named: NamedPerson, id: string): void {
  const { name, surname, is, least } = named
  const key = foldDiacritics(name.toLowerCase())
  const candidate = candidates.get(key) ?? newCandidate(name, least)
  candidates.set(key, candidate)
  if (is === 'other') {
    candidate.others.add(id)
    return
  }
  candidate.least = Math.min(candidate.least, least)
  if (is === 'sure') candidate.sure.add(id)
  if (!isAscii(name)) candidate.name = name
  candidate.ids.add(id)
  if (surname)
    candidate.surnames.set(surname, (candidate.surnames.get(surname) ?? new Set()).add(id))
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
