/** Finds the reviews that suit a question best, for clients that search before they fetch. */
import { MentionKind } from '../model/insights.ts'
import { PARAMETER_OF, type SearchArgs } from '../model/search.ts'
import { asBuffer } from '../publish/base/bytes.ts'
import type { Snapshot } from '../publish/snapshot.ts'

/** The JSON of the best matches, the best first; then those that mention what the question names as a whole. */
export function rankReviews(snapshot: Snapshot, question: string, limit: number): Uint8Array[] {
  const named = MentionKind.options.flatMap((kind): Partial<SearchArgs>[] => {
    const found = snapshot.findName(kind, question)
    return 'id' in found ? [{ [PARAMETER_OF[kind]]: found.id }] : []
  })
  const found = [{ words: question }, ...named].flatMap(
    args => snapshot.search({ ...args, sort: 'relevance', limit })!.reviews,
  )
  return [...new Map(found.map(json => [idIn(json), json])).values()].slice(0, limit)
}

/** Every review begins with its id. */
const idIn = (json: Uint8Array) => asBuffer(json).toString('latin1', 7, 33)
