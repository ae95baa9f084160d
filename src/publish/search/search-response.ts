/** The response to a search, for HTTP and MCP alike. */
import type { Facets, Misspelled, Passage, Unrecognized } from '../../model/search.ts'

export interface SearchHits {
  matched: number
  reviews: Uint8Array[]
  nextCursor: string | null
  /** Names that stand for nothing; if there are any, nothing matches. */
  unrecognized: Unrecognized[]
  /** Words that were searched for in another spelling. */
  misspelled: Misspelled[]
  /** Only if they were asked for. */
  facets?: Facets
  /** The passages of each review that match; null unless they were asked for. */
  evidence: Record<string, Passage[]> | null
}

const [COMMA, END] = [Buffer.from(','), Buffer.from(']')]

/** Reviews are prebuilt bytes: only what surrounds them is rendered. */
export function renderSearchResponse(hits: SearchHits): Uint8Array {
  const { matched, reviews, nextCursor, unrecognized, misspelled, facets, evidence } = hits
  const head = Buffer.from(`{"matched":${matched},"returned":${reviews.length},"reviews":[`)
  const list = reviews.flatMap((review, index) => (index === 0 ? [review] : [COMMA, review]))
  const rest = {
    next_cursor: nextCursor,
    ...(unrecognized.length > 0 && { unrecognized }),
    ...(misspelled.length > 0 && { misspelled }),
    ...(facets && { facets }),
    ...(evidence && { evidence }),
  }
  const tail = Buffer.from(`,${JSON.stringify(rest).slice(1)}`)
  return Buffer.concat([head, ...list, END, tail])
}
