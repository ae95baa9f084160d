/** One page of a feed: which entries it has, and which pages are around it (RFC 5005 §3). */
import type { Review } from '../../model/review.ts'
import type { FeedName } from '../base/public-paths.ts'
import { FEED_SIZE } from '../context/render-context.ts'
import {
  type ChangeList,
  changeEntries,
  type FeedContext,
  type FeedEntry,
  reviewEntry,
} from './feed-entries.ts'

/** What a page begins with: the id of a review or the number of a log entry; null for the first page. */
export type PageStart = string | null

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
}

/** A review that was removed: not who wrote it, nor why. */
export interface DeletedEntry {
  ids: FeedEntry['ids']
  at: string
}

/** All reviews, newest first. */
export interface PublishedReviews {
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
    updated: latestOf(entries),
  }
}

export const CHANGES_SIZE = 100

/** The page that begins with a log entry and goes back from there; by default the first, which begins with the newest. */
export function feedPageOfChanges(context: FeedContext, list: ChangeList, seq = list.log.size): FeedPage {
  const { size } = list.log
  const startAt = (at: number) => (at === 0 ? null : String(size - at))
  const from = Math.max(0, seq - CHANGES_SIZE)
  const entries = changeEntries(context, list, list.log.entriesAfter(from, seq - from).reverse())
  return {
    feed: 'changes',
    start: startAt(size - seq),
    links: linksAround(size - seq, size, CHANGES_SIZE, startAt),
    entries,
    updated: latestOf(entries),
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

const latestOf = (entries: FeedEntry[]) =>
  entries.reduce((latest, { updated }) => (updated > latest ? updated : latest), '')
