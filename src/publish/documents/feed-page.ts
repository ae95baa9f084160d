/** One page of a feed: which entries it has, and which pages are around it (RFC 5005 §3). */
import type { Review } from '../../model/review.ts'
import { FEED_SIZE, type FeedName } from '../base/public-paths.ts'
import type { RenderContext } from '../context/render-context.ts'
import { openLog, type PublishedLog } from '../log/published-log.ts'
import { jsonAt, latestOf, locateReviews, type MonthOfReviews } from '../months/month.ts'
import { parseReview } from '../months/prepare-review.ts'
import {
  type ChangeList,
  changeEntries,
  type FeedContext,
  type FeedEntry,
  reviewEntry,
  reviewEntryIds,
} from './feed-entries.ts'

/** What a page begins with: the id of a review or the number of a log entry; null for the first page. */
type PageStart = string | null

export type PageLinks = Partial<Record<'first' | 'previous' | 'next' | 'last', PageStart>>

export interface FeedPage {
  feed: FeedName
  start: PageStart
  links: PageLinks
  entries: FeedEntry[]
  /** On the first page of the reviews: what their subscribers should delete. */
  deleted?: DeletedEntry[]
  /** When the newest of its entries changed. */
  updated: string
  /** A feed of what a search finds has addresses of its own, and a title where there are filters. */
  list?: { title: string; page: string; pathOf(start: PageStart): string }
}

/** A review that was removed: not who wrote it, nor why. */
export type DeletedEntry = { ids: FeedEntry['ids']; at: string }

/** All reviews, newest first. */
interface PublishedReviews {
  count: number
  idAt(position: number): string
  reviewAt(position: number): Review
}

/** A page is named after its first review, not by its number: what is cached under a name never leaves a gap to the page before. */
export function feedPageOfReviews(
  context: FeedContext,
  { count, idAt, reviewAt }: PublishedReviews,
  position = 0,
): FeedPage {
  const startAt = (at: number) => (at === 0 ? null : idAt(at))
  const size = Math.min(FEED_SIZE, count - position)
  const reviews = Array.from({ length: size }, (_, offset) => reviewAt(position + offset))
  const entries = reviews.map(review => reviewEntry(context, review))
  return {
    feed: 'reviews',
    start: startAt(position),
    links: linksAround(position, count, FEED_SIZE, startAt),
    entries,
    updated: latestOf(entries.map(entry => entry.updated)),
  }
}

export const CHANGES_SIZE = 100

/** The page that begins with a log entry and goes back from there; by default the first, which begins with the newest. */
export function feedPageOfChanges(
  context: FeedContext,
  list: ChangeList,
  seq = list.log.size,
): FeedPage {
  const { size } = list.log
  const startAt = (at: number) => (at === 0 ? null : String(size - at))
  const from = Math.max(0, seq - CHANGES_SIZE)
  const entries = changeEntries(context, list, list.log.entriesAfter(from, seq - from).reverse())
  return {
    feed: 'changes',
    start: startAt(size - seq),
    links: linksAround(size - seq, size, CHANGES_SIZE, startAt),
    entries,
    updated: latestOf(entries.map(entry => entry.updated)),
  }
}

/** None where one page has everything. */
function linksAround(
  position: number,
  count: number,
  size: number,
  startAt: (position: number) => PageStart,
): PageLinks {
  if (position === 0 && count <= size) return {}
  const next = position + size
  return {
    first: startAt(0),
    ...(position > 0 && { previous: startAt(Math.max(0, position - size)) }),
    ...(next < count && { next: startAt(next) }),
    last: startAt(position + size * Math.floor((count - 1 - position) / size)),
  }
}

/** The first pages of the feeds, which are prebuilt: subscribers get them after each change. */
export const firstPages = (
  context: RenderContext,
  months: MonthOfReviews[],
  log: PublishedLog,
): [reviews: FeedPage, changes: FeedPage] => [
  {
    ...feedPageOfReviews(context, newestReviews(months, context.newest)),
    deleted: recentlyDeleted(log),
    updated: context.lastModified,
  },
  orDated(feedPageOfChanges(context, newestChanges(months, log)), context.lastModified),
]

/** An empty page has a date, too. */
const orDated = (page: FeedPage, date: string): FeedPage => ({
  ...page,
  updated: page.updated || date,
})

const TOMBSTONE_MS = 90 * 86_400_000

/** The reviews that were removed in the 90 days before the newest entry of the log, the last one first. */
function recentlyDeleted({ parts, shownSeq, writtenAt }: PublishedLog): DeletedEntry[] {
  const log = openLog(parts, shownSeq)
  const deleted: DeletedEntry[] = []
  for (const [id, seq] of parts.gone.toSorted(([, one], [, other]) => other - one)) {
    const { at } = log.entry(seq)
    if (Date.parse(at) < Date.parse(writtenAt!) - TOMBSTONE_MS) break
    deleted.push({ ids: reviewEntryIds(id), at })
  }
  return deleted
}

/** Only as many reviews as the first page shows. */
export function newestReviews(months: MonthOfReviews[], newest: Review[]): PublishedReviews {
  return {
    count: months.reduce((sum, { reviews }) => sum + reviews.length, 0),
    idAt(position) {
      let index = position
      for (const { reviews } of months) {
        if (index < reviews.length) return reviews[index]!.id
        index -= reviews.length
      }
      throw new RangeError(`There is no review ${position}.`)
    },
    reviewAt: position => newest[position]!,
  }
}

/** Only the reviews that the first page is about. */
function newestChanges(
  months: MonthOfReviews[],
  { size, parts, shownSeq }: PublishedLog,
): ChangeList {
  const log = openLog(parts, shownSeq)
  const ids = log
    .entriesAfter(Math.max(0, size - CHANGES_SIZE), CHANGES_SIZE)
    .map(entry => entry.review_id)
  const shown = new Set(ids.filter(id => shownSeq(id) !== undefined))
  const located = locateReviews(months, shown)
  return {
    log,
    reviewOf(id) {
      const found = located.get(id)
      return found ? parseReview(jsonAt(months[found[0]]!, found[1])) : null
    },
  }
}
