/**
 * Where a page of search results ended. A cursor names the last review rather than an offset, so it stays valid while
 * reviews come and go. It is valid for one sort order only.
 */
import { Ulid } from '../../model/scalars.ts'
import type { Sort } from '../../model/search.ts'

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
