/** Counts the phrases that state an opinion, with their negation, by the number of texts they occur in. */
import cueWords from '../../../taxonomy/words/cues.json' with { type: 'json' }
import opinions from '../../../taxonomy/words/opinions.json' with { type: 'json' }
import type { Span } from './analysis.ts'
import { WORDS } from './known-names.ts'
import { knowOpinionWord, type OpinionKind, type OpinionWord, type Side } from './opinion-words.ts'
import { splitWords } from './words.ts'

export interface PhraseCount {
  /** The number of texts it occurs in. */
  count: number
  /** Each wording, with how often it occurs. */
  surfaces: Map<string, number>
}

/** By key: "fair price", "reasonable prices" and "the price was fair" are one phrase. */
export type PhraseCounts = Map<string, PhraseCount>

/**
 * In a month with many texts, only phrases in at least one of this many texts are kept: nearly all phrases are rare, and
 * those that are rare in every month cannot become a topic.
 */
const KEPT_SHARE = 250

export function countPhrases(texts: string[]): PhraseCounts {
  const read = [...new Set(texts)].map(createTokenReader())
  const numbers = countTexts(read)
  const fewest = Math.floor(read.length / KEPT_SHARE)
  const counts: PhraseCounts = new Map()
  for (const tokens of read)
    eachPhrase(tokens, (key, first, end) => {
      const count = numbers.get(key)!
      if (count < fewest) return
      const phrase = phraseIn(counts, key)
      phrase.count = count
      add(phrase.surfaces, surfaceOf(tokens, first, end), 1)
    })
  return counts
}

export function mergePhrases(all: PhraseCounts[]): PhraseCounts {
  const merged: PhraseCounts = new Map()
  for (const counts of all)
    for (const [key, { count, surfaces }] of counts) {
      const phrase = phraseIn(merged, key)
      phrase.count += count
      for (const [surface, times] of surfaces) add(phrase.surfaces, surface, times)
    }
  return merged
}

function phraseIn(counts: PhraseCounts, key: string): PhraseCount {
  const known = counts.get(key) ?? { count: 0, surfaces: new Map() }
  counts.set(key, known)
  return known
}

function countTexts(read: Token[][]): Map<string, number> {
  const numbers = new Map<string, number>()
  const seen = new Set<string>()
  for (const tokens of read) {
    seen.clear()
    eachPhrase(tokens, key => seen.add(key))
    for (const key of seen) add(numbers, key, 1)
  }
  return numbers
}

const add = (counts: Map<string, number>, key: string, times: number) =>
  counts.set(key, (counts.get(key) ?? 0) + times)

/** As it is written, in lower case: contractions are one word again. */
function surfaceOf(tokens: Token[], first: number, end: number): string {
  let surface = tokens[first]!.norm
  for (let position = first + 1; position < end; position++) {
    const { norm } = tokens[position]!
    surface += norm === "n't" || norm.startsWith("'") ? norm : ` ${norm}`
  }
  return surface
}

/** More than the common words of a language with their punctuation. */
const CACHED_CHUNKS = 20_000

interface Token extends OpinionWord {
  /** Whether a phrase that is looked for can begin with it. */
  canBegin: boolean
}

const BOUNDARY: Token = {
  canBegin: false,
  norm: '\n',
  stem: '',
  kind: 'boundary',
  side: null,
  isAdverb: false,
  isCapital: false,
}

/**
 * Texts repeat their words, so each chunk between two spaces is read once and cached. If only phrases with certain stems are looked
 * for, most words need no further look.
 */
export function createTokenReader(wanted: ReadonlySet<string> | null = null): (text: string) => Token[] {
  const cache = new Map<string, Token[]>()
  const toToken = (word: OpinionWord): Token => ({ ...word, canBegin: canBegin(word, wanted) })
  const read = (chunk: string) => {
    const words = splitWords(chunk).map(({ norm, start, end }) =>
      toToken(knowOpinionWord(norm, chunk.slice(start, end))),
    )
    if (cache.size === CACHED_CHUNKS) cache.clear()
    cache.set(chunk, words)
    return words
  }
  return text => {
    const tokens: Token[] = []
    for (const line of text.split('\n')) {
      for (const chunk of line.split(' '))
        for (const word of cache.get(chunk) ?? read(chunk))
          tokens.push(word.isCapital && isNameIn(tokens, word) ? { ...word, kind: 'other' } : word)
      tokens.push(BOUNDARY)
    }
    return tokens
  }
}

