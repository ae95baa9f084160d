/** Rendered on request: the later pages of the feeds, and the reviews in other forms than `/reviews.json`: as a table, as JSON Lines, and one year of them. */
import { localeOf } from '../locale/locale.ts'
import { Ulid } from '../model/scalars.ts'
import type { TableArgs } from '../model/search.ts'
import { digestOf } from './base/content-digest.ts'
import * as paths from './base/public-paths.ts'
import type { Document } from './documents/document.ts'
import { reviewEntry } from './documents/feed-entries.ts'
import {
  CHANGES_SIZE,
  type FeedPage,
  feedPageOfChanges,
  feedPageOfReviews,
} from './documents/feed-page.ts'
import { renderAtom, renderJsonFeed } from './documents/render-feed.ts'
import { CSV_HEAD, CSV_TYPE, csvRow } from './documents/reviews-csv.ts'
import type { StreamedDocument } from './documents/streamed-document.ts'
import { parseReview } from './months/prepare-review.ts'
import type { Snapshot } from './snapshot.ts'

/** null where no page begins there. */
export function renderFeedPage(
  snapshot: Snapshot,
  feed: paths.FeedName,
  format: paths.FeedFormat,
  start: string,
): Document | null {
  const found = PAGES[feed](snapshot, start)
  if (!found) return null
  // Even if it is the same as the first page by now, it is no topic.
  const page = { ...found, start }
  return format === 'json' ? renderJsonFeed(snapshot, page) : renderAtom(snapshot, page)
}

/** What a search finds, newest first whatever its order, because feed readers look at the first page. It is no topic. null if the cursor is invalid. */
export function renderSearchFeed(
  snapshot: Snapshot,
  filters: TableArgs,
  cursor: string | undefined,
  inWords: string,
): Document | null {
  const found = snapshot.search({ ...filters, cursor, order: 'newest', limit: paths.FEED_SIZE })
  if (!found) return null
  const { words, say } = localeOf(snapshot.locale)
  const asked = { ...filters, sort: filters.sort === 'relevance' ? filters.sort : undefined }
  return renderAtom(snapshot, {
    feed: 'reviews',
    start: cursor ?? null,
    links: found.nextCursor === null ? {} : { next: found.nextCursor },
    entries: found.reviews.map(review => reviewEntry(snapshot, parseReview(review))),
    updated: snapshot.lastModified,
    list: {
      title:
        inWords &&
        say(words.feeds.titleOfList, { business: snapshot.business.name, filters: inWords }),
      page: paths.searchUrl(
        '',
        { ...asked, sort: filters.words && (asked.sort ?? 'newest') },
        paths.REVIEWS_PATH,
      ),
      pathOf: start =>
        paths.searchUrl('', { ...asked, cursor: start ?? undefined }, paths.SEARCH_FEED_PATH),
    },
  })
}

/** What the later pages begin with, as the links of the first page lead to them. */
export function* laterStarts(snapshot: Snapshot, feed: paths.FeedName): Generator<string> {
  const { reviewCount, idAt, log } = snapshot
  if (feed === 'reviews')
    for (let at = paths.FEED_SIZE; at < reviewCount; at += paths.FEED_SIZE) yield idAt(at)
  else for (let seq = log.size - CHANGES_SIZE; seq > 0; seq -= CHANGES_SIZE) yield String(seq)
}

const PAGES: Record<paths.FeedName, (snapshot: Snapshot, start: string) => FeedPage | null> = {
  reviews(snapshot, start) {
    const { reviewCount, idAt, reviewAt, positionFrom } = snapshot
    const position = Ulid.safeParse(start).success ? positionFrom(start) : reviewCount
    if (position === reviewCount) return null
    const list = { count: reviewCount, idAt, reviewAt: (at: number) => parseReview(reviewAt(at)) }
    return feedPageOfReviews(snapshot, list, position)
  },
  changes(snapshot, start) {
    const seq = /^[1-9]\d{0,14}$/.test(start) ? Number(start) : 0
    if (seq === 0 || seq > snapshot.log.size) return null
    const reviewOf = (id: string) => {
      const json = snapshot.review(id)
      return json && parseReview(json)
    }
    return feedPageOfChanges(snapshot, { log: snapshot.log, reviewOf }, seq)
  },
}

/** All reviews, or those that a search finds. */
export function csvOf(snapshot: Snapshot, args?: TableArgs): StreamedDocument {
  const { representations, reviewAt } = snapshot
  const known = args
    ? snapshot.digest + JSON.stringify(args)
    : representations.get('/reviews.json')!.digest
  const rowAt = (position: number) => Buffer.from(csvRow(parseReview(reviewAt(position))))
  const pieces = piecesOf(snapshot, rowAt, CSV_HEAD, args)
  return { contentType: CSV_TYPE, digest: digestOf(CSV_HEAD + known), pieces }
}

const NEWLINE = Buffer.from('\n')

export function jsonLinesOf(snapshot: Snapshot): StreamedDocument {
  const { years, reviewAt } = snapshot
  const lineAt = (position: number) => Buffer.concat([reviewAt(position), NEWLINE])
  const digest = digestOf(years.map(year => year.digest).join())
  return { contentType: 'application/jsonl', digest, pieces: piecesOf(snapshot, lineAt) }
}

const REVIEWS_PER_PIECE = 50

function piecesOf(
  snapshot: Snapshot,
  bytesAt: (position: number) => Uint8Array,
  head = '',
  args: TableArgs = { sort: 'newest' },
) {
  const positions = snapshot.findAll({ ...args, limit: 1 })
  return function* () {
    yield Buffer.from(head)
    for (let at = 0; at < positions.length; at += REVIEWS_PER_PIECE)
      yield Buffer.concat(Array.from(positions.subarray(at, at + REVIEWS_PER_PIECE), bytesAt))
  }
}

/** null where no review is from that year. */
export function yearOf({ years, reviewsBetween }: Snapshot, year: number): StreamedDocument | null {
  const index = years.findIndex(one => one.year === year)
  if (index < 0) return null
  const { count, digest } = years[index]!
  const from = years.slice(0, index).reduce((sum, one) => sum + one.count, 0)
  const head = Buffer.from(`{"year":${year},"review_count":${count},"reviews":[`)
  const pieces = () => [head, reviewsBetween(from, from + count), Buffer.from(']}')]
  return { contentType: 'application/json', digest, pieces }
}
