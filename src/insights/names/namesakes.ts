/** Signs around a name that something else bears it: a place, a date, a street, a brand, another person's full name. */
import {
  BRANDS,
  FIRST_NAMES,
  PERSON_SIGNS,
  PLACE_NAMES,
  SURNAMES,
  WORD_NAMES,
} from '../text/word-lists.ts'
import type { Word } from '../text/words.ts'
import {
  followsDeterminer,
  hasCapital,
  isAmbiguous,
  isDictionaryWord,
  LETTERS,
  type Spot,
} from './name-spot.ts'
import { isCalled, isPerson, joins } from './person-signs.ts'

/** "in Dallas", "the Dallas area", "Dallas, TX", "in Austin, Dallas". */
export function isPlace({ text, words, first, end }: Spot): boolean {
  const after = words[end]?.norm ?? ''
  if (PERSON_SIGNS.after_places.has(after)) return true
  const state = after === ',' ? words[end + 1] : undefined
  if (state && (state.norm === 'texas' || /^[A-Z]{2}$/.test(text.slice(state.start, state.end))))
    return true
  const before = words[first - 1]?.norm
  if (joins(before) && PLACE_NAMES.has(words[first - 2]?.norm ?? '')) {
    const other = { text, words, first: first - 2, end: first - 1 }
    return isPlace(other) && !isCalled(other)
  }
  return (
    PERSON_SIGNS.before_places.has(before ?? '') &&
    (!PERSON_SIGNS.actions.has(after) || isWhereabouts(words[first - 2]))
  )
}

/** "my son in Dallas says": what he says, not what Dallas says. */
const isWhereabouts = (word: Word | undefined) =>
  PERSON_SIGNS.family.has(word?.norm) || PERSON_SIGNS.stays.has(word?.norm)

/** "our Bryant furnace", "the Bryant was old": a brand unless a person is meant. */
export function isBrand(spot: Spot): boolean {
  if (!BRANDS.has(spot.words[spot.first]!.norm)) return false
  return (
    PERSON_SIGNS.after_brands.has(spot.words[spot.end]?.norm) ||
    followsDeterminer(spot) ||
    !isPerson(spot)
  )
}

/** "since May", "the 3rd of May", "5 June". */
export function isDate({ words, first, end }: Spot): boolean {
  const before = words[first - 1]?.norm ?? ''
  const isDated = PERSON_SIGNS.before_dates.has(before) || /^\d/.test(before)
  return (
    PERSON_SIGNS.months.has(words[first]!.norm) &&
    isDated &&
    !PERSON_SIGNS.actions.has(words[end]?.norm)
  )
}

/** Part of another name: "Mike Johnson", "Air Jordan", "Grace Street", "Ray's Pizza", "Rose-colored". */
export function isPartOfOther(spot: Spot, shouted: boolean): boolean {
  return isHyphenated(spot) || continuesAfter(spot, shouted) || continuesBefore(spot, shouted)
}

function isHyphenated({ text, words, first, end }: Spot): boolean {
  const from = words[first]!.start
  const to = words[end - 1]!.end
  return (
    /[\p{L}\d]-$/u.test(text.slice(from - 2, from)) || /^-[\p{L}\d]/u.test(text.slice(to, to + 2))
  )
}

function continuesAfter({ text, words, first, end }: Spot, shouted: boolean): boolean {
  const next = words[end]
  if (!next) return false
  const { norm } = next
  const capitalsCount = !shouted && hasCapital(text, words[first]!)
  if (norm === "'s") {
    const owned = words[end + 1]
    return capitalsCount && owned !== undefined && owned.norm !== 'i' && hasCapital(text, owned)
  }
  if (isCompany(words[end], words[end + 1], text)) return true
  if (!LETTERS.test(norm)) return /^\d/.test(norm) && isAmbiguous(words[first]!.norm)
  if (
    PERSON_SIGNS.after_things.has(norm) &&
    (hasCapital(text, next) || isAmbiguous(words[first]!.norm))
  )
    return true
  if (!capitalsCount) return SURNAMES.has(norm) && !isDictionaryWord(norm)
  if (!hasCapital(text, next)) return false
  if (SURNAMES.has(norm) || !isDictionaryWord(norm)) return true
  return WORD_NAMES.has(norm) && PERSON_SIGNS.actions.has(words[end + 1]?.norm)
}

/** "Michael & Son", "Ray and Sons". */
const isCompany = (join: Word | undefined, noun: Word | undefined, text: string) =>
  (join?.norm === '&' || join?.norm === 'and') &&
  PERSON_SIGNS.companies.has(noun?.norm) &&
  (join.norm === '&' || hasCapital(text, noun!))

function continuesBefore({ text, words, first }: Spot, shouted: boolean): boolean {
  const before = words[first - 1]
  if (!before || !LETTERS.test(before.norm)) return isAfterSaint(words, first)
  const { norm } = before
  if (PERSON_SIGNS.titles.has(norm)) return false
  const capitalsCount = !shouted && hasCapital(text, words[first]!)
  if (capitalsCount && !hasCapital(text, before)) return false
  if (PERSON_SIGNS.before_things.has(norm) && capitalsCount) return true
  if (FIRST_NAMES.has(norm)) return !isDictionaryWord(norm) || (first > 1 && capitalsCount)
  const isJob = PERSON_SIGNS.jobs.has(norm) || PERSON_SIGNS.actions.has(norm)
  return capitalsCount && first > 1 && !isDictionaryWord(norm) && !isJob
}

const isAfterSaint = (words: Word[], first: number) =>
  words[first - 1]?.norm === '.' && words[first - 2]?.norm === 'st'