/** Where each token of `createTokenReader` is in the text. */
export function tokenPlaces(text: string): Span[] {
  const places: Span[] = []
  let at = 0
  for (const line of text.split('\n')) {
    for (const chunk of line.split(' ')) {
      for (const { start, end } of splitWords(chunk)) places.push([at + start, at + end])
      at += chunk.length + 1
    }
    places.push([at - 1, at - 1])
  }
  return places
}

/** All but an intensifier and a pronoun are part of the key. */
function canBegin({ norm, stem, kind }: OpinionWord, wanted: ReadonlySet<string> | null): boolean {
  if (kind === 'intensifier' || SUBJECTS_OF_OPINIONS.has(norm)) return true
  return (IDIOMS.has(stem) || BEGINNINGS.has(kind)) && (wanted === null || wanted.has(stem))
}

const BEGINNINGS: ReadonlySet<OpinionKind> = new Set<OpinionKind>([
  'opinion',
  'general',
  'manner',
  'trouble',
  'thing',
  'plain',
  'duty',
  'offense',
  'action',
])

const SENTENCE_END = /^[\n.!?…]/

/** A sentence begins with a capital, too, but with one of a word that everybody knows. */
const isNameIn = (before: Token[], { norm, kind }: Token) =>
  kind === 'thing' && !(WORDS.has(norm) && (before.length === 0 || SENTENCE_END.test(before.at(-1)!.norm)))

/** What a key says: which side it takes, whether by a negation, the word it is about, and all its stems. */
export interface PhraseMeaning {
  side: Side
  isNegated: boolean
  /** A thing ("@price") or, where the thing says nothing, the opinion itself ("polite"). */
  head: string
  stems: string[]
}

const headOf = (subject: Token, opinion: Token) =>
  subject.kind === 'plain' ? opinion.stem : `@${subject.stem}`

const keyOf = (side: Side, isNegated: boolean, head: string, stems: string[]) =>
  `${side}|${isNegated ? 'not' : ''}|${head}|${stems.sort().join(' ')}`

export function meaningOfKey(key: string): PhraseMeaning {
  const [side, negation, head, stems] = key.split('|') as [Side, string, string, string]
  return { side, isNegated: negation !== '', head, stems: stems.split(' ') }
}

/** Returns the key of the longest phrase in a wording. */
export function createKeyReader(): (surface: string) => string {
  const read = createTokenReader()
  return surface => {
    let [longest, words] = ['', 0]
    eachPhrase(read(surface), (key, first, end) => {
      if (end - first > words) [longest, words] = [key, end - first]
    })
    return longest
  }
}

/** A negation or a wish affects this many words after it. */
const REACH = 3
const OPPOSITE = { good: 'bad', bad: 'good' } as const
const NOT_NEGATING_BEFORE: ReadonlySet<string> = new Set(cueWords.not_negating_before)
/** As a subject, these negate the whole clause. */
const SUBJECTS: ReadonlySet<string> = new Set(cueWords.negating_subjects)

/** Visits the tokens from `first` up to `end` that state an opinion. What a negation outside of them reverses is left out. */
export function eachPhrase(tokens: Token[], visit: Visit): void {
  let reversedUntil = -1
  for (let first = 0; first < tokens.length; first++) {
    const { kind, norm, canBegin } = tokens[first]!
    if (kind === 'boundary') reversedUntil = -1
    else if (kind === 'blocker') reversedUntil = Math.max(reversedUntil, first + REACH)
    else if (kind === 'negation') {
      if (NOT_NEGATING_BEFORE.has(tokens[first + 1]?.norm ?? '')) continue
      if (first > reversedUntil) {
        eachNegated(tokens, first, visit)
        if (canBegin) eachIdiom(tokens, first, plainly(visit, first))
      }
      reversedUntil = SUBJECTS.has(norm) ? tokens.length : Math.max(reversedUntil, first + REACH)
    } else if (canBegin && first > reversedUntil) eachOpinion(tokens, first, plainly(visit, first))
  }
}

type Visit = (key: string, first: number, end: number) => void
type Emit = (side: Side, head: string, stems: string[], end: number) => void

const plainly =
  (visit: Visit, first: number): Emit =>
  (side, head, stems, end) =>
    visit(keyOf(side, false, head, stems), first, end)

const NEGATION_LINKS: ReadonlySet<string> = new Set(opinions.negation_links)
const AUXILIARIES: ReadonlySet<string> = new Set(opinions.auxiliaries)
/** "never even called" is a failure; "never had to call" is not. */
const BEFORE_DUTY: ReadonlySet<string> = new Set(['actually', 'even', 'ever', 'once', 'one', 'really'])
/** The most words between a negation and what it negates: "not even a single scratch". */
const MOST_NEGATION_LINKS = 3

