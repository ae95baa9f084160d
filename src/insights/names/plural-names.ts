/** Names in the plural: "the Whitakers", "both Mikes", "we need more Priyas". */
import { BRANDS, FIRST_NAMES, SURNAMES } from '../text/word-lists.ts'
import type { NameForm, Person, Roster } from './name-roster.ts'
import { hasCapital, isAmbiguous, isDictionaryWord, isShouted, type Spot } from './name-spot.ts'
import { isPartOfOther } from './namesakes.ts'
import { isFamily } from './person-signs.ts'

export interface PluralName {
  /** "Mikes". */
  given: NameForm | null
  /** Everyone with this surname: "the Whitakers". */
  family: Person[]
}

/** By the plural as written in lower case. Plurals that are names or words themselves are left out. */
export function collectPlurals({ forms, bySurname }: Roster): Map<string, PluralName> {
  const plurals = new Map<string, PluralName>()
  const at = (name: string): PluralName | null => {
    const key = pluralOf(name)
    if (isAmbiguous(name) || BRANDS.has(name) || FIRST_NAMES.has(key) || SURNAMES.has(key)) return null
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

export function findPlural({ given, family }: PluralName, spot: Spot): Person[] {
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
