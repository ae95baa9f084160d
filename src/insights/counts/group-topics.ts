/** Groups candidates for topics that say the same, never praise with criticism. */
import { dotProduct } from '../network/background.ts'
import { GENERAL_STEMS } from '../text/opinion-words.ts'
import type { TopicCandidate } from './topic-candidates.ts'

/** The cosine from which two words mean much the same. */
const ALIKE = 0.765

/** Each group starts with its most common phrase; `candidates` come in that order. */
export function groupTopics(candidates: TopicCandidate[]): TopicCandidate[][] {
  const groups: TopicCandidate[][] = []
  for (const candidate of candidates) {
    const group = groups.find(([leader]) => isSameOpinion(leader!, candidate)) ?? nearest(candidate, groups)
    if (group) group.push(candidate)
    else groups.push([candidate])
  }
  return groups
}

/** "fair price" and "great price", "polite crew" and "very polite"; "never called" is part of "never called back". */
function isSameOpinion(one: TopicCandidate, other: TopicCandidate): boolean {
  if (!isComparable(one, other)) return false
  return isSameHead(one, other) || isPart(one, other) || isPart(other, one)
}

const isSameHead = (one: TopicCandidate, other: TopicCandidate) =>
  one.head === other.head && (!isThing(one) || isSameJudgment(one, other))

const isThing = ({ head }: TopicCandidate) => head.startsWith('@')

/** A clean office is not a kind one, but both make a good one. */
const isSameJudgment = (one: TopicCandidate, other: TopicCandidate) =>
  isGeneral(one) ||
  isGeneral(other) ||
  one.stems.some(stem => `@${stem}` !== one.head && other.stems.includes(stem))

const isGeneral = ({ stems }: TopicCandidate) => stems.some(stem => GENERAL_STEMS.has(stem))

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
    const cosine = leader.vector && candidate.vector ? dotProduct(leader.vector, candidate.vector) : 0
    if (cosine >= ALIKE && cosine > closeness) [best, closeness] = [group, cosine]
  }
  return best
}