/** "no mess", "didn't leave a mess", "no hidden fees", "never called back". */
function eachNegated(tokens: Token[], negation: number, visit: Visit): void {
  const before = tokens[negation - 1]?.norm ?? ''
  const first =
    tokens[negation]!.norm === "n't" || AUXILIARIES.has(before) ? Math.max(0, negation - 1) : negation
  let at = negation + 1
  let isDirect = true
  while (at <= negation + MOST_NEGATION_LINKS && NEGATION_LINKS.has(tokens[at]?.norm ?? '')) {
    isDirect &&= BEFORE_DUTY.has(tokens[at]!.norm)
    at++
  }
  const emit: Emit = (side, head, stems, end) => visit(keyOf(OPPOSITE[side], true, head, stems), first, end)
  const word = tokens[at]
  if (!word?.canBegin) return
  eachOpinion(tokens, at, emit)
  const next = tokens[at + 1] ?? BOUNDARY
  if (isTopicWord(next) && word.kind !== 'duty' && word.kind !== 'offense') {
    if (word.kind === 'trouble') emit('bad', word.stem, [word.stem, next.stem], at + 2)
  } else if (isJudgment(word) || word.kind === 'trouble') emit(word.side!, word.stem, [word.stem], at + 1)
  else if (
    isDirect &&
    (word.kind === 'duty' || word.kind === 'offense') &&
    tokens[negation]!.norm !== 'nothing'
  ) {
    const hasTail = TAILS.has(next.norm)
    const end = PRONOUNS.has(next.norm) || hasTail ? at + 2 : at + 1
    emit(word.side!, word.stem, hasTail ? [word.stem, next.stem] : [word.stem], end)
  }
}

/** Objects of a verb, which complete its wording: "never called us". */
const PRONOUNS: ReadonlySet<string> = new Set(opinions.pronouns)

const isOneOf = (...kinds: OpinionKind[]) => {
  const wanted = new Set(kinds)
  return ({ kind }: Token) => wanted.has(kind)
}
const isTopicWord = isOneOf('thing', 'plain', 'trouble')
const isJudgment = isOneOf('opinion', 'manner')
const isAction = isOneOf('duty', 'offense', 'action')

/** The phrases without a negation that begin at `first`. */
function eachOpinion(tokens: Token[], first: number, emit: Emit): void {
  const word = tokens[first]!
  eachIdiom(tokens, first, emit)
  if (word.kind === 'intensifier') eachIntensified(tokens, first, emit)
  else if (word.kind === 'opinion' || word.kind === 'general') eachQualified(tokens, first, emit)
  else if (isTopicWord(word) || SUBJECTS_OF_OPINIONS.has(word.norm)) eachPredicate(tokens, first, emit)
  else if (isAction(word)) eachManner(tokens, first, emit)
}

/** "very clean", "too expensive". Too much of a good thing is nothing we can judge. */
function eachIntensified(tokens: Token[], first: number, emit: Emit): void {
  const at = skipIntensifiers(tokens, first)
  const word = tokens[at] ?? BOUNDARY
  if (!isJudgment(word) || isTopicWord(tokens[at + 1] ?? BOUNDARY)) return
  if (tokens[first]!.norm === 'too' && word.side === 'good') return
  emit(word.side!, word.stem, [word.stem], at + 1)
}

function skipIntensifiers(tokens: Token[], from: number): number {
  let at = from
  while (at < from + 2 && tokens[at]?.kind === 'intensifier') at++
  return at
}

const JOINTS: ReadonlySet<string> = new Set(opinions.joints)

/** "fair price", "friendly front desk", "quickly responded". */
function eachQualified(tokens: Token[], first: number, emit: Emit): void {
  const word = tokens[first]!
  const next = tokens[first + 1] ?? BOUNDARY
  const third = tokens[first + 2] ?? BOUNDARY
  if (isTopicWord(next)) {
    const last = isTopicWord(third) ? third : next
    const stems = last === third ? [word.stem, next.stem, third.stem] : [word.stem, next.stem]
    if (word.kind === 'opinion' || last.kind === 'thing')
      emit(word.side!, headOf(last, word), stems, first + stems.length)
  }
  if (word.kind !== 'opinion') return
  if (word.isAdverb && isAction(next)) emit(word.side!, word.stem, [word.stem, next.stem], first + 2)
  if (next.norm === 'and' || next.norm === '&') eachPair(tokens, first, emit)
  else if (JOINTS.has(next.norm)) eachObject(tokens, first, emit)
}

