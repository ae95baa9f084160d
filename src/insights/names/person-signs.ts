/** What stands round a word that may be a name: signs of a person, and of something that only bears a name. */
import type { Word } from '../text/words.ts'
import { FIRST_NAMES, PLACE_NAMES, SURNAMES, WORD_NAMES, WORDS } from './known-names.ts'

/** Words from `first` up to `end` of a sentence of the text. */
export interface Spot {
  text: string
  words: Word[]
  first: number
  end: number
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))

const ACTIONS = setOf(`
  came fixed was did is explained arrived showed has took called went had answered helped worked works installed
  repaired replaced cleaned made makes gave gives knew knows does goes got gets said says told listened walked let tried
  found spent stayed left handled handles diagnosed returned finished completed checked quoted recommended responded
  apologized apologised suggested offered treated treats takes cut painted delivered brought kept keeps seemed seems
  put pointed provided performed removed drove met cares cared would could deserves deserved rocks rocked ran started
  figured solved set sorted talked taught texted emailed phoned followed understood inspected assessed sealed mowed
  trimmed washed patched rewired unclogged booked scheduled greeted assisted communicated exceeded saved earned wrote
  wore worn stopped dropped picked pulled stepped spoke waited laughed smiled swept mopped scrubbed hung laid cooked
  served poured seated remembered promised charged refused lied yelled ignored insisted admitted noticed caught`)

/** A bill is too high, a person seldom. */
const SAID_OF_THINGS = setOf(
  'too higher lower more less over under about wrong correct due paid included double left said',
)
const ADVERBS = setOf('also always just then even never soon still again both')

