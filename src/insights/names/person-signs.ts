/** Signs around a word that it names a person: what they do, how they are addressed, who is with them. */
import { FIRST_NAMES, PERSON_SIGNS, PLACE_NAMES, WORD_NAMES } from '../text/word-lists.ts'
import type { Word } from '../text/words.ts'
import { followsTitle, hasCapital, LETTERS, type Spot } from './name-spot.ts'

const INTRODUCTIONS = / named$|^ask(?:ed|ing)? for$|^requests? for$|^name (?:is|was|'s)$/

/** A verb or possessive follows, the name is addressed, or another person stands beside it. */
export function isPerson(spot: Spot): boolean {
  return acts(spot.words, spot.end) || isCalled(spot) || hasCompany(spot)
}

/** "came", "quickly fixed", "'s", "who", "herself". */
function acts(words: Word[], position: number): boolean {
  const next = words[position]?.norm ?? ''
  if (next === "'s") return true
  if (PERSON_SIGNS.actions.has(next))
    return !PERSON_SIGNS.said_of_things.has(words[position + 1]?.norm)
  if (next === ',') return isApposed(words, position + 1)
  if (/^(?:who|himself|herself)$/.test(next) || isAtDesk(words, position)) return true
  return (
    (PERSON_SIGNS.adverbs.has(next) || next.endsWith('ly')) &&
    PERSON_SIGNS.actions.has(words[position + 1]?.norm)
  )
}

const PRONOUN = /^(?:he|she|her|him|his|hers)$/
const NEXT_PRONOUN = /^[\s.!?]*(?:he|she)\b/i

/** What only a person is: "Dr. X", "X is so kind", "X did my hair and she listened", "X was great. He came at nine." */
export function isHumanly(spot: Spot): boolean {
  const { text, words, end } = spot
  if (followsTitle(spot) || hasTrait(words, end)) return true
  const after = words.slice(end)
  // Nobody else may be meant: "Carson sent Mike and he was great".
  const who = after.find(
    word => PRONOUN.test(word.norm) || isSomebody(word.norm) || isPlainName(text, word),
  )
  return who ? PRONOUN.test(who.norm) : NEXT_PRONOUN.test(text.slice(words.at(-1)!.end))
}

const isSomebody = (norm: string) => PERSON_SIGNS.family.has(norm) || PERSON_SIGNS.jobs.has(norm)

/** "is so kind", "was very patient". */
function hasTrait(words: Word[], position: number): boolean {
  if (!/^(?:is|was|'s)$/.test(words[position]?.norm ?? '')) return false
  return words.slice(position + 1, position + 4).some(({ norm }) => PERSON_SIGNS.traits.has(norm))
}

/** A customer's pet, child or patient: "took X to the vet", "care of X", "X was scared", "X and I". */
export function isPatient({ words, first, end }: Spot): boolean {
  const before = words[first - 1]?.norm
  if (
    PERSON_SIGNS.before_patients.has(before) ||
    (before === 'of' && words[first - 2]?.norm === 'care')
  )
    return true
  if (words[end]?.norm === 'and' && /^(?:i|me)$/.test(words[end + 1]?.norm ?? '')) return true
  return words.slice(end, end + 4).some(({ norm }) => PERSON_SIGNS.patients.has(norm))
}

/** "in dispatch", "at the front desk", "from your office". */
function isAtDesk(words: Word[], position: number): boolean {
  if (!/^(?:in|at|from)$/.test(words[position]?.norm ?? '')) return false
  for (let desk = position + 1; desk <= position + 3; desk++)
    if (PERSON_SIGNS.desks.has(words[desk]?.norm)) return true
    else if (!/^(?:the|your|their|front|main|customer)$/.test(words[desk]?.norm ?? '')) return false
  return false
}

/** After a comma: "who came", "thank you", "our tech". */
function isApposed(words: Word[], position: number): boolean {
  const norm = words[position]?.norm ?? ''
  return (
    /^(?:who|thanks?|you)$/.test(norm) ||
    (/^(?:our|the|my)$/.test(norm) && PERSON_SIGNS.jobs.has(words[position + 1]?.norm))
  )
}

/** "thanks to X", "by X", or an introduction. */
export function isCalled(spot: Spot): boolean {
  const { words, first, end } = spot
  const before = words[first - 1]?.norm ?? ''
  const isAddressed =
    followsTitle(spot) ||
    PERSON_SIGNS.addressing.has(before) ||
    PERSON_SIGNS.addressing_in_two_words.has(`${words[first - 2]?.norm} ${before}`)
  return (isAddressed || isIntroduced(spot)) && !isModal(words, first, end)
}

/** "ask for X", "a man named X", "our tech, X". */
export function isIntroduced({ words, first }: Spot): boolean {
  const position = words[first - 1]?.norm === ',' ? first - 2 : first - 1
  const before = words[position]?.norm ?? ''
  return (
    PERSON_SIGNS.jobs.has(before) ||
    (position === first - 1 && INTRODUCTIONS.test(`${words[position - 1]?.norm} ${before}`))
  )
}

/** "THANKS WILL BE BACK": the verb, not Will. */
const isModal = (words: Word[], first: number, end: number) =>
  (words[first]!.norm === 'will' || words[first]!.norm === 'may') &&
  LETTERS.test(words[end]?.norm ?? '')

/** "X and Mike", "Mike, X", "X and his crew". */
export function hasCompany({ text, words, first, end }: Spot): boolean {
  if (joins(words[end]?.norm)) {
    const other = words[end + 1]
    if (other && isPlainName(text, other)) return true
    if (other && hasCapital(text, other) && FIRST_NAMES.has(other.norm) && acts(words, end + 2))
      return true
    if (/^(?:the|his|her|their|another)$/.test(other?.norm ?? '') && isGroup(words[end + 2]))
      return true
  }
  return first > 1 && joins(words[first - 1]!.norm) && isPlainName(text, words[first - 2]!)
}

const isGroup = (word: Word | undefined) =>
  PERSON_SIGNS.groups.has(word?.norm) || PERSON_SIGNS.jobs.has(word?.norm)

export const joins = (norm: string | undefined) =>
  norm === 'and' || norm === '&' || norm === ',' || norm === '/'

const isPlainName = (text: string, word: Word) =>
  FIRST_NAMES.has(word.norm) &&
  !WORD_NAMES.has(word.norm) &&
  !PLACE_NAMES.has(word.norm) &&
  hasCapital(text, word)

/** "my husband Tom", "our old dog, Jack", "Tom (my husband)", "my wife's name is Ann". */
export function isFamily({ words, first, end }: Spot): boolean {
  if (sets(words[end]) && isOurs(words[end + 1]) && PERSON_SIGNS.family.has(words[end + 2]?.norm))
    return true
  const relation = sets(words[first - 1])
    ? first - 2
    : isNameOf(words, first)
      ? first - 4
      : first - 1
  if (!PERSON_SIGNS.family.has(words[relation]?.norm)) return false
  return words.slice(Math.max(0, relation - 3), relation).some(isOurs)
}

/** A comma or a parenthesis. */
const sets = (word: Word | undefined) => word?.norm === ',' || word?.norm === '('

const isNameOf = (words: Word[], first: number) =>
  /^(?:is|was)$/.test(words[first - 1]?.norm ?? '') &&
  words[first - 2]?.norm === 'name' &&
  words[first - 3]?.norm === "'s"

const isOurs = (word: Word | undefined) => PERSON_SIGNS.ours.has(word?.norm)
