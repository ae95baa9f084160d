/** Whom of the roster a text mentions, by whichever of their names, however spelled. */
import type { Span } from '../text/analysis.ts'
import type { Sentence } from '../text/sentences.ts'
import { splitWords, type Word } from '../text/words.ts'
import { FIRST_NAMES, NAME_GROUPS, PLACE_NAMES, SURNAMES } from './known-names.ts'
import {
  followsDeterminer,
  followsTitle,
  hasCapital,
  isAmbiguous,
  isCalled,
  isDate,
  isDictionaryWord,
  isFamily,
  isPartOfOther,
  isPerson,
  isPlace,
  isShouted,
  type Spot,
  startsSentence,
} from './person-signs.ts'

export interface NameMention {
  /** The roster's full name. */
  name: string
  span: Span
  place: { sentence: number; first: number; end: number }
}

export type FindNames = (text: string, sentences: Sentence[]) => NameMention[]

interface Person {
  name: string
  /** The first name, and the first with the middle ones. */
  given: string[]
  aliases: string[]
  /** The surname's words: all of them, and the last where there are several. */
  surnames: string[][]
}

/** A way to name somebody without the surname. */
interface Form {
  words: string[]
  /** Who may be meant when the surname follows, and when it does not. */
  owners: Person[]
  alone: Person | null
  /** Nicknames that nobody wrote into the roster. */
  guessed: boolean
}

interface Found {
  person: Person
  end: number
}

export function createNameFinder(people: { name: string; aliases: string[] }[]): FindNames {
  const roster = createRoster(people)

  return (text, sentences) => {
    const mentions: NameMention[] = []
    for (const [sentence, { words }] of sentences.entries())
      for (let first = 0; first < words.length; first++) {
        const found = findAt(roster, text, words, first)
        if (!found) continue
        const span = [words[first]!.start, words[found.end - 1]!.end] as const
        mentions.push({ name: found.person.name, span, place: { sentence, first, end: found.end } })
        first = found.end - 1
      }
    return mentions
  }
}

interface Roster {
  /** By their first word, the longest first. */
  forms: Map<string, Form[]>
  /** What can be misspelled, by its first letter. */
  spellings: Map<string, Form[]>
  bySurname: Map<string, Person | null>
}

function findAt(roster: Roster, text: string, words: Word[], first: number): Found | null {
  const norm = fold(words[first]!.norm)
  const known = roster.forms.get(norm)
  if (known) return findForm(known, text, words, first)
  if (norm.length < FEWEST_LETTERS - 1 || !hasCapital(text, words[first]!)) return null
  return findMisspelled(roster, norm, text, words, first) ?? findSurname(roster, norm, text, words, first)
}

function findForm(forms: Form[], text: string, words: Word[], first: number): Found | null {
  for (const form of forms) {
    const end = endOfForm(form, words, first)
    if (end === 0) continue
    const full = findFullName(form.owners, { text, words, first, end })
    if (full) return full
    if (form.alone && isMeant(form, { text, words, first, end })) return { person: form.alone, end }
  }
  return null
}

/** Where its words end; 0 where they do not stand here. A point after an abbreviation ("Dr. Ana") is passed over. */
function endOfForm(form: Form, words: Word[], first: number): number {
  let place = first + 1
  for (const norm of form.words.slice(1)) {
    if (words[place]?.norm === '.') place++
    if (fold(words[place]?.norm ?? '') !== norm) return 0
    place++
  }
  return place
}

/** A given name with the surname, or its first letter, after it. */
function findFullName(owners: Person[], spot: Spot): Found | null {
  const { text, words, first, end } = spot
  const next = words[end]
  if (!next || !/^\p{L}/u.test(next.norm)) return null
  if (next.norm.length === 1 && hasCapital(text, next)) return findInitial(owners, spot)
  for (const person of owners)
    for (const surname of person.surnames) {
      if (!surname.every((norm, step) => isSurname(norm, text, words[end + step]))) continue
      const last = end + surname.length
      const plain = words.slice(first, last).every(({ norm }) => isDictionaryWord(norm))
      if (plain && (!hasCapital(text, words[first]!) || isShouted(spot))) continue
      return { person, end: last }
    }
  return null
}

