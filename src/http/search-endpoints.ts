/** The endpoints that select reviews: search, also as a table and as a feed, counts in groups, and reviews since a date. */
import type { z } from 'zod'
import { conflictIn, FeedArgs, SearchArgs, SinceArgs, TableArgs } from '../model/search.ts'
import { StatsArgs, TOO_MANY_GROUPS } from '../model/stats.ts'
import { digestOf } from '../publish/base/content-digest.ts'
import * as paths from '../publish/base/public-paths.ts'
import type { StreamedDocument } from '../publish/documents/streamed-document.ts'
import { csvOf, jsonLinesOf, renderSearchFeed, yearOf } from '../publish/feed-pages.ts'
import { INVALID_CURSOR, renderSearchResponse } from '../publish/search/search-response.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import type { OnDemandPages } from './page-endpoints.ts'
import { createStrictDecoder, queryOf, toIssues, unknownParameters } from './query-string.ts'
import {
  type AnyResponse,
  bodyOf,
  type Ctx,
  type ResponseBody,
  respondError,
  respondInvalid,
  respondWith,
} from './response.ts'
import type { StaticFile } from './static-file.ts'

export const respondSearch = createRoute(SearchArgs, searchReviews)
export const respondTable = createRoute(TableArgs, (c, snapshot, args) =>
  sendTable(c, snapshot, args),
)
export const respondFeed = createRoute(FeedArgs, searchAsFeed)
export const respondStats = createRoute(StatsArgs, countReviews)
export const respondCsv = (c: Ctx, snapshot: Snapshot) => sendTable(c, snapshot)
export const respondLines = (c: Ctx, snapshot: Snapshot) =>
  respondWith(c, jsonLinesOf(snapshot), snapshot.lastModified)

const fileOf = (path: string, { contentType, pieces }: StreamedDocument): StaticFile => ({
  path,
  contentType,
  render: () => Buffer.concat([...pieces()]),
})
export const csvFiles = (snapshot: Snapshot) => [fileOf(paths.CSV_PATH, csvOf(snapshot))]
export const lineFiles = (snapshot: Snapshot) => [fileOf(paths.LINES_PATH, jsonLinesOf(snapshot))]
export const yearFiles = (snapshot: Snapshot) =>
  snapshot.years.map(({ year }) => fileOf(paths.yearPath(year), yearOf(snapshot, year)!))

/** Any date may be asked for; a static host gets the first of each month. */
export const sinceFiles = (snapshot: Snapshot): StaticFile[] =>
  snapshot.insights.temporal.monthly
    .map(({ month }) => `${month}-01`)
    .map(date => ({
      path: `/api/reviews/since/${date}`,
      render: () => sinceBody(snapshot, date).bytes(),
    }))

export const NO_YEAR = 'No review is from this year.'

export function respondYear(c: Ctx, snapshot: Snapshot): AnyResponse {
  const document = yearOf(snapshot, Number.parseInt(c.req.param('file')!, 10))
  if (document) return respondWith(c, document, snapshot.lastModified)
  const years = snapshot.years.map(({ year }) => year).join(', ')
  return respondError(c, 'not_found', `${NO_YEAR}${years && ` There are reviews from ${years}.`}`)
}

/** Decodes and checks what is asked for before it responds. */
function createRoute<Schema extends z.ZodObject>(
  schema: Schema,
  respond: (c: Ctx, snapshot: Snapshot, args: z.infer<Schema>, pages: OnDemandPages) => AnyResponse,
) {
  const decode = createStrictDecoder(schema)
  return (c: Ctx, snapshot: Snapshot, { pages }: { pages: OnDemandPages }): AnyResponse => {
    const decoded = decode(queryOf(c))
    if ('issues' in decoded) return respondInvalid(c, decoded.issues)
    const conflict = conflictIn(decoded.args)
    if (conflict) return respondInvalid(c, [conflict])
    return respond(c, snapshot, decoded.args, pages)
  }
}

/** The same data and arguments give the same bytes: hashing those would cost more than the search. */
const digestFor = (c: Ctx, snapshot: Snapshot, args: object) =>
  digestOf(snapshot.digest + c.req.path + JSON.stringify(args))

const respondInvalidCursor = (c: Ctx) =>
  respondInvalid(c, [{ path: ['cursor'], code: 'invalid_cursor', message: INVALID_CURSOR }])

function searchReviews(c: Ctx, snapshot: Snapshot, args: SearchArgs): AnyResponse {
  const found = snapshot.search(args)
  if (!found) return respondInvalidCursor(c)
  const digest = digestFor(c, snapshot, args)
  return respondWith(c, bodyOf(renderSearchResponse(found), { digest }), snapshot.lastModified)
}

function sendTable(c: Ctx, snapshot: Snapshot, args?: TableArgs): AnyResponse {
  return respondWith(c, csvOf(snapshot, args), snapshot.lastModified)
}

type FeedRequest = TableArgs & Pick<SearchArgs, 'cursor'>

function searchAsFeed(
  c: Ctx,
  snapshot: Snapshot,
  args: FeedRequest,
  pages: OnDemandPages,
): AnyResponse {
  const { cursor, ...filters } = args
  const feed = renderSearchFeed(snapshot, filters, cursor, pages.describeFilters(snapshot, filters))
  if (!feed) return respondInvalidCursor(c)
  return respondWith(c, bodyOf(feed.body, { contentType: feed.contentType }), snapshot.lastModified)
}

function countReviews(c: Ctx, snapshot: Snapshot, args: StatsArgs): AnyResponse {
  const stats = snapshot.stats(args)
  if (!stats)
    return respondInvalid(c, [{ path: ['group_by'], code: 'too_big', message: TOO_MANY_GROUPS }])
  const digest = digestFor(c, snapshot, args)
  return respondWith(c, bodyOf(JSON.stringify(stats), { digest }), snapshot.lastModified)
}

export function respondSince(c: Ctx, snapshot: Snapshot): AnyResponse {
  const checked = SinceArgs.safeParse({ date: c.req.param('date') })
  const unknown = unknownParameters(c)
  if (!checked.success) return respondInvalid(c, [...toIssues(checked.error), ...unknown])
  if (unknown.length > 0) return respondInvalid(c, unknown)
  const { date } = checked.data
  return respondWith(c, sinceBody(snapshot, date), snapshot.lastModified)
}

/** There may be many bytes, so they are only joined when they are sent. */
function sinceBody(snapshot: Snapshot, date: string): ResponseBody {
  const { matched, reviews, digest } = snapshot.since(date)
  const head = Buffer.from(
    `{"since":"${date}","matched":${matched},"returned":${matched},"reviews":[`,
  )
  const tail = Buffer.from(']}')
  return {
    digest: `${digest}-${date}`,
    length: head.length + reviews.length + tail.length,
    bytes: () => Buffer.concat([head, reviews, tail]),
  }
}
