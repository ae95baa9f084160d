/** Finds what a client means by a name, however it is spelled: by id, label, alias, first name or surname; or suggests similar names. */
import { editDistance, ownersOf } from '../../insights/names/spelling.ts'
import { foldCase } from '../../model/case-folding.ts'
import { once } from '../../model/once-per.ts'
import { foldName } from '../words/folded-words.ts'
import type { SearchableName } from './searchable-names.ts'

/** The id; or, where the name is unknown or ambiguous, what may have been meant. */
export type LookupResult = { id: string } | { suggestions: string[] }

export type FindName = (name: string) => LookupResult

/** Each way to compare is tried only if the ones before find nothing, so an exact spelling always wins. */
export function createNameLookup(known: SearchableName[]): FindName {
  const spellingsOf = ({ id, label, aliases }: SearchableName) => [id, label, ...aliases]
  const tables = [
    { fold: (text: string) => text, owners: ownersOf(known, ({ id }) => [id]) },
    { fold: foldCase, owners: ownersOf(known, one => spellingsOf(one).map(foldCase)) },
    { fold: foldName, owners: ownersOf(known, one => spellingsOf(one).map(foldName)) },
    { fold: foldName, owners: ownersOf(known, ({ parts }) => parts.map(foldName)) },
  ]
  const findOwners = (name: string) => {
    for (const { fold, owners } of tables) {
      const found = owners.get(fold(name))
      if (found) return found
    }
    return []
  }
  /** The label, unless something else answers to it. */
  const nameOf = (one: SearchableName) => {
    const owners = findOwners(one.label)
    return owners.length === 1 && owners[0] === one ? one.label : one.id
  }
  // Most Snapshots are never asked for an unknown name.
  const suggest = once(() => createSuggestNames(known))
  return name => {
    const owners = findOwners(name)
    if (owners.length === 1) return { id: owners[0]!.id }
    if (owners.length > 1) return { suggestions: owners.slice(0, MOST_SUGGESTED).map(nameOf) }
    return { suggestions: suggest()(name).map(nameOf) }
  }
}

/** At most five. */
export type SuggestNames = (name: string) => SearchableName[]

export const MOST_SUGGESTED = 5
/** "price" and "pricing" are 0.57 alike, "plumbing" and "pricing" 0.5. */
const SIMILAR = 0.55
/** What is longer than any name is compared only in part, so that the work has a limit. */
const WORDS_COMPARED = 4
const LETTERS_COMPARED = 16

export function createSuggestNames(known: SearchableName[]): SuggestNames {
  const byMentions = known.toSorted((a, b) => b.mentions - a.mentions)
  const findSimilar = createFindSimilar(byMentions)
  return name => {
    const similar = findSimilar(name)
    return (similar.length > 0 ? similar : byMentions).slice(0, MOST_SUGGESTED)
  }
}

/** The most similar first; none if nothing is. */
export function createFindSimilar<Name extends Omit<SearchableName, 'mentions'>>(known: Name[]) {
  const candidates = known.map(one => ({ one, spellings: spellingsOf(one) }))
  return (name: string): Name[] => {
    const words = comparedWords(name)
    return candidates
      .map(({ one, spellings }) => ({
        one,
        likeness: Math.max(...spellings.map(others => bestMatches(words, others))),
      }))
      .filter(({ likeness }) => likeness >= SIMILAR)
      .sort((a, b) => b.likeness - a.likeness)
      .map(({ one }) => one)
  }
}

const spellingsOf = ({ id, label, aliases, parts }: Omit<SearchableName, 'mentions'>) =>
  Array.from(new Set([id, label, ...aliases, ...parts].map(foldName)), comparedWords)

const comparedWords = (name: string) => [
  ...new Set(
    foldName(name)
      .split(' ', WORDS_COMPARED)
      .map(word => word.slice(0, LETTERS_COMPARED)),
  ),
]

/** How well each word is matched by its best counterpart, on average; from 0 to 1. */
const bestMatches = (words: string[], others: string[]) =>
  words.reduce((sum, word) => sum + Math.max(...others.map(other => similarity(word, other))), 0) /
  words.length

function similarity(a: string, b: string): number {
  const [least, most] = a.length < b.length ? [a.length, b.length] : [b.length, a.length]
  // No edits make up for the difference in length.
  if (least / most < SIMILAR || least === 0) return 0
  return 1 - editDistance(a, b) / most
}
