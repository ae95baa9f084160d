/** What people talk about: key phrases grouped by meaning, and which of them a text holds. */
import type { Background } from '../network/background.ts'
import {
  createTokenReader,
  eachPhrase,
  type PhraseCount,
  type PhraseCounts,
  phraseKey,
  WALL,
} from '../text/key-phrases.ts'
import { isPastForm, kindOf, stemOf } from '../text/word-kinds.ts'

export interface PhraseTopic {
  id: string
  label: string
  /** The strongest first. */
  keywords: string[]
}

const MOST_TOPICS = 12
const MOST_KEYWORDS = 8
const FEWEST_TEXTS = 3
const LEAST_SHARE = 0.01

interface Candidate {
  stems: string[]
  /** Those of words with content of their own. */
  full: string[]
  /** `full`, or all where there is none. */
  core: string[]
  /** What the phrase is a kind of: "heater" of "water heater". */
  head: string
  surface: string
  count: number
  score: number
  vector: Float32Array | null
}

export function findTopics(
  counts: PhraseCounts,
  texts: number,
  background: Background,
  leaveOut: ReadonlySet<string>,
): PhraseTopic[] {
  const candidates = chooseCandidates(counts, texts, background, leaveOut)
  return groupByMeaning(groupByWords(candidates)).slice(0, MOST_TOPICS).map(toTopic)
}

function chooseCandidates(
  counts: PhraseCounts,
  texts: number,
  background: Background,
  leaveOut: ReadonlySet<string>,
): Candidate[] {
  const fewest = Math.max(FEWEST_TEXTS, LEAST_SHARE * texts)
  const wordsAText = countWords(counts) / texts
  const candidates: Candidate[] = []
  for (const [key, phrase] of counts) {
    if (phrase.count < fewest) continue
    const stems = key.split(' ')
    const surface = stems.length === 1 ? nounSurface(phrase) : commonest(phrase.surfaces)
    if (surface === null || !isTopical(stems, surface, phrase, counts)) continue
    const words = surface.split(' ')
    if (leaveOut.has(surface) || words.some(word => leaveOut.has(word))) continue
    const content = words.filter(word => kindOf(word) !== 'link')
    const full = content.filter(word => kindOf(word) === 'full').map(stemOf)
    candidates.push({
      stems,
      full,
      core: full.length > 0 ? full : stems,
      head: stemOf(content.findLast(word => !isPastForm(word)) ?? content[0]!),
      surface,
      count: phrase.count,
      score: logLikelihood(
        Math.min(phrase.count, texts),
        texts,
        expectedShare(content, wordsAText, background),
      ),
      vector: meanVector(content, background),
    })
  }
  return candidates.filter(({ score }) => score > 0).sort(strongestFirst)
}

const strongestFirst = (a: Candidate, b: Candidate) => b.score - a.score || compare(a.surface, b.surface)

/** As often as this share of its uses a noun stands where only nouns stand. */
const NOUN_SHARE = 0.25
/** Two words that come together as often as this share of the rarer one's texts are a compound. */
const COMPOUND_SHARE = 0.4

function isTopical(stems: string[], surface: string, phrase: PhraseCount, counts: PhraseCounts): boolean {
  const isNoun = phrase.nouns >= NOUN_SHARE * phrase.uses
  if (stems.length === 1) return isNoun && kindOf(surface) === 'full'
  const rarest = Math.min(...stems.map(stem => counts.get(stem)?.count ?? 0))
  return isNoun || phrase.count >= COMPOUND_SHARE * rarest
}

const nounSurface = ({ surfaces }: PhraseCount) =>
  commonest(new Map([...surfaces].filter(([surface]) => !isPastForm(surface))))

function commonest(surfaces: Map<string, number>): string | null {
  let best: string | null = null
  for (const [surface, times] of surfaces) {
    const lead = best === null ? 1 : times - surfaces.get(best)!
    if (lead > 0 || (lead === 0 && compare(surface, best!) < 0)) best = surface
  }
  return best
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Zipf's law over so many words: the frequency of a word is 1 / (its rank × the harmonic number). */
const HARMONIC = 11
const UNKNOWN_RANK = 60_000
/** How much rarer a phrase is than its rarest word, for each other word. */
const COMPANY = 0.05

/** Every other word has content; only those are counted. */
const WORDS_A_CONTENT_WORD = 2

function countWords(counts: PhraseCounts): number {
  let words = 0
  for (const [key, { count }] of counts) if (!key.includes(' ')) words += count
  return words * WORDS_A_CONTENT_WORD
}

/** In what share of texts of general English the phrase would be. */
function expectedShare(words: string[], wordsAText: number, background: Background): number {
  const ranks = words.map(word => background.rank(word) ?? UNKNOWN_RANK)
  return Math.min(0.5, (wordsAText * COMPANY ** (words.length - 1)) / ((Math.max(...ranks) + 1) * HARMONIC))
}

/** Dunning's G² of `count` in `texts` against a share known for certain; 0 where the phrase is no commoner than expected. */
function logLikelihood(count: number, texts: number, share: number): number {
  if (count <= texts * share) return 0
  const others = texts - count
  const rest = others === 0 ? 0 : others * Math.log(others / (texts * (1 - share)))
  return 2 * (count * Math.log(count / (texts * share)) + rest)
}

/** Of length 1, so that the cosine of two is their product. */
function meanVector(words: string[], background: Background): Float32Array | null {
  const vectors = words.map(word => background.vector(word)).filter(vector => vector !== null)
  if (vectors.length === 0) return null
  const sum = new Float32Array(vectors[0]!.length)
  for (const vector of vectors) addScaled(sum, vector, 1 / lengthOf(vector))
  const length = lengthOf(sum)
  return sum.map(value => value / length)
}

function addScaled(sum: Float32Array, vector: Float32Array, scale: number): void {
  for (let place = 0; place < sum.length; place++) sum[place]! += vector[place]! * scale
}

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let place = 0; place < a.length; place++) sum += a[place]! * b[place]!
  return sum
}

