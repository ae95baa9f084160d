/** Finds the people of the roster in a text, by any form of their name, correctly spelled or not. */
import type { Span } from '../text/analysis.ts'
import { foldDiacritics, isAscii } from '../text/diacritics.ts'
import { BRANDS, FIRST_NAMES, OTHER_MEANINGS, PLACE_NAMES, SURNAMES } from '../text/word-lists.ts'
import type { Sentence, Word, WordRange } from '../text/words.ts'
import {
  createRoster,
  type NameForm,
  type Person,
  type Roster,
  type RosterEntry,
  UNMISTAKABLE_LETTERS,
} from './name-roster.ts'
import {
  followsDeterminer,
  followsTitle,
  hasCapital,
  isAmbiguous,
  isDictionaryWord,
  isShouted,
  type Spot,
  startsSentence,
} from './name-spot.ts'
import { isBrand, isDate, isPartOfOther, isPlace } from './namesakes.ts'
import { createOwnName, isNamesake, type OwnName } from './own-name.ts'
import { isCalled, isFamily, isPerson } from './person-signs.ts'
import { editDistance, FEWEST_LETTERS, isMisspelling } from './spelling.ts'

export interface NameMention {
  /** The full name in the roster. */
  name: string
  span: Span
  position: WordRange & { sentence: number }
}

export type FindNames = (text: string, sentences: Sentence[]) => NameMention[]

type FoundPerson = { person: Person; end: number }

type Context = ReturnType<typeof createContext>

/** `ownNames` are those of the business, which name nobody. */
export function createNameFinder(people: RosterEntry[], ownNames: string[] = []): FindNames {
  const roster = createContext(people, ownNames)

  return (text, sentences) => {
    const mentions: NameMention[] = []
    const isPlain = isAscii(text)
    for (const [sentence, { words }] of sentences.entries())
      for (let first = 0; first < words.length; first++) {
        const word = words[first]!
        const norm = isPlain ? word.norm : foldDiacritics(word.norm)
        if (!roster.beginnings.has(norm) && !hasCapital(text, word)) continue
        const found = findAt(roster, norm, { text, words, first, end: first + 1 })
        if (!found) continue
        const span = [words[first]!.start, words[found.end - 1]!.end] as const
        const position = { sentence, first, end: found.end }
        for (const { name } of found.people) mentions.push({ name, span, position })
        first = found.end - 1
      }
    return mentions
  }
}

/** The people, and the names of the business itself. */
function createContext(people: RosterEntry[], ownNames: string[]) {
  const roster = createRoster(people)
  const plurals = collectPlurals(roster)
  /** Everything a name of the roster can begin with, correctly spelled. */
  const beginnings = new Set([
    ...roster.forms.keys(),
    ...plurals.keys(),
    ...roster.bySurname.keys(),
  ])
  return { ...roster, plurals, beginnings, own: createOwnName(ownNames) }
}

function findAt(
  roster: Context,
  norm: string,
  spot: Spot,
): { people: Person[]; end: number } | null {
  const plural = roster.plurals.get(norm)
  if (plural) {
    const people = roster.own.isPart(spot) ? [] : findPlural(plural, spot)
    if (people.length > 0) return { people, end: spot.end }
  }
  const found = findOne(roster, norm, spot)
  return found && !roster.own.isPart({ ...spot, end: found.end })
    ? { people: [found.person], end: found.end }
    : null
}

function findOne(roster: Context, norm: string, spot: Spot): FoundPerson | null {
  const known = roster.forms.get(norm)
  if (known) return findForm(known, roster.own, spot) ?? findTitled(roster, norm, spot)
  if (roster.bySurname.has(norm) && followsTitle(spot)) return findSurname(roster, norm, spot)
  if (norm.length < FEWEST_LETTERS - 1 || !hasCapital(spot.text, spot.words[spot.first]!))
    return null
  return findMisspelled(roster, norm, spot) ?? findSurname(roster, norm, spot)
}

function findForm(
  forms: NameForm[],
  own: OwnName,
  { text, words, first }: Spot,
): FoundPerson | null {
  for (const form of forms) {
    const end = endOfForm(form, words, first)
    if (end === null) continue
    const spot = { text, words, first, end }
    const full = findFullName(form.owners, spot)
    if (full) return full
    if (!form.alone || (own.isShort(spot) && !isNamesake(spot))) continue
    if (isMeant(form, spot) || (hasCapital(text, words[first]!) && own.employs(spot)))
      return { person: form.alone, end }
  }
  return null
}

