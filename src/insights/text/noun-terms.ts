/** Counts the nouns of texts, and pairs of nouns such as "song list", by how customers use them. */
import discovery from '../../../taxonomy/words/discovery.json' with { type: 'json' }
import type { Span } from './analysis.ts'
import { classifyWord, type OpinionWord } from './opinion-words.ts'
import { OPINION_WORDS } from './word-lists.ts'
import { stemOf } from './word-stem.ts'
import { joinNorms, splitWords } from './words.ts'

/** In how many texts a term occurs at all, and in how many it does so in a certain way. */
export type TermCount = ReturnType<typeof newTerm>

const newTerm = () => ({
  texts: 0,
  /** With a determiner or an adjective before it, as only nouns have. */
  noun: 0,
  /** Belonging to the customer: "my dog". */
  own: 0,
  /** Written like a name. */
  name: 0,
  /** With an adjective that judges it: "great microphones", "the frosting was too sweet". */
  judged: 0,
  /** Where the reader found praise or criticism. */
  opinion: 0,
  /** Each spelling, with the number of texts. */
  surfaces: new Map<string, number>(),
})

/** By the stems of their words. */
export type TermCounts = Map<string, TermCount>

interface ReadText {
  text: string
  /** Where it praises or criticizes anything. */
  opinions: Span[]
}

const USES = ['noun', 'own', 'name', 'judged', 'opinion'] as const
type Use = (typeof USES)[number]

const SHORT_FORMS: ReadonlyMap<string, string> = new Map(Object.entries(discovery.short_forms))
const OWN: ReadonlySet<string> = new Set(discovery.own)

/** The key of one or two words: "songs list" and "song list" have the same. */
export const termKey = (surface: string) =>
  surface
    .split(' ')
    .map(word => stemOf(SHORT_FORMS.get(word) ?? word))
    .join(' ')

export const countTerms = (texts: ReadText[]): TermCounts => mergeTerms(texts.map(termsIn))

export function mergeTerms(all: TermCounts[]): TermCounts {
  const merged: TermCounts = new Map()
  for (const counts of all)
    for (const [key, { surfaces, ...numbers }] of counts) {
      const term = termIn(merged, key)
      for (const name of ['texts', ...USES] as const) term[name] += numbers[name]
      for (const [surface, texts] of surfaces)
        term.surfaces.set(surface, (term.surfaces.get(surface) ?? 0) + texts)
    }
  return merged
}

function termIn(counts: TermCounts, key: string): TermCount {
  const known = counts.get(key) ?? newTerm()
  counts.set(key, known)
  return known
}

type Placed = OpinionWord & { start: number; end: number; startsSentence: boolean }

/** Of one text, so every number is 0 or 1. */
function termsIn({ text, opinions }: ReadText): TermCounts {
  const words = placeWords(text)
  const found: TermCounts = new Map()
  const add = (first: number, last: number) => {
    const own = words.slice(first, last + 1)
    const surface = joinNorms(own)
    const term = termIn(found, termKey(surface))
    term.texts = 1
    term.surfaces.set(surface, 1)
    for (const use of usesAt(words, first, last)) term[use] = 1
    if (opinions.some(([start, end]) => start <= own[0]!.start && own[0]!.start < end))
      term.opinion = 1
  }
  for (let last = 0; last < words.length; last++) {
    // Only the last noun of several is what a phrase is about.
    if (!isNoun(words[last]) || isNoun(words[last + 1])) continue
    const isThing = words[last]!.kind === 'thing'
    if (isThing) add(last, last)
    const isPair = isNoun(words[last - 1]) && !isNoun(words[last - 2])
    if (isPair && (isThing || words[last - 1]!.kind === 'thing')) add(last - 1, last)
  }
  return found
}

const isNoun = (word: Placed | undefined) => word?.kind === 'thing' || word?.kind === 'plain'

const SENTENCE_END = /^[.!?…"“”:(]/

function placeWords(text: string): Placed[] {
  const words: Placed[] = []
  for (const { norm, start, end } of splitWords(text)) {
    const before = words.at(-1)
    const startsSentence =
      !before || SENTENCE_END.test(before.norm) || text.slice(before.start, start).includes('\n')
    words.push({ ...classifyWord(norm, text.slice(start, end)), start, end, startsSentence })
  }
  return words
}

function usesAt(words: Placed[], first: number, last: number): Use[] {
  const uses: Use[] = []
  const own = words.slice(first, last + 1)
  if (own.some(({ isCapital, startsSentence }) => isCapital && !startsSentence)) uses.push('name')
  const adjective = isAdjective(words[first - 1])
  const determiner = words[adjective ? first - 2 : first - 1]?.norm
  if (adjective || OPINION_WORDS.determiners.has(determiner)) uses.push('noun')
  if (OWN.has(determiner ?? '')) uses.push('own')
  if (adjective || isJudgedAfter(words, last + 1)) uses.push('judged')
  return uses
}

const JUDGING = new Set(['opinion', 'general', 'manner'])

const isAdjective = (word: Placed | undefined) =>
  word !== undefined && JUDGING.has(word.kind) && !word.isAdverb

/** "was", then an adjective after at most two words such as "not" and "really". */
function isJudgedAfter(words: Placed[], from: number): boolean {
  if (words[from]?.kind !== 'be') return false
  const [next, ...others] = words.slice(from + 1, from + 4)
  const rest =
    next && (next.kind === 'intensifier' || next.kind === 'negation') ? [next, ...others] : [next]
  return rest.some(isAdjective)
}
