/** The people of the business, and every form of their names that a review may use. */
import { foldDiacritics } from '../text/diacritics.ts'
import { NAME_GROUPS, PERSON_SIGNS } from '../text/word-lists.ts'
import { splitWords } from '../text/words.ts'
import { FEWEST_LETTERS, ownersOf } from './spelling.ts'

export type RosterEntry = { name: string; aliases: string[] }

export type Person = ReturnType<typeof toPerson>

/** A way to name somebody without the surname. */
export interface NameForm {
  words: string[]
  /** Everyone it may mean when the surname follows. */
  owners: Person[]
  /** The one person it means by itself. */
  alone: Person | null
  /** A nickname that is not in the roster. */
  guessed: boolean
}

export type Roster = ReturnType<typeof createRoster>

/** From this length on, a name with one wrong letter looks like nothing else. */
export const UNMISTAKABLE_LETTERS = 6

export function createRoster(entries: RosterEntry[]) {
  const people = entries.map(toPerson)
  const forms = collectForms(people)
  return {
    /** By first word. */
    forms: Map.groupBy(longestFirst(forms), ({ words }) => words[0]!),
    /** By first letter. */
    spellings: Map.groupBy(forms.filter(canBeMisspelled), ({ words }) => words[0]![0]!),
    bySurname: ownersOf(people, ({ surnames }) => surnames.map(words => words.join(' '))),
    /** People whose first name the roster leaves out: "Dr. Jacobi". */
    byTitle: ownersOf(people, ({ given, isTitled }) => (isTitled ? given : [])),
  }
}

/** The words of a name in lower case: without the surname, the surname alone, and nicknames in quotation marks. */
export function partsOfName(name: string): {
  given: string[]
  surnames: string[]
  nicknames: string[]
} {
  const { given, surnames, aliases } = toPerson({ name, aliases: [] })
  const filled = (names: string[]) => names.filter(one => one !== '')
  return {
    given: filled(given),
    surnames: filled(surnames.map(words => words.join(' '))),
    nicknames: aliases,
  }
}

/** Aliases come first, then given names, then nicknames: whoever has a form first is meant by it alone. */
function collectForms(people: Person[]): NameForm[] {
  const forms = new Map<string, NameForm>()
  const add = (keysOf: (person: Person) => string[], guessed: boolean) => {
    for (const [key, owners] of ownersOf(people, keysOf)) {
      const known = forms.get(key)
      if (known) known.owners.push(...owners.filter(person => !known.owners.includes(person)))
      else forms.set(key, { words: key.split(' '), owners, alone: onlyOne(owners), guessed })
    }
  }
  add(({ aliases }) => aliases, false)
  add(({ given }) => given, false)
  add(({ given }) => given.flatMap(nicknamesOf), true)
  return [...forms.values()]
}

const longestFirst = (forms: NameForm[]) =>
  forms.toSorted((a, b) => b.words.length - a.words.length)

const canBeMisspelled = ({ words, guessed }: NameForm) =>
  words.length === 1 && words[0]!.length >= (guessed ? UNMISTAKABLE_LETTERS : FEWEST_LETTERS)

const onlyOne = (people: Person[]) => (people.length === 1 ? people[0]! : null)

const SUFFIX = /^(?:jr|sr|ii|iii)\.?$/i
const isTitle = (part: string) => PERSON_SIGNS.titles.has(part.toLowerCase().replace(/\.$/, ''))

/** In `Raymond "Ray" Castellanos` the quoted part is an alias. */
function toPerson({ name, aliases }: RosterEntry) {
  const quoted = [...name.matchAll(/["“(]([^"”)]+)["”)]/g)].map(match => match[1]!)
  const all = name.replace(/["“(][^"”)]+["”)]/g, ' ').split(/[\s,]+/)
  const parts = all
    .filter(part => !isTitle(part) && !SUFFIX.test(part))
    .map(toKey)
    .filter(part => part !== '')
  const surnames = [parts.slice(1), parts.slice(-1)].map(rest => rest.join(' ').split(' '))
  return {
    name,
    /** The first name, and the first with the middle names. */
    given: [parts[0] ?? '', parts.slice(0, -1).join(' ')],
    aliases: [...quoted, ...aliases].map(toKey),
    /** The words of the surname: all of them, and the last alone where there are several. */
    surnames: parts.length > 2 ? surnames : parts.length === 2 ? surnames.slice(1) : [],
    /** Listed by a title and one name, which may be the surname. */
    isTitled: parts.length === 1 && all.some(isTitle),
  }
}

const toKey = (name: string) =>
  splitWords(name)
    .map(({ norm }) => foldDiacritics(norm))
    .filter(norm => /^\p{L}/u.test(norm))
    .join(' ')

/** Dan may be Daniel or Danny; Will may be William, but not Bill. */
function nicknamesOf(given: string): string[] {
  return NAME_GROUPS.filter(group => group.includes(given)).flatMap(group =>
    group.filter(
      (name, rank) => rank === 0 || given === group[0] || name.startsWith(given.slice(0, 3)),
    ),
  )
}
