/** The endpoints whose answer depends on what is asked: search, and reviews since a date. */
import { SearchArgs, SinceArgs } from '../model/search.ts'
import { digestOf } from '../publish/pieces/content-digest.ts'
import { INVALID_CURSOR } from '../publish/search/cursor.ts'
import { renderSearchResponse } from '../publish/search/search-response.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { createQueryDecoder, queryOf, toIssues } from './query-string.ts'
import { answerInvalid, answerMade, type Ctx, type MadeResponse, madeOf } from './response.ts'

export const SEARCH_PATH = '/api/reviews/search'
export const SINCE_PATH = '/api/reviews/since/:date'

const decodeSearch = createQueryDecoder(SearchArgs)

export function answerSearch(c: Ctx, snapshot: Snapshot): Response | Promise<Response> {
  const decoded = decodeSearch(queryOf(c))
  if ('issues' in decoded) return answerInvalid(c, decoded.issues)
  const found = snapshot.search(decoded.args)
  if (!found) return answerInvalid(c, [{ path: ['cursor'], code: 'invalid_cursor', message: INVALID_CURSOR }])
  // The same data and the same question give the same bytes: hashing those would cost more than the search.
  const digest = digestOf(snapshot.digest + JSON.stringify(decoded.args))
  const body = renderSearchResponse(found)
  return answerMade(c, madeOf(digest, body), snapshot.lastModified)
}

export function answerSince(c: Ctx, snapshot: Snapshot): Response | Promise<Response> {
  const checked = SinceArgs.safeParse({ date: c.req.param('date') })
  if (!checked.success) return answerInvalid(c, toIssues(checked.error))
  const { date } = checked.data
  return answerMade(c, makeSince(snapshot, date), snapshot.lastModified)
}

/** Many bytes, perhaps: they are joined only when a reader wants them. */
export function makeSince(snapshot: Snapshot, date: string): MadeResponse {
  const { matched, reviews, digest } = snapshot.since(date)
  const head = Buffer.from(`{"since":"${date}","matched":${matched},"returned":${matched},"reviews":[`)
  const tail = Buffer.from(']}')
  return {
    digest: `${digest}-${date}`,
    length: head.length + reviews.length + tail.length,
    bytes: () => Buffer.concat([head, reviews, tail]),
  }
}
