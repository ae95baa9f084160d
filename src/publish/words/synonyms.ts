/** Other words for the same thing: whoever searches for "child" also means "son" and "daughter". */
import lists from '../../../taxonomy/words/synonyms.json' with { type: 'json' }

export type FindSynonyms = (stem: string) => readonly string[]

/** The stems of all words that some language uses for the same; the language of a search is not known. */
export function createSynonyms(stemOf: (word: string) => string): FindSynonyms {
  const groups = Object.values(lists).flatMap(ofLanguage =>
    ofLanguage.map(words => [...new Set(words.map(stemOf))]),
  )
  const others = new Map<string, Set<string>>()
  for (const stems of groups)
    for (const stem of stems) others.set(stem, (others.get(stem) ?? new Set()).union(new Set(stems)))
  return stem => [...(others.get(stem) ?? [])].filter(other => other !== stem)
}
