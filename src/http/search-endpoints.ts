/** The endpoints that select reviews: search, and reviews since a date. */
import { needsInsights, SearchArgs, SinceArgs } from '../model/search.ts'
import { digestOf } from '../publish/base/content-digest.ts'
import { INVALID_CURSOR } from '../publish/search/cursor.ts'
import { renderSearchResponse } from '../publish/search/search-response.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { createQueryDecoder, queryOf, toIssues } from './query-string.ts'
import {
  type AnyResponse,
  bodyOf,
  type Ctx,
  type ResponseBody,
  respondInvalid,
  respondPending,
  respondWith,
} from './response.ts'

export const SINCE_PATH = '/api/reviews/since/:date'

const decodeSearch = createQueryDecoder(SearchArgs)

export function respondSearch(c: Ctx, snapshot: Snapshot): AnyResponse {
  const decoded = decodeSearch(queryOf(c))
  if ('issues' in decoded) return respondInvalid(c, decoded.issues)
  if (snapshot.isReading && needsInsights(decoded.args)) return respondPending(c)
  const found = snapshot.search(decoded.args)
  if (!found)
    return respondInvalid(c, [{ path: ['cursor'], code: 'invalid_cursor', message: INVALID_CURSOR }])
  // The same data and arguments give the same bytes: hashing those would cost more than the search.
  const digest = digestOf(snapshot.digest + JSON.stringify(decoded.args))
  const body = renderSearchResponse(found)
  return respondWith(c, bodyOf(body, { digest }), snapshot.lastModified)
}

export function respondSince(c: Ctx, snapshot: Snapshot): AnyResponse {
  const checked = SinceArgs.safeParse({ date: c.req.param('date') })
  if (!checked.success) return respondInvalid(c, toIssues(checked.error))
  const { date } = checked.data
  return respondWith(c, sinceBody(snapshot, date), snapshot.lastModified)
}

/** There may be many bytes, so they are only joined when they are sent. */
export function sinceBody(snapshot: Snapshot, date: string): ResponseBody {
  const { matched, reviews, digest } = snapshot.since(date)
  const head = Buffer.from(`{"since":"${date}","matched":${matched},"returned":${matched},"reviews":[`)
  const tail = Buffer.from(']}')
  return {
    digest: `${digest}-${date}`,
    length: head.length + reviews.length + tail.length,
    bytes: () => Buffer.concat([head, reviews, tail]),
  }
}
