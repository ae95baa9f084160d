/** Chooses the phrases that are common enough, and free of names, as candidates for topics. */
import { type Background, meanVector } from '../network/background.ts'
import type { PhraseCount, PhraseCounts } from '../text/key-phrases.ts'
import { createKeyReader, meaningOfKey, type PhraseMeaning } from '../text/opinion-phrases.ts'
import { stemOf } from '../text/word-stem.ts'
import { compare } from './evidence.ts'

/** A rarer phrase than one in 500 texts is not worth comparing with all others. */
const LEAST_SHARE = 0.002

export interface TopicCandidate extends PhraseMeaning {
  /** The most common wordings, at most four words each. */
  surfaces: string[]
  count: number
  /** What the word that it is about means. */
  vector: Float32Array | null
}

export function chooseTopicCandidates(
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
    if (phrase.count < LEAST_SHARE * texts) continue
    const surfaces = wordingsOf(phrase, words => words.every(word => !leaveOut.has(word) && isKnown(word)))
      // A wording that can be read in two ways belongs to one phrase only.
      .filter(surface => keyOf(surface) === key)
    if (surfaces.length === 0) continue
    const meaning = meaningOfKey(key)
    const words = surfaces[0]!.split(' ')
    candidates.push({
      ...meaning,
      surfaces,
      count: phrase.count,
      vector: meanVector(
        words.filter(word => stemOf(word) === meaning.head.replace('@', '')),
        background,
      ),
    })
  }
  return candidates.sort(mostCommonFirst)
}

export const mostCommonFirst = (a: TopicCandidate, b: TopicCandidate) =>
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
