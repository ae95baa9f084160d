/** Other words for the same thing: whoever searches for "child" also means "son" and "daughter". */
import lists from '../../../taxonomy/words/synonyms.json' with { type: 'json' }

export type FindSynonyms = (stem: string) => readonly string[]

/** The stems of the words that a language uses for the same. */
export function createSynonyms(stemOf: (word: string, language: string) => string): FindSynonyms {
  const groups = Object.entries(lists).flatMap(([language, ofLanguage]) =>
    ofLanguage.map(words => [...new Set(words.map(word => stemOf(word, language)))]),
  )
  const others = new Map<string, Set<string>>()
  for (const stems of groups)
    for (const stem of stems) others.set(stem, (others.get(stem) ?? new Set()).union(new Set(stems)))
  return stem => [...(others.get(stem) ?? [])].filter(other => other !== stem)
}
