/** The endpoints that select reviews: search, and reviews since a date. */
import { conflictIn, needsInsights, SearchArgs, SinceArgs } from '../model/search.ts'
import { StatsArgs, TOO_MANY_GROUPS } from '../model/stats.ts'
import { digestOf } from '../publish/base/content-digest.ts'
import { SEARCH_PATH, STATS_PATH } from '../publish/base/public-paths.ts'
import { INVALID_CURSOR } from '../publish/search/cursor.ts'
import { renderSearchResponse } from '../publish/search/search-response.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { createStrictDecoder, queryOf, toIssues, unknownParameters } from './query-string.ts'
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

export const SEARCH_ROUTES = {
  [SEARCH_PATH]: respondSearch,
  [STATS_PATH]: respondStats,
  [SINCE_PATH]: respondSince,
}

const decodeSearch = createStrictDecoder(SearchArgs)

function respondSearch(c: Ctx, snapshot: Snapshot): AnyResponse {
  const decoded = decodeSearch(queryOf(c))
  if ('issues' in decoded) return respondInvalid(c, decoded.issues)
  const conflict = conflictIn(decoded.args)
  if (conflict) return respondInvalid(c, [conflict])
  if (snapshot.isReading && needsInsights(decoded.args)) return respondPending(c)
  const found = snapshot.search(decoded.args)
  if (!found)
    return respondInvalid(c, [{ path: ['cursor'], code: 'invalid_cursor', message: INVALID_CURSOR }])
  // The same data and arguments give the same bytes: hashing those would cost more than the search.
  const digest = digestOf(snapshot.digest + JSON.stringify(decoded.args))
  const body = renderSearchResponse(found)
  return respondWith(c, bodyOf(body, { digest }), snapshot.lastModified)
}

const decodeStats = createStrictDecoder(StatsArgs)

function respondStats(c: Ctx, snapshot: Snapshot): AnyResponse {
  const decoded = decodeStats(queryOf(c))
  if ('issues' in decoded) return respondInvalid(c, decoded.issues)
  const conflict = conflictIn(decoded.args)
  if (conflict) return respondInvalid(c, [conflict])
  // How many are critical is not known before.
  if (snapshot.isReading) return respondPending(c)
  const stats = snapshot.stats(decoded.args)
  if (!stats) return respondInvalid(c, [{ path: ['group_by'], code: 'too_big', message: TOO_MANY_GROUPS }])
  const digest = digestOf(snapshot.digest + JSON.stringify(decoded.args))
  return respondWith(c, bodyOf(JSON.stringify(stats), { digest }), snapshot.lastModified)
}

function respondSince(c: Ctx, snapshot: Snapshot): AnyResponse {
  const checked = SinceArgs.safeParse({ date: c.req.param('date') })
  const unknown = unknownParameters(c)
  if (!checked.success) return respondInvalid(c, [...toIssues(checked.error), ...unknown])
  if (unknown.length > 0) return respondInvalid(c, unknown)
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
