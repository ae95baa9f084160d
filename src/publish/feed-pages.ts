/** The later pages of the feeds, rendered on request. */
import { localeOf } from '../locale/locale.ts'
import { Ulid } from '../model/scalars.ts'
import type { TableArgs } from '../model/search.ts'
import * as paths from './base/public-paths.ts'
import type { Document } from './documents/document.ts'
import { renderAtom } from './documents/feed-atom.ts'
import { reviewEntry } from './documents/feed-entries.ts'
import { renderJsonFeed } from './documents/feed-json.ts'
import { CHANGES_SIZE, type FeedPage, feedPageOfChanges, feedPageOfReviews } from './documents/feed-page.ts'
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
      title: inWords && say(words.feeds.titleOfList, { business: snapshot.business.name, filters: inWords }),
      page: paths.searchUrl(
        '',
        { ...asked, sort: filters.words && (asked.sort ?? 'newest') },
        paths.REVIEWS_PATH,
      ),
      pathOf: start => paths.searchUrl('', { ...asked, cursor: start ?? undefined }, paths.SEARCH_FEED_PATH),
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
