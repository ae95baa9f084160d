/** Groups candidates for topics that share words, then those that mean the same. */
import type { TopicCandidate } from './topic-candidates.ts'
import { dotProduct } from './vectors.ts'

/** A compound in this share of its head's texts replaces the head ("water heater" for "heater"); a rarer one joins it. */
const REPLACES_HEAD = 0.4
/** A compound in this share of the texts of any other of its words removes that word: "flame" is only part of "flame sensor". */
const REMOVES_WORD = 0.5

/** "Water heater", "new water heater" and, if it is mostly that, "heater". Each group starts with its best phrase. */
export function groupByWords(candidates: TopicCandidate[]): TopicCandidate[][] {
  const parents = new Map<TopicCandidate, TopicCandidate>()
  const removed = new Set<TopicCandidate>()
  const rootOf = (one: TopicCandidate): TopicCandidate => (parents.has(one) ? rootOf(parents.get(one)!) : one)
  const join = (child: TopicCandidate, parent: TopicCandidate) => {
    if (!parents.has(child) && rootOf(parent) !== child) parents.set(child, parent)
  }
  for (const [rank, stronger] of candidates.entries())
    for (const weaker of candidates.slice(rank + 1)) {
      const [longer, shorter] = breadth(stronger) < breadth(weaker) ? [weaker, stronger] : [stronger, weaker]
      if (!shorter.core.every(stem => longer.core.includes(stem))) continue
      if (breadth(longer) === breadth(shorter)) join(weaker, stronger)
      else if (!shorter.core.includes(longer.head)) {
        if (longer.count >= REMOVES_WORD * shorter.count) removed.add(shorter)
      } else if (longer.count >= REPLACES_HEAD * shorter.count) join(shorter, longer)
      else join(longer, shorter)
    }
  const groups = new Map<TopicCandidate, TopicCandidate[]>()
  for (const root of candidates) if (!parents.has(root)) groups.set(root, [root])
  for (const child of parents.keys()) groups.get(rootOf(child))!.push(child)
  return [...groups.values()]
    .map(group => group.filter(one => !removed.has(one)))
    .filter(group => group.length > 0)
}

const breadth = ({ core, stems }: TopicCandidate) => core.length * 4 + stems.length

/** Cosines from which two words, or two phrases, mean much the same. Mean vectors of phrases are closer to each other. */
const ALIKE_WORDS = 0.765
const ALIKE_PHRASES = 0.85

export function groupByMeaning(groups: TopicCandidate[][]): TopicCandidate[][] {
  const merged: TopicCandidate[][] = []
  for (const group of groups) {
    const closest = nearest(group[0]!, merged)
    if (closest) closest.push(...group)
    else merged.push([...group])
  }
  return merged
}

function nearest(candidate: TopicCandidate, groups: TopicCandidate[][]): TopicCandidate[] | null {
  let best: TopicCandidate[] | null = null
  let closeness = 0
  for (const group of groups) {
    const [first] = group as [TopicCandidate]
    // groupByWords already decided about phrases that share a word.
    if (first.full.some(stem => candidate.full.includes(stem))) continue
    const cosine = first.vector && candidate.vector ? dotProduct(first.vector, candidate.vector) : 0
    const least = first.stems.length + candidate.stems.length === 2 ? ALIKE_WORDS : ALIKE_PHRASES
    if (cosine >= least && cosine > closeness) [best, closeness] = [group, cosine]
  }
  return best
}