/** "friendly and honest", in either order. */
function eachPair(tokens: Token[], first: number, emit: Emit): void {
  const word = tokens[first]!
  const at = skipIntensifiers(tokens, first + 2)
  const other = tokens[at] ?? BOUNDARY
  const stems = [word.stem, other.stem].sort()
  if (other.kind === 'opinion' && other.side === word.side && stems[0] !== stems[1])
    emit(word.side!, stems[0]!, stems, at + 1)
}

/** "careful with our things", "easy to reach". */
function eachObject(tokens: Token[], first: number, emit: Emit): void {
  const word = tokens[first]!
  const at = LINKS.has(tokens[first + 2]?.norm ?? '') ? first + 3 : first + 2
  const object = tokens[at] ?? BOUNDARY
  const isFit =
    tokens[first + 1]!.norm === 'to' ? isAction(object) || object.kind === 'thing' : isTopicWord(object)
  if (isFit) emit(word.side!, word.stem, [word.stem, object.stem], at + 1)
}

/** "they were careful": who they are does not matter. */
const SUBJECTS_OF_OPINIONS: ReadonlySet<string> = new Set(opinions.subjects)

/** "the price was very fair", "they were careful". */
function eachPredicate(tokens: Token[], first: number, emit: Emit): void {
  if (tokens[first + 1]?.kind !== 'be') return
  const subject = tokens[first]!
  const at = skipIntensifiers(tokens, first + 2)
  const word = tokens[at] ?? BOUNDARY
  if (!canBeSaidOf(subject, word) || isTopicWord(tokens[at + 1] ?? BOUNDARY)) return
  if (subject.kind === 'other') emit(word.side!, word.stem, [word.stem], at + 1)
  else emit(word.side!, headOf(subject, word), [subject.stem, word.stem], at + 1)
}

/** A slow drain is why they came; a slow crew is criticism. */
function canBeSaidOf({ kind, norm }: Token, word: Token): boolean {
  if (word.kind === 'manner') return kind === 'plain' || (kind === 'other' && norm !== 'it')
  return word.kind === 'opinion' || (word.kind === 'general' && kind === 'thing')
}

const TAILS: ReadonlySet<string> = new Set(opinions.tails)

/** "arrived early", "showed up very late". */
function eachManner(tokens: Token[], first: number, emit: Emit): void {
  const tail = TAILS.has(tokens[first + 1]?.norm ?? '') ? 1 : 0
  const at = skipIntensifiers(tokens, first + 1 + tail)
  const word = tokens[at] ?? BOUNDARY
  if (isJudgment(word) && !isTopicWord(tokens[at + 1] ?? BOUNDARY))
    emit(word.side!, word.stem, [tokens[first]!.stem, word.stem], at + 1)
}

const LINKS: ReadonlySet<string> = new Set(opinions.links)
const GROUPING_WORDS: ReadonlySet<string> = new Set(opinions.grouping_words)
/** "answered all of my questions". */
const MOST_LINKS = 3

interface Idiom {
  side: Side
  head: string
  stems: string[]
}

/** By their first stem. */
const IDIOMS: ReadonlyMap<string, Idiom[]> = Map.groupBy(
  [...readIdioms(opinions.phrases_good, 'good'), ...readIdioms(opinions.phrases_bad, 'bad')],
  ({ stems }) => stems[0]!,
)

function readIdioms(phrases: string[], side: Side): Idiom[] {
  return phrases.map(phrase => {
    const stems = phrase.split(' ').map(norm => knowOpinionWord(norm, norm).stem)
    const content = stems.filter(stem => !LINKS.has(stem))
    return { side, stems, head: GROUPING_WORDS.has(stems[0]!) ? stems[0]! : content.join(' ') }
  })
}

/** Phrases whose words say nothing one by one: "on time", "explained everything", "called me back". */
function eachIdiom(tokens: Token[], first: number, emit: Emit): void {
  for (const { side, head, stems } of IDIOMS.get(tokens[first]!.stem) ?? []) {
    const end = endOfIdiom(tokens, first, stems)
    if (end !== null) emit(side, head, [...stems], end)
  }
}

function endOfIdiom(tokens: Token[], first: number, stems: string[]): number | null {
  let at = first
  for (const stem of stems) {
    for (let skipped = 0; at > first && skipped < MOST_LINKS; skipped++, at++)
      if (tokens[at]?.stem === stem || !LINKS.has(tokens[at]?.norm ?? '')) break
    if (tokens[at]?.stem !== stem) return null
    at++
  }
  return at
}