/** null unless all the words of the form follow. Skips the period of an abbreviation: "Dr. Ana". */
function endOfForm(form: NameForm, words: Word[], first: number): number | null {
  let position = first + 1
  for (const norm of form.words.slice(1)) {
    if (words[position]?.norm === '.') position++
    if (foldDiacritics(words[position]?.norm ?? '') !== norm) return null
    position++
  }
  return position
}

/** A given name followed by the surname or its initial. */
function findFullName(owners: Person[], spot: Spot): FoundPerson | null {
  const { text, words, first, end } = spot
  const next = words[end]
  if (!next || !/^\p{L}/u.test(next.norm)) return null
  if (next.norm.length === 1 && hasCapital(text, next)) return findInitial(owners, spot)
  for (const person of owners)
    for (const surname of person.surnames) {
      if (!surname.every((norm, step) => isSurname(norm, text, words[end + step]))) continue
      const last = end + surname.length
      const isPlainWords = words.slice(first, last).every(({ norm }) => isDictionaryWord(norm))
      if (isPlainWords && (!hasCapital(text, words[first]!) || isShouted(spot))) continue
      return { person, end: last }
    }
  return null
}

/** "Mike D." is Mike Delgado, and so is "Mike A. Delgado". */
function findInitial(owners: Person[], { text, words, first, end }: Spot): FoundPerson | null {
  const after = words[end + 1]?.norm === '.' ? end + 2 : end + 1
  const withSurname = words[after] && hasCapital(text, words[after])
  const full = withSurname ? findFullName(owners, { text, words, first, end: after }) : null
  if (full && full.end > after) return full
  const initial = foldDiacritics(words[end]!.norm)
  const fitting = owners.filter(({ surnames }) => surnames[0]?.[0]?.startsWith(initial))
  return fitting.length === 1 && hasCapital(text, words[first]!)
    ? { person: fitting[0]!, end: end + 1 }
    : null
}

function isSurname(surname: string, text: string, word: Word | undefined): boolean {
  if (!word) return false
  const norm = foldDiacritics(word.norm)
  if (norm === surname) return hasCapital(text, word) || !isDictionaryWord(norm)
  return hasCapital(text, word) && isMisspelling(norm, surname)
}

/** Whether a name without a surname means somebody from the roster. */
function isMeant(form: NameForm, spot: Spot): boolean {
  const norm = form.words.join(' ')
  const shouted = isShouted(spot)
  if (isFamily(spot) || isPartOfOther(spot, shouted) || isBrand(spot)) return false
  if (((PLACE_NAMES.has(norm) && isPlace(spot)) || isDate(spot)) && !isCalled(spot)) return false
  if (!hasCapital(spot.text, spot.words[spot.first]!)) return isMeantInLowerCase(norm, spot)
  if (!isAmbiguous(norm)) return true
  if (hasOtherDiacritics(form, spot)) return false
  return !followsDeterminer(spot) && (isPerson(spot) || !(shouted || startsSentence(spot)))
}

/** "Rosé" is a wine, not Rose. */
const hasOtherDiacritics = ({ words: [norm] }: NameForm, { words, first }: Spot) =>
  words[first]!.norm !== norm

/** Names of two letters are abbreviations too often: "ty", "mo". */
const FEWEST_LOWER_CASE_LETTERS = 3

/** A common first name that is nothing else needs no other sign. */
function isMeantInLowerCase(norm: string, spot: Spot): boolean {
  if (norm.length < FEWEST_LOWER_CASE_LETTERS || isDictionaryWord(norm)) return false
  if (isPerson(spot)) return true
  if (PLACE_NAMES.has(norm) || OTHER_MEANINGS.has(norm) || followsDeterminer(spot)) return false
  return FIRST_NAMES.has(norm) || !(norm.length < FEWEST_LETTERS || /\p{Lu}/u.test(spot.text))
}

function findMisspelled(roster: Roster, norm: string, spot: Spot): FoundPerson | null {
  const near = roster.spellings.get(norm[0]!)
  if (!near || isDictionaryWord(norm) || isOtherName(norm)) return null
  const forms = near.filter(form => isMisspelling(norm, form.words[0]!))
  if (forms.length === 0) return null
  const full = findFullName(
    forms.flatMap(({ owners }) => owners),
    spot,
  )
  if (full) return full
  const [person, ...others] = new Set(forms.map(({ alone }) => alone))
  return person && others.length === 0 && isMeantMisspelled(forms[0]!, spot)
    ? { person, end: spot.end }
    : null
}