const lengthOf = (vector: Float32Array) => Math.sqrt(product(vector, vector)) || 1

/** A compound in this share of its head's texts stands for it ("water heater" for "heater"); a rarer one goes with it. */
const STANDS_FOR_HEAD = 0.4
/** In this share of the texts of another of its words it takes that word away: "flame" is but part of "flame sensor". */
const TAKES_WORD = 0.5

/** "Water heater", "new water heater" and, where it is mostly that, "heater": each group begins with its best phrase. */
function groupByWords(candidates: Candidate[]): Candidate[][] {
  const parents = new Map<Candidate, Candidate>()
  const taken = new Set<Candidate>()
  const rootOf = (one: Candidate): Candidate => (parents.has(one) ? rootOf(parents.get(one)!) : one)
  const join = (child: Candidate, parent: Candidate) => {
    if (!parents.has(child) && rootOf(parent) !== child) parents.set(child, parent)
  }
  for (const [place, stronger] of candidates.entries())
    for (const weaker of candidates.slice(place + 1)) {
      const [longer, shorter] = breadth(stronger) < breadth(weaker) ? [weaker, stronger] : [stronger, weaker]
      if (!shorter.core.every(stem => longer.core.includes(stem))) continue
      if (breadth(longer) === breadth(shorter)) join(weaker, stronger)
      else if (!shorter.core.includes(longer.head)) {
        if (longer.count >= TAKES_WORD * shorter.count) taken.add(shorter)
      } else if (longer.count >= STANDS_FOR_HEAD * shorter.count) join(shorter, longer)
      else join(longer, shorter)
    }
  const groups = new Map<Candidate, Candidate[]>()
  for (const root of candidates) if (!parents.has(root)) groups.set(root, [root])
  for (const child of parents.keys()) groups.get(rootOf(child))!.push(child)
  return [...groups.values()]
    .map(group => group.filter(one => !taken.has(one)))
    .filter(group => group.length > 0)
}

const breadth = ({ core, stems }: Candidate) => core.length * 4 + stems.length

/** The cosine from which two words mean much the same, and two phrases, whose mean vectors are all closer. */
const ALIKE_WORDS = 0.765
const ALIKE_PHRASES = 0.85

function groupByMeaning(groups: Candidate[][]): Candidate[][] {
  const merged: Candidate[][] = []
  for (const group of groups) {
    const kin = nearest(group[0]!, merged)
    if (kin) kin.push(...group)
    else merged.push([...group])
  }
  return merged
}

function nearest(candidate: Candidate, groups: Candidate[][]): Candidate[] | null {
  let best: Candidate[] | null = null
  let closeness = 0
  for (const group of groups) {
    const [first] = group as [Candidate]
    // Of phrases that share a word it is already decided whether they go together.
    if (first.full.some(stem => candidate.full.includes(stem))) continue
    const close = first.vector && candidate.vector ? product(first.vector, candidate.vector) : 0
    const wanted = first.stems.length + candidate.stems.length === 2 ? ALIKE_WORDS : ALIKE_PHRASES
    if (close >= wanted && close > closeness) [best, closeness] = [group, close]
  }
  return best
}

function toTopic([best, ...others]: Candidate[]): PhraseTopic {
  const rest = others.sort(strongestFirst)
  const label = labelOf(best!.surface)
  return {
    id: label.toLowerCase().replace(/[^\p{L}\d]+/gu, '_'),
    label,
    keywords: [best!, ...rest].slice(0, MOST_KEYWORDS).map(({ surface }) => surface),
  }
}

const ACRONYMS = /\b(?:ac|hvac|tv|usb|gps|led|lcd|pc|atm|bbq|ev|diy|vip)\b/g

/** "fixed my furnace" reads "Fixed the furnace", "answered my questions" reads "Answered questions". */
function labelOf(surface: string): string {
  const label = surface
    .replace(ACRONYMS, word => word.toUpperCase())
    .replace(/ (?:my|our|your|his|her|their|the|this) (?=\S+[^s]s$)/, ' ')
    .replace(/ (?:my|our|your|his|her|their|this) /, ' the ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}

export function createTopicMatcher(topics: PhraseTopic[]): (text: string) => string[] {
  const topicsOf = new Map<string, number[]>()
  const stems = new Set<string>()
  for (const [number, { keywords }] of topics.entries())
    for (const keyword of keywords) {
      const key = phraseKey(keyword)
      topicsOf.set(key, [...(topicsOf.get(key) ?? []), number])
      for (const stem of key.split(' ')) stems.add(stem)
    }
  // A phrase with a word of no keyword need not be looked up.
  const read = createTokenReader(word => (word.kind === 'link' || stems.has(word.stem) ? word : WALL))
  return text => {
    const found = new Set<number>()
    eachPhrase(read(text), key => {
      for (const number of topicsOf.get(key) ?? []) found.add(number)
    })
    return topics.filter((_, number) => found.has(number)).map(({ id }) => id)
  }
}
