/** Finds the reviews that suit a question best, for clients that search before they fetch. */
import { MentionKind } from '../model/insights.ts'
import { PARAMETER_OF, type SearchArgs } from '../model/search.ts'
import { asBuffer } from '../publish/base/bytes.ts'
import type { Snapshot } from '../publish/snapshot.ts'

/** Each word is a search of its own, so a long question is searched for by its longest words. */
const MOST_WORDS = 8
const MOST_HITS_PER_SEARCH = 100

/** The ids of the best matches, the best first; among equals the newest. */
export function rankReviews(snapshot: Snapshot, question: string, limit: number): string[] {
  const scores = new Map<string, number>()
  for (const args of searchesFor(snapshot, question)) {
    const hits = snapshot.search({ ...args, sort: 'newest', limit: MOST_HITS_PER_SEARCH })!
    // The fewer reviews have a word, the more it tells: "the" is worth next to nothing.
    const weight = Math.log(1 + snapshot.reviewCount / (hits.matched + 1))
    for (const id of hits.reviews.map(idIn)) scores.set(id, (scores.get(id) ?? 0) + weight)
  }
  // An id begins with the time of its review.
  const ranked = [...scores].sort(([a, x], [b, y]) => y - x || (a < b ? 1 : -1))
  return ranked.slice(0, limit).map(([id]) => id)
}

/** The words of the question, and what it names as a whole. */
function searchesFor(snapshot: Snapshot, question: string): Partial<SearchArgs>[] {
  const words = new Set(question.toLowerCase().match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu))
  const named = MentionKind.options.flatMap(kind => {
    const found = snapshot.findName(kind, question)
    return 'id' in found ? [{ [PARAMETER_OF[kind]]: found.id }] : []
  })
  const longest = [...words].sort((a, b) => b.length - a.length).slice(0, MOST_WORDS)
  return [...longest.map(word => ({ words: word })), ...named]
}

/** Every review begins with its id. */
const idIn = (json: Uint8Array) => asBuffer(json).toString('latin1', 7, 33)
