/** Chooses the phrases that stand out against general English as candidates for topics. */
import type { Background } from '../network/background.ts'
import type { PhraseCount, PhraseCounts } from '../text/key-phrases.ts'
import { isPastForm, kindOf, stemOf } from '../text/word-kinds.ts'
import { compare } from './evidence.ts'
import { meanVector } from './vectors.ts'

const FEWEST_TEXTS = 3
const LEAST_SHARE = 0.01

export interface TopicCandidate {
  stems: string[]
  /** The stems of words with content of their own. */
  full: string[]
  /** `full`, or all stems if there are none. */
  core: string[]
  /** What the phrase is a kind of: "heater" of "water heater". */
  head: string
  surface: string
  count: number
  score: number
  vector: Float32Array | null
}

export function chooseTopicCandidates(
  counts: PhraseCounts,
  texts: number,
  background: Background,
  leaveOut: ReadonlySet<string>,
): TopicCandidate[] {
  const fewest = Math.max(FEWEST_TEXTS, LEAST_SHARE * texts)
  const wordsPerText = countWords(counts) / texts
  const candidates: TopicCandidate[] = []
  for (const [key, phrase] of counts) {
    if (phrase.count < fewest) continue
    const stems = key.split(' ')
    const surface = stems.length === 1 ? nounSurface(phrase) : mostCommon(phrase.surfaces)
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
        expectedShare(content, wordsPerText, background),
      ),
      vector: meanVector(content, background),
    })
  }
  return candidates.filter(({ score }) => score > 0).sort(strongestFirst)
}

export const strongestFirst = (a: TopicCandidate, b: TopicCandidate) =>
  b.score - a.score || compare(a.surface, b.surface)

/** A noun is in a noun's position in at least this share of its uses. */
const NOUN_SHARE = 0.25
/** Two words that occur together in at least this share of the rarer one's texts are a compound. */
const COMPOUND_SHARE = 0.4

function isTopical(stems: string[], surface: string, phrase: PhraseCount, counts: PhraseCounts): boolean {
  const isNoun = phrase.nouns >= NOUN_SHARE * phrase.uses
  if (stems.length === 1) return isNoun && kindOf(surface) === 'full'
  const rarestCount = Math.min(...stems.map(stem => counts.get(stem)?.count ?? 0))
  return isNoun || phrase.count >= COMPOUND_SHARE * rarestCount
}

const nounSurface = ({ surfaces }: PhraseCount) =>
  mostCommon(new Map([...surfaces].filter(([surface]) => !isPastForm(surface))))

function mostCommon(surfaces: Map<string, number>): string | null {
  let best: string | null = null
  for (const [surface, times] of surfaces) {
    const lead = best === null ? 1 : times - surfaces.get(best)!
    if (lead > 0 || (lead === 0 && compare(surface, best!) < 0)) best = surface
  }
  return best
}

/** Zipf's law: the frequency of a word is 1 / (its rank × the harmonic number of the vocabulary size). */
const HARMONIC = 11
const UNKNOWN_RANK = 60_000
/** How much rarer a phrase becomes with each additional word. */
const RARER_PER_WORD = 0.05

/** Only content words are counted, about every second word. */
const WORDS_PER_CONTENT_WORD = 2

function countWords(counts: PhraseCounts): number {
  let words = 0
  for (const [key, { count }] of counts) if (!key.includes(' ')) words += count
  return words * WORDS_PER_CONTENT_WORD
}

/** The share of texts in general English that would contain the phrase. */
function expectedShare(words: string[], wordsPerText: number, background: Background): number {
  const ranks = words.map(word => background.rank(word) ?? UNKNOWN_RANK)
  return Math.min(
    0.5,
    (wordsPerText * RARER_PER_WORD ** (words.length - 1)) / ((Math.max(...ranks) + 1) * HARMONIC),
  )
}

/** Dunning's G² of `count` in `texts` against a known share; 0 if the phrase is no more common than expected. */
function logLikelihood(count: number, texts: number, share: number): number {
  if (count <= texts * share) return 0
  const others = texts - count
  const rest = others === 0 ? 0 : others * Math.log(others / (texts * (1 - share)))
  return 2 * (count * Math.log(count / (texts * share)) + rest)
}
