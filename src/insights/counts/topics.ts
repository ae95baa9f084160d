/** What people say: opinions in a few words, grouped by meaning, and which of them a text contains. */
import { type Background, dotProduct, meanVector } from '../network/background.ts'
import type { Span } from '../text/analysis.ts'
import type { PhraseCount, PhraseCounts } from '../text/key-phrases.ts'
import {
  createKeyReader,
  eachPhrase,
  meaningOfKey,
  type PhraseMeaning,
} from '../text/opinion-phrases.ts'
import { GENERAL_STEMS } from '../text/opinion-words.ts'
import { createTokenReader, tokenPlaces } from '../text/phrase-tokens.ts'
import { stemOf } from '../text/word-stem.ts'
import { compare } from './evidence.ts'

export type PhraseTopic = ReturnType<typeof toTopic>

const FEWEST_TEXTS = 3
const LEAST_SHARE = 0.01
const MOST_TOPICS = 12
const MOST_KEYWORDS = 8

export function findTopics(
  counts: PhraseCounts,
  texts: number,
  background: Background,
  leaveOut: ReadonlySet<string>,
): PhraseTopic[] {
  const candidates = chooseTopicCandidates(counts, texts, background, leaveOut)
  const fewest = Math.max(FEWEST_TEXTS, LEAST_SHARE * texts)
  return withoutNarrower(groupTopics(candidates))
    .map(group => group.slice(0, MOST_KEYWORDS))
    .filter(group => mentionsOf(group) >= fewest)
    .sort(
      (one, other) => mentionsOf(other) - mentionsOf(one) || mostCommonFirst(one[0]!, other[0]!),
    )
    .slice(0, MOST_TOPICS)
    .map(toTopic)
}

/** Whoever calls the staff friendly calls something friendly: only one of the two is a topic, the thing if it is meant at least half of the time. */
const withoutNarrower = (groups: TopicCandidate[][]) =>
  groups.filter(
    ([own]) =>
      !groups.some(([other]) =>
        isNarrower(own!, other!)
          ? 2 * own!.count < other!.count
          : isNarrower(other!, own!) && 2 * other!.count >= own!.count,
      ),
  )

const isNarrower = (thing: TopicCandidate, word: TopicCandidate) =>
  isThing(thing) && !isThing(word) && isComparable(thing, word) && isPart(word, thing)

/** A text with two wordings counts twice here, so a topic of several wordings needs one mention more. */
const mentionsOf = (group: TopicCandidate[]) =>
  Math.max(group[0]!.count, group.reduce((sum, { count }) => sum + count, 0) - 1)

function toTopic(group: TopicCandidate[]) {
  const [surface] = group[0]!.surfaces as [string]
  return {
    id: surface.replaceAll("'", '').replace(/[^\p{L}\d]+/gu, '_'),
    label: surface.charAt(0).toUpperCase() + surface.slice(1),
    /** The most common first. */
    keywords: keywordsOf(group),
  }
}

/** The best wording of each phrase, then their other wordings. */
function keywordsOf(group: TopicCandidate[]): string[] {
  const best = group.map(({ surfaces }) => surfaces[0]!)
  const others = group.flatMap(({ surfaces }) => surfaces.slice(1))
  return [...new Set([...best, ...others])].slice(0, MOST_KEYWORDS)
}

export function createTopicMatcher(topics: PhraseTopic[]): (text: string) => string[] {
  const eachMention = createTopicReader(topics)
  return text => {
    const found = new Set<number>()
    eachMention(text, number => found.add(number))
    return topics.filter((_, number) => found.has(number)).map(({ id }) => id)
  }
}

/** Where a text mentions the topic, from left to right. */
export function createTopicFinder(topic: PhraseTopic): (text: string) => Span[] {
  const eachMention = createTopicReader([topic])
  return text => {
    const places = tokenPlaces(text)
    const spans: Span[] = []
    eachMention(text, (_, first, end) => spans.push([places[first]![0], places[end - 1]![1]]))
    return spans
  }
}

/** Visits every mention: the number of the topic, and its tokens from `first` up to `end`. */
function createTopicReader(topics: PhraseTopic[]) {
  const keyOf = createKeyReader()
  const topicsOf = Map.groupBy(
    topics.flatMap(({ keywords }, number) =>
      keywords.map(keyword => ({ key: keyOf(keyword), number })),
    ),
    ({ key }) => key,
  )
  const read = createTokenReader(
    new Set([...topicsOf.keys()].flatMap(key => meaningOfKey(key).stems)),
  )
  return (text: string, visit: (number: number, first: number, end: number) => void) =>
    eachPhrase(read(text), (key, first, end) => {
      for (const { number } of topicsOf.get(key) ?? []) visit(number, first, end)
    })
}

/** The cosine from which two words mean much the same. */
const ALIKE = 0.765