/** "Mike D." is Mike Delgado; "Mike A. Delgado" as well. */
function findInitial(owners: Person[], { text, words, first, end }: Spot): Found | null {
  const after = words[end + 1]?.norm === '.' ? end + 2 : end + 1
  const withSurname = words[after] && hasCapital(text, words[after])
  const full = withSurname ? findFullName(owners, { text, words, first, end: after }) : null
  if (full && full.end > after) return full
  const fitting = owners.filter(({ surnames }) => surnames[0]?.[0]?.startsWith(fold(words[end]!.norm)))
  return fitting.length === 1 && hasCapital(text, words[first]!)
    ? { person: fitting[0]!, end: end + 1 }
    : null
}

function isSurname(surname: string, text: string, word: Word | undefined): boolean {
  if (!word) return false
  const norm = fold(word.norm)
  if (norm === surname) return hasCapital(text, word) || !isDictionaryWord(norm)
  return hasCapital(text, word) && isMisspelling(norm, surname)
}

/** Whether a name without its surname stands here for a person of the roster. */
function isMeant(form: Form, spot: Spot): boolean {
  const norm = form.words.join(' ')
  const shouted = isShouted(spot)
  if (isFamily(spot) || isPartOfOther(spot, shouted)) return false
  if (((PLACE_NAMES.has(norm) && isPlace(spot)) || isDate(spot)) && !isCalled(spot)) return false
  if (!hasCapital(spot.text, spot.words[spot.first]!)) return isMeantInSmall(norm, spot)
  if (!isAmbiguous(norm)) return true
  if (isFolded(form, spot)) return false
  return !followsDeterminer(spot) && (isPerson(spot) || !(shouted || startsSentence(spot)))
}

/** "Rosé" is a wine. */
const isFolded = ({ words: [norm] }: Form, { words, first }: Spot) => words[first]!.norm !== norm

const FEWEST_LETTERS = 4

function isMeantInSmall(norm: string, spot: Spot): boolean {
  if (norm.length < FEWEST_LETTERS || isDictionaryWord(norm)) return false
  return isPerson(spot) || !(PLACE_NAMES.has(norm) || /\p{Lu}/u.test(spot.text))
}

function findMisspelled(
  roster: Roster,
  norm: string,
  text: string,
  words: Word[],
  first: number,
): Found | null {
  const near = roster.spellings.get(norm[0]!)
  if (!near || isDictionaryWord(norm) || FIRST_NAMES.has(norm) || SURNAMES.has(norm)) return null
  const forms = near.filter(form => isMisspelling(norm, form.words[0]!))
  if (forms.length === 0) return null
  const spot = { text, words, first, end: first + 1 }
  const full = findFullName(
    forms.flatMap(({ owners }) => owners),
    spot,
  )
  if (full) return full
  const [person, ...others] = new Set(forms.map(({ alone }) => alone))
  return person && others.length === 0 && isMeantMisspelled(forms[0]!, spot)
    ? { person, end: first + 1 }
    : null
}

/** From so many letters on, a name with a wrong letter is like nothing else. */
const UNMISTAKABLE = 6

function isMeantMisspelled({ words: [name] }: Form, spot: Spot): boolean {
  const shouted = isShouted(spot)
  if (isFamily(spot) || isPartOfOther(spot, shouted) || followsDeterminer(spot)) return false
  if (PLACE_NAMES.has(name!) && isPlace(spot) && !isCalled(spot)) return false
  if (isPerson(spot)) return true
  const near = name!.length >= UNMISTAKABLE && distance(fold(spot.words[spot.first]!.norm), name!) === 1
  return near && !shouted && !startsSentence(spot)
}

/** The surname alone needs its title: "Mr. Delgado". */
function findSurname(roster: Roster, norm: string, text: string, words: Word[], first: number): Found | null {
  const spot = { text, words, first, end: first + 1 }
  if (!followsTitle(spot)) return null
  const exact = roster.bySurname.get(norm)
  if (exact) return { person: exact, end: spot.end }
  if (exact === null || SURNAMES.has(norm)) return null
  const near = [...roster.bySurname].filter(([surname]) => isMisspelling(norm, surname))
  const person = near.length === 1 ? near[0]![1] : null
  return person ? { person, end: spot.end } : null
}

