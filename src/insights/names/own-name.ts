/** The business's own name, which is neither a person nor a place: "Carson Plumbing came out", "I always call Carson". */
import { PERSON_SIGNS } from '../text/word-lists.ts'
import { joinNorms, splitWords, type Word } from '../text/words.ts'
import type { Spot } from './name-spot.ts'
import { hasCompany, isHumanly, isIntroduced } from './person-signs.ts'

export type OwnName = ReturnType<typeof createOwnName>

type Words = Omit<Spot, 'text'>

const LEGAL_FORMS = /^(?:llc|inc|co|corp|ltd|company|the|and)$/

/** The second word of "Carson Plumbing & Heating" follows the first, and so on. */
export function createOwnName(names: string[]) {
  const following = new Set<string>()
  /** The first word, the first two, and so on. */
  const leading = new Set<string>()
  const possessive = new Set<string>()
  for (const name of names) {
    const words = splitWords(name)
    const norms = words.map(({ norm }) => norm).filter(isContent)
    for (let at = 1; at < norms.length; at++) following.add(`${norms[at - 1]} ${norms[at]}`)
    for (let count = 1; count <= norms.length; count++)
      if (count === 1 && words[1]?.norm === "'s") possessive.add(norms[0]!)
      else leading.add(norms.slice(0, count).join(' '))
  }
  const members = new Set([...following].flatMap(pair => pair.split(' ')))
  const follows = (before: Word | undefined, after: Word | undefined) =>
    members.has(before?.norm ?? '') && following.has(`${before!.norm} ${after?.norm}`)

  return {
    /** "Carson Plumbing": they are part of the name with the word beside them. */
    isPart: ({ words, first, end }: Words) =>
      follows(words[end - 1], contentAfter(words, end)) ||
      follows(contentBefore(words, first), words[first]),
    /** "Carson was great", "Ray's is the best": they stand for the whole name. */
    isShort({ words, first, end }: Words) {
      const name = joinNorms(words.slice(first, end))
      return leading.has(name) || (possessive.has(words[first]!.norm) && isOwner(words, end))
    },
    /** "Reliable Plumbing came out" praises nothing; "reliable plumbing" and "Reliable" alone may. */
    hide(text: string, words: Word[]): Word[] {
      const startsUpper = (word: Word | undefined) =>
        /\p{Lu}/u.test(text.charAt(word?.start ?? text.length))
      const isName = (before: Word | undefined, after: Word | undefined) =>
        follows(before, after) && startsUpper(before) && startsUpper(after)
      const isPart = (word: Word, at: number) =>
        isName(contentBefore(words, at), word) || isName(word, contentAfter(words, at + 1))
      return words.map((word, at) => (isPart(word, at) ? { ...word, norm: STAND_IN } : word))
    },
    /** "Tomasz from Carson". */
    employs: ({ words, end }: Words) =>
      /^(?:from|with|at)$/.test(words[end]?.norm ?? '') &&
      (leading.has(words[end + 1]?.norm ?? '') || possessive.has(words[end + 1]?.norm ?? '')),
  }
}

const STAND_IN = 'company'

const isContent = (norm: string) => /^[\p{L}\d]/u.test(norm) && !LEGAL_FORMS.test(norm)
const isBetween = (norm: string) => norm === "'s" || norm === '&' || norm === 'and'

const contentAfter = (words: Word[], end: number) =>
  isBetween(words[end]?.norm ?? '') ? words[end + 1] : words[end]

const contentBefore = (words: Word[], first: number) =>
  isBetween(words[first - 1]?.norm ?? '') ? words[first - 2] : words[first - 1]

/** "Ray's is the best", "call Ray's!": nothing that Ray owns follows. */
function isOwner(words: Word[], end: number): boolean {
  if (words[end]?.norm !== "'s") return false
  const next = words[end + 1]?.norm ?? ''
  return !/^\p{L}/u.test(next) || PERSON_SIGNS.actions.has(next)
}

/** Signs that a bearer of the business's own name is meant, which the business itself cannot show. */
export const isNamesake = (spot: Spot) =>
  isIntroduced(spot) ||
  hasCompany(spot) ||
  isHumanly(spot) ||
  /^(?:himself|herself|who)$/.test(spot.words[spot.end]?.norm ?? '')

/** "in Larkfield", "the Larkfield area", "moved to Larkfield": the town, although the business bears its name. */
export function isOwnPlace({ words, first, end }: Words): boolean {
  if (PERSON_SIGNS.after_places.has(words[end]?.norm)) return true
  const before = words[first - 1]?.norm ?? ''
  const verb = words[first - 2]?.norm ?? ''
  if (before === 'to' || before === 'from' || before === 'of') return PERSON_SIGNS.moves.has(verb)
  return (
    PERSON_SIGNS.before_own_place.has(before) &&
    !(PERSON_SIGNS.jobs.has(verb) || PERSON_SIGNS.groups.has(verb))
  )
}
