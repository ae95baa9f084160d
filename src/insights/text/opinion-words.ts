/** What a word can do in a phrase that states an opinion, and the stem that it shares with its inflections and synonyms. */
import opinions from '../../../taxonomy/words/opinions.json' with { type: 'json' }
import wordKinds from '../../../taxonomy/words/word-kinds.json' with { type: 'json' }
import lists from './opinion-lists.json' with { type: 'json' }
import { CUE_WORDS, FIRST_NAMES, OPINION_WORDS, WORD_NAMES } from './word-lists.ts'
import { stemOf } from './word-stem.ts'

/**
 * `opinion`: praises or criticizes by itself, like "careful"; `manner`: only of what was done, like "late"; `general`: says nothing
 * without a thing, like "great"; `trouble`: good when there is none, like "mess"; `duty`: bad when it is not done, like "explain";
 * `offense`: good when it is not done, like "upsell"; `action`: other things a business does; `thing`: a word with content of its
 * own; `plain`: one without, like "guys"; the rest hold a phrase together or end it.
 */
export type OpinionKind =
  | (
      | 'opinion'
      | 'manner'
      | 'general'
      | 'trouble'
      | 'duty'
      | 'offense'
      | 'action'
      | 'thing'
      | 'plain'
    )
  | JoiningKind

type JoiningKind = 'negation' | 'blocker' | 'intensifier' | 'be' | 'boundary' | 'other'

export type Side = 'good' | 'bad'

export type OpinionWord = ReturnType<typeof classifyWord>

/** What the words of each list of `opinions.json` are; those of a later list win. */
const LISTS = Object.entries(lists) as [keyof typeof lists, [OpinionKind, Side | null]][]

const KINDS: ReadonlyMap<string, [OpinionKind, Side | null]> = new Map([
  ...withKind(wordKinds.light_nouns, 'plain', null),
  ...withKind([...opinions.links, ...opinions.determiners], 'other', null),
  ...withKind(
    [...wordKinds.function_words, ...wordKinds.adverbs, ...wordKinds.opinions],
    'other',
    null,
  ),
  ...withKind([...wordKinds.light_verbs, ...wordKinds.light_adjectives], 'other', null),
  ...LISTS.flatMap(([list, [kind, side]]) => withKind(opinions[list], kind, side)),
  ...withKind(CUE_WORDS.negations, 'negation', null),
])

function withKind(words: Iterable<string>, kind: OpinionKind, side: Side | null) {
  return Array.from(words, (word): [string, [OpinionKind, Side | null]] => [word, [kind, side]])
}

const SYNONYMS: ReadonlyMap<string, string> = new Map(Object.entries(opinions.synonyms))

/** How the lists classify a word. */
export const listedKind = (norm: string) => KINDS.get(adjectiveOf(norm) ?? norm)

/** Of a word as it is written, with `norm` as `splitWords` returns it. */
export function classifyWord(norm: string, written: string) {
  const adjective = adjectiveOf(norm)
  const [kind, side] = listedKind(norm) ?? [otherKind(norm, written), null]
  const base = adjective ?? norm
  const stem = stemOf(SYNONYMS.get(base) ?? base)
  return {
    ...{ norm, stem, kind },
    /** How the word judges; null if it does not. */
    side,
    isAdverb: adjective !== null,
    /** Capitalized as names are: inside a sentence, it is one. */
    isCapital: isCapital(written),
  }
}

/** "quick" of "quickly", if it is an opinion. */
function adjectiveOf(norm: string): string | null {
  if (!norm.endsWith('ly') || KINDS.has(norm)) return null
  const base = norm.slice(0, -2)
  return (
    [base, `${base}le`, base.replace(/i$/, 'y')].find(word => KINDS.get(word)?.[0] === 'opinion') ??
    null
  )
}

function otherKind(norm: string, written: string): OpinionKind {
  if (!/^[\p{L}\d']/u.test(norm)) return 'boundary'
  if (!/^\p{L}{3}/u.test(norm) || norm.endsWith('ly')) return 'other'
  const isName = WORD_NAMES.has(norm) ? isCapital(written) : FIRST_NAMES.has(norm)
  return isName ? 'other' : 'thing'
}

const isCapital = (written: string) => /^\p{Lu}\p{Ll}/u.test(written)

/** Of words that say only that something is good or bad. */
export const GENERAL_STEMS: ReadonlySet<string> = new Set(
  [...opinions.general_good, ...opinions.general_bad].map(word => classifyWord(word, word).stem),
)

/** "answered all of my questions". */
const MOST_LINKS = 3

/** A phrase whose words say nothing one by one: "on time", "explained everything", "called me back". */
type Idiom = { side: Side; head: string; stems: string[] }

/** By their first stem. */
const IDIOMS: ReadonlyMap<string, Idiom[]> = Map.groupBy(
  [...readIdioms(opinions.phrases_good, 'good'), ...readIdioms(opinions.phrases_bad, 'bad')],
  ({ stems }) => stems[0]!,
)

function readIdioms(phrases: string[], side: Side): Idiom[] {
  return phrases.map(phrase => {
    const stems = phrase.split(' ').map(norm => classifyWord(norm, norm).stem)
    const content = stems.filter(stem => !OPINION_WORDS.links.has(stem))
    return {
      side,
      stems,
      head: OPINION_WORDS.grouping_words.has(stems[0]!) ? stems[0]! : content.join(' '),
    }
  })
}

export const isIdiomStart = (stem: string) => IDIOMS.has(stem)

type FoundIdiom = Idiom & { end: number }
const NONE: Idiom[] = []

/** The idioms that begin at `first`, with their ends. */
export function idiomsAt(words: OpinionWord[], first: number): FoundIdiom[] {
  return (IDIOMS.get(words[first]!.stem) ?? NONE).flatMap(idiom => {
    const end = endOfIdiom(words, first, idiom.stems)
    return end === null ? [] : [{ ...idiom, end }]
  })
}

function endOfIdiom(words: OpinionWord[], first: number, stems: string[]): number | null {
  let at = first
  for (const stem of stems) {
    for (let skipped = 0; at > first && skipped < MOST_LINKS; skipped++, at++)
      if (words[at]?.stem === stem || !OPINION_WORDS.links.has(words[at]?.norm)) break
    if (words[at]?.stem !== stem) return null
    at++
  }
  return at
}
