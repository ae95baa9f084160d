/** Discovers what the customers of this business talk about beyond the taxonomy of its trade, and names it with their words. */
import discovery from '../../../taxonomy/words/discovery.json' with { type: 'json' }
import type { TermCount, TermCounts } from '../text/noun-terms.ts'
import { BRANDS, FIRST_NAMES, PLACE_NAMES } from '../text/word-lists.ts'
import { stemOf } from '../text/word-stem.ts'
import { compare } from './evidence.ts'

export type DiscoveredAspect = ReturnType<typeof toAspect>

/** What is no discovery. */
export interface KnownTerms {
  /** Words of names: of people, places and the business. */
  names: ReadonlySet<string>
  /** Whether a term is part of the taxonomy, or of what the business file lists. */
  isCovered(term: string): boolean
  /** Whether a word is one of general English: others are probably names. */
  isWord(word: string): boolean
}

const FEWEST_TEXTS = 5
const LEAST_SHARE = 0.01
const MOST_ASPECTS = 6

/** The shares of the texts with a term in which it must be used in a certain way, or must not. */
const LEAST_NOUN = 0.4
const LEAST_JUDGED = 0.15
const FEWEST_JUDGED = 2
const LEAST_OPINION = 0.5
const MOST_NAME = 0.25
const MOST_OWN = 0.3

interface Term extends TermCount {
  key: string
  /** The most common first. */
  spellings: string[]
}

/** `texts` is how many were counted. Most mentioned first. */
export function discoverAspects(counts: TermCounts, texts: number, known: KnownTerms) {
  const fewest = Math.max(FEWEST_TEXTS, LEAST_SHARE * texts)
  const terms = Array.from(counts, ([key, count]) => ({
    key,
    ...count,
    spellings: spellingsOf(count),
  }))
    .filter(
      term =>
        term.texts >= fewest && isTalkedAbout(term) && isNews(term, known) && isWhole(term, counts),
    )
    .sort((a, b) => b.texts - a.texts || compare(a.key, b.key))
  return withoutNested(terms).slice(0, MOST_ASPECTS).map(toAspect)
}

const spellingsOf = ({ surfaces }: TermCount) =>
  [...surfaces].sort(([a, m], [b, n]) => n - m || compare(a, b)).map(([surface]) => surface)

/** Nouns that customers judge, not what they own or whom they name. */
const isTalkedAbout = ({ texts, noun, judged, opinion, name, own }: Term) =>
  noun >= LEAST_NOUN * texts &&
  judged >= Math.max(FEWEST_JUDGED, LEAST_JUDGED * texts) &&
  opinion >= LEAST_OPINION * texts &&
  name <= MOST_NAME * texts &&
  own <= MOST_OWN * texts

const GENERIC: ReadonlySet<string> = new Set(discovery.generic.map(stemOf))
/** "Karaoke bar" is what the business is, not what is good or bad about it. */
const PLACES: ReadonlySet<string> = new Set(discovery.places.map(stemOf))

function isNews({ key, spellings }: Term, { names, isCovered, isWord }: KnownTerms): boolean {
  const stems = key.split(' ')
  if (stems.every(stem => GENERIC.has(stem)) || PLACES.has(stems.at(-1)!)) return false
  const words = spellings.flatMap(spelling => spelling.split(' '))
  return (
    words.some(isWord) && !words.some(word => isName(word, names)) && !spellings.some(isCovered)
  )
}

const isName = (word: string, names: ReadonlySet<string>) =>
  names.has(word) || FIRST_NAMES.has(word) || PLACE_NAMES.has(word) || BRANDS.has(word)

/** How much of the mentions of a word must be of a pair for the pair to replace it. */
const MOSTLY = 0.5

/** "maintenance team" is a part of what customers say about maintenance, so counting it alone would mislead. */
const isWhole = ({ key, texts }: Term, counts: TermCounts) =>
  key
    .split(' ')
    .every(stem => GENERIC.has(stem) || texts >= MOSTLY * (counts.get(stem)?.texts ?? 0))

/** "song list" or "songs", never both: the pair if that is what customers mostly write. */
function withoutNested(terms: Term[]): Term[] {
  const isIn = (word: Term, pair: Term) => pair !== word && pair.key.split(' ').includes(word.key)
  const replaces = (pair: Term, word: Term) => isIn(word, pair) && pair.texts >= MOSTLY * word.texts
  const replaced = terms.filter(word => terms.some(pair => replaces(pair, word)))
  const kept = terms.filter(term => !replaced.includes(term))
  return kept.filter(pair => !kept.some(word => isIn(word, pair)))
}

/** The id is the shortest spelling, which is the singular, whatever most customers write. */
function toAspect({ key, spellings }: Term) {
  const [label] = spellings as [string]
  const isWhole = (spelling: string) => spelling.split(' ').map(stemOf).join(' ') === key
  const shortest = spellings
    .filter(isWhole)
    .reduce((best, one) => (one.length < best.length ? one : best), label)
  return {
    id: shortest
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[^\p{L}\d]+/gu, '_'),
    label: label.charAt(0).toUpperCase() + label.slice(1),
    /** Every spelling, in lower case, the most common first. */
    keywords: spellings,
  }
}