const isOtherName = (norm: string) =>
  FIRST_NAMES.has(norm) || SURNAMES.has(norm) || BRANDS.has(norm)

function isMeantMisspelled({ words: [name] }: NameForm, spot: Spot): boolean {
  const shouted = isShouted(spot)
  if (isFamily(spot) || isPartOfOther(spot, shouted) || followsDeterminer(spot)) return false
  if (PLACE_NAMES.has(name!) && isPlace(spot) && !isCalled(spot)) return false
  if (isPerson(spot)) return true
  const written = foldDiacritics(spot.words[spot.first]!.norm)
  const isNear = name!.length >= UNMISTAKABLE_LETTERS && editDistance(written, name!) === 1
  return isNear && !shouted && !startsSentence(spot)
}

/** "Dr. Anna Jacobi" is Dr. Jacobi. So is "Anna Jacobi", unless half the town has that surname. */
function findTitled(
  roster: Roster,
  norm: string,
  { text, words, first, end }: Spot,
): FoundPerson | null {
  const [person, ...others] = roster.byTitle.get(norm) ?? []
  const whole = { text, words, first: first - 1, end }
  if (!person || others.length > 0 || first === 0 || isFamily(whole)) return null
  const isNamed = FIRST_NAMES.has(foldDiacritics(words[first - 1]!.norm)) && !SURNAMES.has(norm)
  return followsTitle(whole) || isNamed ? { person, end } : null
}

/** A surname alone counts only after a title: "Mr. Delgado". */
function findSurname(roster: Roster, norm: string, spot: Spot): FoundPerson | null {
  if (!followsTitle(spot)) return null
  const exact = roster.bySurname.get(norm)
  if (!exact && (SURNAMES.has(norm) || BRANDS.has(norm))) return null
  const near = exact ? [norm] : roster.bySurname.keys().filter(name => isMisspelling(norm, name))
  const [person, ...others] = [...near].flatMap(name => roster.bySurname.get(name)!)
  return person && others.length === 0 ? { person, end: spot.end } : null
}

/** A name in the plural: "the Whitakers", "both Mikes", "we need more Priyas". */
interface PluralName {
  /** "Mikes". */
  given: NameForm | null
  /** Everyone with this surname: "the Whitakers". */
  family: Person[]
}

/** By the plural as written in lower case. Plurals that are names or words themselves are left out. */
function collectPlurals({ forms, bySurname }: Roster): Map<string, PluralName> {
  const plurals = new Map<string, PluralName>()
  const at = (name: string): PluralName | null => {
    const key = pluralOf(name)
    if (isAmbiguous(name) || BRANDS.has(name) || FIRST_NAMES.has(key) || SURNAMES.has(key))
      return null
    const known = plurals.get(key) ?? { given: null, family: [] }
    if (!isDictionaryWord(key)) plurals.set(key, known)
    return known
  }
  for (const form of [...forms.values()].flat()) {
    const plural = form.words.length === 1 && form.words[0]!.length > 2 ? at(form.words[0]!) : null
    if (plural) plural.given = form
  }
  for (const [surname, family] of bySurname) {
    const plural = surname.includes(' ') ? null : at(surname)
    if (plural) plural.family = family
  }
  return plurals
}

const pluralOf = (name: string) => name + (/(?:s|x|z|ch|sh)$/.test(name) ? 'es' : 's')

const PAIRS = /^(?:both|two)$/
const COUNTS = /^(?:both|two|three|more|our|all|the)$/

function findPlural({ given, family }: PluralName, spot: Spot): Person[] {
  const shouted = isShouted(spot)
  if (isFamily(spot) || isPartOfOther(spot, shouted)) return []
  const before = spot.words[spot.first - 1]?.norm ?? ''
  const capital = hasCapital(spot.text, spot.words[spot.first]!) && !shouted
  if (family.length > 0 && capital && before === 'the' && !isAboutNeighbors(spot)) return family
  if (!given || !(capital || COUNTS.test(before))) return []
  if (given.alone) return [given.alone]
  return PAIRS.test(before) && given.owners.length === 2 ? given.owners : []
}

/** "we are the Bells", "the Bells next door". */
const isAboutNeighbors = ({ words, first, end }: Spot) =>
  /^(?:are|'re|neighbors?|neighbours?|,)$/.test(words[first - 2]?.norm ?? '') ||
  /^(?:on|next|across|down|up|over)$/.test(words[end]?.norm ?? '')