/** Each group starts with its most common phrase; `candidates` come in that order. */
function groupTopics(candidates: TopicCandidate[]): TopicCandidate[][] {
  const groups: TopicCandidate[][] = []
  for (const candidate of candidates) {
    const group =
      groups.find(([leader]) => isSameOpinion(leader!, candidate)) ?? nearest(candidate, groups)
    if (group) group.push(candidate)
    else groups.push([candidate])
  }
  return groups
}

/** "fair price" and "fair prices", "polite" and "very polite"; "never called" is part of "never called back". */
function isSameOpinion(one: TopicCandidate, other: TopicCandidate): boolean {
  if (!isComparable(one, other)) return false
  if (isThing(one) !== isThing(other)) return false
  return isSameHead(one, other) || isPart(one, other) || isPart(other, one)
}

const isSameHead = (one: TopicCandidate, other: TopicCandidate) =>
  one.head === other.head && (!isThing(one) || isSameJudgment(one, other))

const isThing = ({ head }: TopicCandidate) => head.startsWith('@')

/** A clean office is not a kind one. */
const isSameJudgment = (one: TopicCandidate, other: TopicCandidate) =>
  one.stems.some(stem => `@${stem}` !== one.head && other.stems.includes(stem))

const isComparable = (one: TopicCandidate, other: TopicCandidate) =>
  one.side === other.side && one.isNegated === other.isNegated

const isPart = ({ stems }: TopicCandidate, whole: TopicCandidate) =>
  stems.every(stem => whole.stems.includes(stem))

function nearest(candidate: TopicCandidate, groups: TopicCandidate[][]): TopicCandidate[] | null {
  let best: TopicCandidate[] | null = null
  let closeness = 0
  for (const group of groups) {
    const [leader] = group as [TopicCandidate]
    if (!isComparable(leader, candidate) || isThing(leader) !== isThing(candidate)) continue
    if (isThing(leader) && !isSameJudgment(leader, candidate)) continue
    const cosine =
      leader.vector && candidate.vector ? dotProduct(leader.vector, candidate.vector) : 0
    if (cosine >= ALIKE && cosine > closeness) [best, closeness] = [group, cosine]
  }
  return best
}

/** A rarer phrase than one in 500 texts is not worth comparing with all others. */
const LEAST_CANDIDATE_SHARE = 0.002

interface TopicCandidate extends PhraseMeaning {
  /** The most common wordings, at most four words each. */
  surfaces: string[]
  count: number
  /** What the word that it is about means. */
  vector: Float32Array | null
}

/** Chooses the phrases that are common enough, and free of names. */
function chooseTopicCandidates(
  counts: PhraseCounts,
  texts: number,
  background: Background,
  leaveOut: ReadonlySet<string>,
): TopicCandidate[] {
  const keyOf = createKeyReader()
  // A word outside the vocabulary is probably a name.
  const isKnown = (word: string) => word.includes("'") || background.isKnown(word)
  const candidates: TopicCandidate[] = []
  for (const [key, phrase] of counts) {
    const meaning = meaningOfKey(key)
    // "great coffee" is one of a hundred ways to praise the coffee, and how many do so is counted as an aspect.
    if (
      phrase.count < LEAST_CANDIDATE_SHARE * texts ||
      meaning.stems.some(stem => GENERAL_STEMS.has(stem))
    )
      continue
    const surfaces = wordingsOf(phrase, words =>
      words.every(word => !leaveOut.has(word) && isKnown(word)),
    )
      // A wording that can be read in two ways belongs to one phrase only.
      .filter(surface => keyOf(surface) === key)
    if (surfaces.length === 0) continue
    const head = meaning.head.replace('@', '')
    const words = surfaces[0]!.split(' ').filter(word => stemOf(word) === head)
    candidates.push({
      ...meaning,
      surfaces,
      count: phrase.count,
      vector: meanVector(words, background),
    })
  }
  return candidates.sort(mostCommonFirst)
}

const mostCommonFirst = (a: TopicCandidate, b: TopicCandidate) =>
  b.count - a.count || compare(a.surfaces[0]!, b.surfaces[0]!)

const MOST_WORDS = 4

/** "very careful" says as much as "he was careful" and suits more reviews. */
const SUBJECT = /^(?:everybody|everyone|he|it|she|they|who) |'s /

/** The most common first. */
function wordingsOf({ surfaces }: PhraseCount, isFit: (words: string[]) => boolean): string[] {
  return [...surfaces]
    .filter(([surface]) => {
      const words = surface.split(' ')
      return words.length <= MOST_WORDS && isFit(words)
    })
    .sort(
      ([one, times], [other, others]) =>
        Number(SUBJECT.test(one)) - Number(SUBJECT.test(other)) ||
        others - times ||
        one.length - other.length ||
        compare(one, other),
    )
    .map(([surface]) => surface)
}
