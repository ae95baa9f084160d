/** What people talk about: key phrases grouped by meaning, and which of them a text contains. */
import type { Background } from '../network/background.ts'
import { BOUNDARY, createTokenReader, eachPhrase, type PhraseCounts, phraseKey } from '../text/key-phrases.ts'
import { ACRONYMS } from '../text/word-kinds.ts'
import { groupByMeaning, groupByWords } from './group-topics.ts'
import { chooseTopicCandidates, strongestFirst, type TopicCandidate } from './topic-candidates.ts'

export interface PhraseTopic {
  id: string
  label: string
  /** Strongest first. */
  keywords: string[]
}

const MOST_TOPICS = 12
const MOST_KEYWORDS = 8

export function findTopics(
  counts: PhraseCounts,
  texts: number,
  background: Background,
  leaveOut: ReadonlySet<string>,
): PhraseTopic[] {
  const candidates = chooseTopicCandidates(counts, texts, background, leaveOut)
  return groupByMeaning(groupByWords(candidates)).slice(0, MOST_TOPICS).map(toTopic)
}

function toTopic([best, ...others]: TopicCandidate[]): PhraseTopic {
  const rest = others.sort(strongestFirst)
  const label = labelOf(best!.surface)
  return {
    id: label.toLowerCase().replace(/[^\p{L}\d]+/gu, '_'),
    label,
    keywords: [best!, ...rest].slice(0, MOST_KEYWORDS).map(({ surface }) => surface),
  }
}

/** "fixed my furnace" becomes "Fixed the furnace", "answered my questions" becomes "Answered questions". */
function labelOf(surface: string): string {
  const label = surface
    .replace(/\b[a-z]+\b/g, word => (ACRONYMS.has(word) ? word.toUpperCase() : word))
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
  // Words that are in no keyword become boundaries, so fewer phrases are looked up.
  const read = createTokenReader(word => (word.kind === 'link' || stems.has(word.stem) ? word : BOUNDARY))
  return text => {
    const found = new Set<number>()
    eachPhrase(read(text), key => {
      for (const number of topicsOf.get(key) ?? []) found.add(number)
    })
    return topics.filter((_, number) => found.has(number)).map(({ id }) => id)
  }
}
