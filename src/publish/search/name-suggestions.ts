/** Suggests names for one that is unknown: similar ones, else the most mentioned. */
import { editDistance } from '../../insights/names/spelling.ts'
import { foldName } from '../pieces/folded-words.ts'
import type { SearchableName } from './searchable-names.ts'

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
  const candidates = byMentions.map(one => ({ one, spellings: spellingsOf(one) }))
  return name => {
    const words = comparedWords(name)
    const similar = candidates
      .map(({ one, spellings }) => ({
        one,
        likeness: Math.max(...spellings.map(others => bestMatches(words, others))),
      }))
      .filter(({ likeness }) => likeness >= SIMILAR)
      .sort((a, b) => b.likeness - a.likeness)
      .map(({ one }) => one)
    return (similar.length > 0 ? similar : byMentions).slice(0, MOST_SUGGESTED)
  }
}

const spellingsOf = ({ id, label, aliases, parts }: SearchableName) =>
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
