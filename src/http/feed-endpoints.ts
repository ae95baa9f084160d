/** The later pages of the feeds; the first ones are prebuilt. */
import { FEED_PATHS, type FeedFormat, type FeedName, feedPagePath } from '../publish/base/public-paths.ts'
import { renderFeedPage } from '../publish/feed-pages.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { type AnyResponse, bodyOf, type Ctx, respondError, respondWith } from './response.ts'

export type FeedPageRoute = { feed: FeedName; format: FeedFormat; path: string }

/** Hono matches whole segments, so the name of the file is checked afterwards. */
export const FEED_PAGE_ROUTES: FeedPageRoute[] = Object.entries(FEED_PATHS).flatMap(([feed, formats]) =>
  Object.keys(formats).map(format => {
    const names = { feed: feed as FeedName, format: format as FeedFormat }
    return { ...names, path: feedPagePath(names.feed, names.format, ':page').replace(/\.\w+$/, '') }
  }),
)

export const NO_FEED_PAGE = 'No page of this feed begins here, or not yet.'

export function respondFeedPage(c: Ctx, snapshot: Snapshot, { feed, format }: FeedPageRoute): AnyResponse {
  const [start] = (c.req.param('page') ?? '').split('.', 1)
  const page =
    start && feedPagePath(feed, format, start) === c.req.path && renderFeedPage(snapshot, feed, format, start)
  if (!page) return respondError(c, 'not_found', NO_FEED_PAGE)
  return respondWith(c, bodyOf(page.body, { contentType: page.contentType }), snapshot.lastModified)
}