function createRoster(people: { name: string; aliases: string[] }[]): Roster {
  const persons = people.map(toPerson)
  const forms = new Map<string, Form>()
  const claim = (owners: Map<string, Person[]>, guessed: boolean) => {
    for (const [key, claimants] of owners) {
      const known = forms.get(key)
      if (known) known.owners.push(...claimants.filter(person => !known.owners.includes(person)))
      else forms.set(key, { words: key.split(' '), owners: claimants, alone: onlyOne(claimants), guessed })
    }
  }
  claim(
    ownersOf(persons, ({ aliases }) => aliases),
    false,
  )
  claim(
    ownersOf(persons, ({ given }) => given),
    false,
  )
  claim(
    ownersOf(persons, ({ given }) => given.flatMap(nicknamesOf)),
    true,
  )
  return {
    forms: Map.groupBy(byLength(forms.values()), ({ words }) => words[0]!),
    spellings: Map.groupBy([...forms.values()].filter(canBeMisspelled), ({ words }) => words[0]![0]!),
    bySurname: new Map(
      [...ownersOf(persons, ({ surnames }) => surnames.map(words => words.join(' ')))].map(
        ([surname, owners]) => [surname, onlyOne(owners)],
      ),
    ),
  }
}

const byLength = (forms: Iterable<Form>) => [...forms].sort((a, b) => b.words.length - a.words.length)

const canBeMisspelled = ({ words, guessed }: Form) =>
  words.length === 1 && words[0]!.length >= (guessed ? UNMISTAKABLE : FEWEST_LETTERS)

const onlyOne = (persons: Person[]) => (persons.length === 1 ? persons[0]! : null)

function ownersOf(persons: Person[], keysOf: (person: Person) => string[]): Map<string, Person[]> {
  const owners = new Map<string, Person[]>()
  for (const person of persons)
    for (const key of new Set(keysOf(person))) owners.set(key, [...(owners.get(key) ?? []), person])
  owners.delete('')
  return owners
}

const NO_PART_OF_THE_NAME = /^(?:mr|mrs|ms|miss|dr|jr|sr|ii|iii)\.?$/i

/** `Raymond "Ray" Castellanos`: what is between quotes is an alias. */
function toPerson({ name, aliases }: { name: string; aliases: string[] }): Person {
  const quoted = [...name.matchAll(/["“(]([^"”)]+)["”)]/g)].map(match => match[1]!)
  const parts = name
    .replace(/["“(][^"”)]+["”)]/g, ' ')
    .split(/[\s,]+/)
    .filter(part => part !== '' && !NO_PART_OF_THE_NAME.test(part))
    .map(toKey)
    .filter(part => part !== '')
  const surnames = [parts.slice(1), parts.slice(-1)].map(rest => rest.join(' ').split(' '))
  return {
    name,
    given: [parts[0] ?? '', parts.slice(0, -1).join(' ')],
    aliases: [...quoted, ...aliases].map(toKey),
    surnames: parts.length > 2 ? surnames : parts.length === 2 ? surnames.slice(1) : [],
  }
}

const toKey = (name: string) =>
  splitWords(name)
    .map(({ norm }) => fold(norm))
    .filter(norm => /^\p{L}/u.test(norm))
    .join(' ')

/** Dan is Daniel and Danny; Will is William, but not Bill. */
function nicknamesOf(given: string): string[] {
  return NAME_GROUPS.filter(group => group.includes(given)).flatMap(group =>
    group.filter((name, place) => place === 0 || given === group[0] || name.startsWith(given.slice(0, 3))),
  )
}

const ALIKE: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ð: 'd', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i' }

/** Without diacritics. */
function fold(norm: string): string {
  if (/^[\x00-\x7f]*$/.test(norm)) return norm
  return norm
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[łøđðßæœı]/g, letter => ALIKE[letter]!)
}

const LONG_NAME = 8

function isMisspelling(written: string, name: string): boolean {
  if (name.length < FEWEST_LETTERS || written[0] !== name[0]) return false
  const most = name.length >= LONG_NAME ? 2 : 1
  return Math.abs(written.length - name.length) <= most && distance(written, name) <= most
}

/** Damerau and Levenshtein's: letters put in, left out, changed, or swapped with a neighbour. */
function distance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, place) => place)
  for (let row = 1; row <= a.length; row++) {
    const own = [row]
    for (let place = 1; place <= b.length; place++) {
      const same = a[row - 1] === b[place - 1]
      own[place] = Math.min(last[place]! + 1, own[place - 1]! + 1, last[place - 1]! + (same ? 0 : 1))
      if (row > 1 && place > 1 && a[row - 1] === b[place - 2] && a[row - 2] === b[place - 1])
        own[place] = Math.min(own[place]!, before[place - 2]! + 1)
    }
    before = last
    last = own
  }
  return last[b.length]!
}
