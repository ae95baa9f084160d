/** The response to a search, for HTTP and MCP alike, and the cursor of its next page. */
import { Ulid } from '../../model/scalars.ts'
import type { Facets, Misspelled, Passage, Sort, Unrecognized } from '../../model/search.ts'

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

/** Where a page of search results ended: the last review rather than an offset, so it stays valid while reviews come and go. For one sort order only. */
export interface Cursor {
  /** Stars, or how relevant it is; 0 in orders by date. */
  rank: number
  date: number
  id: string
}

export const INVALID_CURSOR = 'must be the next_cursor of an earlier answer in the same order'

export function encodeCursor({ rank, date, id }: Cursor, sort: Sort): string {
  const heads: Record<Sort, string> = {
    newest: '',
    oldest: 'o',
    highest: `h${rank}`,
    lowest: `l${rank}`,
    relevance: `r${String(rank).padStart(4, '0')}`,
  }
  return Buffer.from(`${heads[sort]}${date}${id}`).toString('base64url')
}

export function decodeCursor(text: string, sort: Sort): Cursor | null {
  const plain = Buffer.from(text, 'base64url').toString('latin1')
  const [, stars, score, date, id] = /^(?:[ohl]?([1-5]?)|r(\d{4}))(\d{8})(.{26})$/.exec(plain) ?? []
  if (!date || !Ulid.safeParse(id).success) return null
  const cursor = { rank: Number(score ?? stars), date: Number(date), id: id! }
  // Cursors of other orders are written differently, and base64 decoding ignores characters it does not know.
  return encodeCursor(cursor, sort) === text ? cursor : null
}
