/** Signs around a name that something else bears it: a place, a date, a street, a brand, another person's full name. */
import personSigns from '../../../taxonomy/words/person-signs.json' with { type: 'json' }
import type { Word } from '../text/words.ts'
import { FIRST_NAMES, SURNAMES } from './known-names.ts'
import { hasCapital, isAmbiguous, isDictionaryWord, LETTERS, type Spot, TITLES } from './name-spot.ts'
import { ACTIONS, JOBS } from './person-signs.ts'

export const MONTHS: ReadonlySet<string> = new Set(personSigns.months)

const BEFORE_PLACES: ReadonlySet<string> = new Set(personSigns.before_places)
const AFTER_PLACES: ReadonlySet<string> = new Set(personSigns.after_places)
const BEFORE_THINGS: ReadonlySet<string> = new Set(personSigns.before_things)
const AFTER_THINGS: ReadonlySet<string> = new Set(personSigns.after_things)
const BEFORE_DATES: ReadonlySet<string> = new Set(personSigns.before_dates)

/** "in Dallas", "the Dallas area", "Dallas, TX". */
export function isPlace({ text, words, first, end }: Spot): boolean {
  const after = words[end]?.norm ?? ''
  if (AFTER_PLACES.has(after)) return true
  const state = after === ',' ? words[end + 1] : undefined
  if (state && (state.norm === 'texas' || /^[A-Z]{2}$/.test(text.slice(state.start, state.end)))) return true
  return BEFORE_PLACES.has(words[first - 1]?.norm ?? '') && !ACTIONS.has(after)
}

/** "since May", "the 3rd of May", "5 June". */
export function isDate({ words, first, end }: Spot): boolean {
  const before = words[first - 1]?.norm ?? ''
  const isDated = BEFORE_DATES.has(before) || /^\d/.test(before)
  return MONTHS.has(words[first]!.norm) && isDated && !ACTIONS.has(words[end]?.norm ?? '')
}

/** Part of another name: "Mike Johnson", "Air Jordan", "Grace Street", "Ray's Pizza", "Rose-colored". */
export function isPartOfOther(spot: Spot, shouted: boolean): boolean {
  return isHyphenated(spot) || continuesAfter(spot, shouted) || continuesBefore(spot, shouted)
}

function isHyphenated({ text, words, first, end }: Spot): boolean {
  const from = words[first]!.start
  const to = words[end - 1]!.end
  return /[\p{L}\d]-$/u.test(text.slice(from - 2, from)) || /^-[\p{L}\d]/u.test(text.slice(to, to + 2))
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
  if (!LETTERS.test(norm)) return /^\d/.test(norm) && isAmbiguous(words[first]!.norm)
  if (AFTER_THINGS.has(norm) && (hasCapital(text, next) || isAmbiguous(words[first]!.norm))) return true
  if (!capitalsCount) return SURNAMES.has(norm) && !isDictionaryWord(norm)
  return hasCapital(text, next) && (SURNAMES.has(norm) || !isDictionaryWord(norm))
}

function continuesBefore({ text, words, first }: Spot, shouted: boolean): boolean {
  const before = words[first - 1]
  if (!before || !LETTERS.test(before.norm)) return isAfterSaint(words, first)
  const { norm } = before
  if (TITLES.has(norm)) return false
  const capitalsCount = !shouted && hasCapital(text, words[first]!)
  if (capitalsCount && !hasCapital(text, before)) return false
  if (BEFORE_THINGS.has(norm) && capitalsCount) return true
  if (FIRST_NAMES.has(norm)) return !isDictionaryWord(norm) || (first > 1 && capitalsCount)
  return capitalsCount && first > 1 && !isDictionaryWord(norm) && !JOBS.has(norm) && !ACTIONS.has(norm)
}

const isAfterSaint = (words: Word[], first: number) =>
  words[first - 1]?.norm === '.' && words[first - 2]?.norm === 'st'
