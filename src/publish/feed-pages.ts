/** The later pages of the feeds, rendered on request. */
import { Ulid } from '../model/scalars.ts'
import { FEED_SIZE, type FeedFormat, type FeedName } from './base/public-paths.ts'
import type { Document } from './documents/document.ts'
import { renderAtom } from './documents/feed-atom.ts'
import { renderJsonFeed } from './documents/feed-json.ts'
import { CHANGES_SIZE, type FeedPage, feedPageOfChanges, feedPageOfReviews } from './documents/feed-page.ts'
import { parseReview } from './months/prepare-review.ts'
import type { Snapshot } from './snapshot.ts'

/** null where no page begins there. */
export function renderFeedPage(
  snapshot: Snapshot,
  feed: FeedName,
  format: FeedFormat,
  start: string,
): Document | null {
  const found = PAGES[feed](snapshot, start)
  if (!found) return null
  // Even if it is the same as the first page by now, it is no topic.
  const page = { ...found, start }
  return format === 'json' ? renderJsonFeed(snapshot, page) : renderAtom(snapshot, page)
}

/** What the later pages begin with, as the links of the first page lead to them. */
export function* laterStarts(snapshot: Snapshot, feed: FeedName): Generator<string> {
  const { reviewCount, idAt, log } = snapshot
  if (feed === 'reviews') for (let at = FEED_SIZE; at < reviewCount; at += FEED_SIZE) yield idAt(at)
  else for (let seq = log.size - CHANGES_SIZE; seq > 0; seq -= CHANGES_SIZE) yield String(seq)
}

const PAGES: Record<FeedName, (snapshot: Snapshot, start: string) => FeedPage | null> = {
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