const CALLS = setOf('by thank thanks hi hello hey dear met meet recommend')
const CALLS_IN_TWO: ReadonlySet<string> = new Set([
  'thank you',
  ...'thanks kudos props shoutout out off grateful credit gratitude compliments spoke speak talked talk listen'
    .split(' ')
    .map(word => `${word} to`),
  ...'spoke speak spoken worked work working dealt deal talked chatted appointment'
    .split(' ')
    .map(word => `${word} with`),
])
const INTRODUCTIONS = / named$|^ask(?:ed|ing)? for$|^requests? for$|^name (?:is|was|'s)$/
const JOBS = setOf(`
  tech technician plumber electrician installer foreman driver owner manager guy contractor stylist barber dentist
  hygienist mechanic receptionist inspector estimator server waiter waitress bartender roofer painter mover therapist trainer
  instructor teacher agent nurse dispatcher handyman carpenter gardener cleaner salesman saleswoman rep representative
  advisor adviser assistant supervisor apprentice groomer locksmith gentleman lady`)
const COMPANY = setOf('crew team guys gang boys staff rest others girls ladies')

const FAMILY = setOf(`
  husband wife son daughter brother sister mom mum mother dad father uncle aunt cousin nephew niece grandson
  granddaughter grandma grandpa grandmother grandfather boyfriend girlfriend fiance fiancee fiancé fiancée partner spouse hubby
  friend buddy neighbor neighbour roommate dog cat puppy pup kitten kitty boy girl baby kid child toddler coworker colleague
  tenant landlord law stepson stepdaughter hamster horse parrot`)

const PLACE_BEFORE = setOf(`
  in to near from of around outside through into toward towards via within across throughout visit visited visiting
  leaving downtown greater serving between`)
const PLACE_AFTER = setOf('area based metro traffic suburbs suburb county region weather tx texas airport')
const THING_AFTER = setOf(`
  street st avenue ave road rd lane ln drive dr court ct boulevard blvd highway hwy way park church school hospital hotel
  center centre plaza mall county city river lake creek hill hills valley beach period garden gardens bowl sneakers shoes
  brand whiskey wine wines university college restaurant cafe bar grill pizza bakery inc llc co company sons island`)
const THING_BEFORE = setOf(`
  air bloody saint st lake fort mount mt uncle aunt auntie grandma grandpa new north south east west camp port san santa los
  las hotel cafe café king queen prince princess pope president lord lady father mother santa el la le`)
const TITLES = setOf('mr mrs ms miss herr frau señor señora monsieur madame anh chị')
const DETERMINERS = setOf(
  'a an the this that these those each every any no some my your his her their its our another',
)

const LETTERS = /^\p{L}/u

export function hasCapital(text: string, { start }: Word): boolean {
  const code = text.charCodeAt(start)
  if (code < 128) return code >= 65 && code <= 90
  const letter = String.fromCodePoint(text.codePointAt(start)!)
  return letter !== letter.toLowerCase()
}

/** Whether a capital letter says nothing here: all in capitals, or a heading. */
export function isShouted({ text, words, first }: Spot): boolean {
  const own = words[first]!
  const written = text.slice(own.start, own.end)
  if (written.length > 1 && written === written.toUpperCase()) return true
  const long = words.filter(word => word.norm.length > 3 && LETTERS.test(word.norm))
  return long.length > 3 && long.every(word => hasCapital(text, word))
}

export function startsSentence({ words, first }: Spot): boolean {
  if (first === 0) return true
  const before = words[first - 1]!.norm
  return !/^[\p{L}\d',&/]/u.test(before) && !isTitle(words, first - 1)
}

export const followsTitle = ({ words, first }: Spot) => first > 0 && isTitle(words, first - 1)

function isTitle(words: Word[], place: number): boolean {
  const { norm } = words[place]!
  return TITLES.has(norm) || (norm === '.' && TITLES.has(words[place - 1]?.norm ?? ''))
}

export const followsDeterminer = ({ words, first }: Spot) => DETERMINERS.has(words[first - 1]?.norm ?? '')

/** A verb, a possessive, a form of address, another person beside it. */
export function isPerson(spot: Spot): boolean {
  return acts(spot.words, spot.end) || isCalled(spot) || hasCompany(spot)
}

/** "came", "quickly fixed", "'s", "who". */
export function acts(words: Word[], place: number): boolean {
  const next = words[place]?.norm ?? ''
  if (next === "'s") return true
  if (ACTIONS.has(next)) return !SAID_OF_THINGS.has(words[place + 1]?.norm ?? '')
  if (next === ',') return isApposed(words, place + 1)
  if (next === 'who') return true
  return (ADVERBS.has(next) || next.endsWith('ly')) && ACTIONS.has(words[place + 1]?.norm ?? '')
}

/** After a comma: "who came", "thank you", "our tech". */
function isApposed(words: Word[], place: number): boolean {
  const norm = words[place]?.norm ?? ''
  return (
    /^(?:who|thanks?|you)$/.test(norm) ||
    (/^(?:our|the|my)$/.test(norm) && JOBS.has(words[place + 1]?.norm ?? ''))
  )
}

/** "thanks to X", "by X", and what introduces somebody. */
export function isCalled(spot: Spot): boolean {
  const { words, first, end } = spot
  const before = words[first - 1]?.norm ?? ''
  const called =
    followsTitle(spot) || CALLS.has(before) || CALLS_IN_TWO.has(`${words[first - 2]?.norm} ${before}`)
  return (called || isIntroduced(spot)) && !isModal(words, first, end)
}

/** "ask for X", "a man named X", "our tech, X". */
export function isIntroduced({ words, first }: Spot): boolean {
  const place = words[first - 1]?.norm === ',' ? first - 2 : first - 1
  const before = words[place]?.norm ?? ''
  return (
    JOBS.has(before) || (place === first - 1 && INTRODUCTIONS.test(`${words[place - 1]?.norm} ${before}`))
  )
}

/** "THANKS WILL BE BACK": the verb, not Will. */
const isModal = (words: Word[], first: number, end: number) =>
  (words[first]!.norm === 'will' || words[first]!.norm === 'may') && LETTERS.test(words[end]?.norm ?? '')

/** "X and Mike", "Mike, X", "X and his crew". */
function hasCompany({ text, words, first, end }: Spot): boolean {
  if (joins(words[end]?.norm)) {
    const other = words[end + 1]
    if (other && isPlainName(text, other)) return true
    if (other && hasCapital(text, other) && FIRST_NAMES.has(other.norm) && acts(words, end + 2)) return true
    if (/^(?:the|his|her|their)$/.test(other?.norm ?? '') && COMPANY.has(words[end + 2]?.norm ?? ''))
      return true
  }
  return first > 1 && joins(words[first - 1]!.norm) && isPlainName(text, words[first - 2]!)
}

const joins = (norm: string | undefined) => norm === 'and' || norm === '&' || norm === ',' || norm === '/'

const isPlainName = (text: string, word: Word) =>
  FIRST_NAMES.has(word.norm) &&
  !WORD_NAMES.has(word.norm) &&
  !PLACE_NAMES.has(word.norm) &&
  hasCapital(text, word)

/** "my husband Tom", "our old dog, Jack", "Tom, my husband". */
export function isFamily({ words, first, end }: Spot): boolean {
  const comma = words[first - 1]?.norm === ',' ? 1 : 0
  const relation = first - 1 - comma
  if (FAMILY.has(words[relation]?.norm ?? ''))
    for (let place = relation - 1; place >= 0 && place >= relation - 3; place--)
      if (isOurs(words[place]!)) return true
  return words[end]?.norm === ',' && isOurs(words[end + 1]) && FAMILY.has(words[end + 2]?.norm ?? '')
}

const isOurs = (word: Word | undefined) => word?.norm === 'my' || word?.norm === 'our'

/** "in Dallas", "the Dallas area", "Dallas, TX". */
export function isPlace({ text, words, first, end }: Spot): boolean {
  const after = words[end]?.norm ?? ''
  if (PLACE_AFTER.has(after)) return true
  const state = after === ',' ? words[end + 1] : undefined
  if (state && (state.norm === 'texas' || /^[A-Z]{2}$/.test(text.slice(state.start, state.end)))) return true
  return PLACE_BEFORE.has(words[first - 1]?.norm ?? '') && !ACTIONS.has(after)
}

export const MONTHS = setOf('april may june august')
const DATE_BEFORE = setOf(`
  in since of for until till from before after during through to last next this early late mid on`)

/** "since May", "the 3rd of May", "5 June". */
export function isDate({ words, first, end }: Spot): boolean {
  const before = words[first - 1]?.norm ?? ''
  const dated = DATE_BEFORE.has(before) || /^\d/.test(before)
  return MONTHS.has(words[first]!.norm) && dated && !ACTIONS.has(words[end]?.norm ?? '')
}

/** Part of another name: "Mike Johnson", "Air Jordan", "Grace Street", "Ray's Pizza", "Rose-colored". */
export function isPartOfOther(spot: Spot, shouted: boolean): boolean {
  return isHyphenated(spot) || leadsOn(spot, shouted) || hangsOn(spot, shouted)
}

function isHyphenated({ text, words, first, end }: Spot): boolean {
  const from = words[first]!.start
  const to = words[end - 1]!.end
  return /[\p{L}\d]-$/u.test(text.slice(from - 2, from)) || /^-[\p{L}\d]/u.test(text.slice(to, to + 2))
}

function leadsOn({ text, words, first, end }: Spot, shouted: boolean): boolean {
  const next = words[end]
  if (!next) return false
  const { norm } = next
  const telling = !shouted && hasCapital(text, words[first]!)
  if (norm === "'s") {
    const owned = words[end + 1]
    return telling && owned !== undefined && owned.norm !== 'i' && hasCapital(text, owned)
  }
  if (!LETTERS.test(norm)) return /^\d/.test(norm) && isAmbiguous(words[first]!.norm)
  if (THING_AFTER.has(norm) && (hasCapital(text, next) || isAmbiguous(words[first]!.norm))) return true
  if (!telling) return SURNAMES.has(norm) && !isDictionaryWord(norm)
  return hasCapital(text, next) && (SURNAMES.has(norm) || !isDictionaryWord(norm))
}

function hangsOn({ text, words, first }: Spot, shouted: boolean): boolean {
  const before = words[first - 1]
  if (!before || !LETTERS.test(before.norm)) return isAfterSaint(words, first)
  const { norm } = before
  if (TITLES.has(norm)) return false
  const telling = !shouted && hasCapital(text, words[first]!)
  if (telling && !hasCapital(text, before)) return false
  if (THING_BEFORE.has(norm) && telling) return true
  if (FIRST_NAMES.has(norm)) return !isDictionaryWord(norm) || (first > 1 && telling)
  return telling && first > 1 && !isDictionaryWord(norm) && !JOBS.has(norm) && !ACTIONS.has(norm)
}

const isAfterSaint = (words: Word[], first: number) =>
  words[first - 1]?.norm === '.' && words[first - 2]?.norm === 'st'

export const isDictionaryWord = (norm: string) => WORDS.has(norm) || WORD_NAMES.has(norm)
export const isAmbiguous = (norm: string) => isDictionaryWord(norm) || PLACE_NAMES.has(norm)
