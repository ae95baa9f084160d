/** Finds what a client means by a name: by id, label, alias, first name or surname, however it is spelled. */
import { foldCase } from '../pieces/case-folding.ts'
import { foldName } from '../pieces/folded-words.ts'
import { createSuggestNames, MOST_SUGGESTED, type SuggestNames } from './name-suggestions.ts'
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
  let suggest: SuggestNames | undefined
  return name => {
    const owners = findOwners(name)
    if (owners.length === 1) return { id: owners[0]!.id }
    if (owners.length > 1) return { suggestions: owners.slice(0, MOST_SUGGESTED).map(nameOf) }
    // Most Snapshots are never asked for an unknown name.
    suggest ??= createSuggestNames(known)
    return { suggestions: suggest(name).map(nameOf) }
  }
}

function ownersOf(
  known: SearchableName[],
  spellingsOf: (one: SearchableName) => string[],
): Map<string, SearchableName[]> {
  const owners = new Map<string, SearchableName[]>()
  for (const one of known)
    for (const spelling of new Set(spellingsOf(one)))
      owners.set(spelling, [...(owners.get(spelling) ?? []), one])
  // A name of punctuation only would otherwise match any other.
  owners.delete('')
  return owners
}
