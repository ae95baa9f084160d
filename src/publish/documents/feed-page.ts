/** One page of a feed: which entries it has, and which pages are around it (RFC 5005 §3). */
import type { LedgerEntry } from '../../model/change.ts'
import type { Review } from '../../model/review.ts'
import { FEED_SIZE, type RenderContext } from '../context/render-context.ts'
import type { LogReader } from '../log/log-reader.ts'
import type { FeedName } from '../pieces/public-paths.ts'
import { changeEntries, reviewEntry } from './feed-entries.ts'

/** What every feed says about itself. */
export type FeedContext = Pick<RenderContext, 'baseUrl' | 'business' | 'locale' | 'language'>

export interface FeedEntry {
  /** Its id in the JSON Feed, and in Atom. */
  ids: { json: string; atom: string }
  reviewId: string
  title: string
  published: string
  updated: string
  /** Tells entries of the same second apart. */
  number: number
  /** null where the entry shows nothing of it. */
  review: Review | null
  /** The review with the owner's reply, or what became of it. */
  text: string
  /** In the feed of all changes. */
  change: LedgerEntry | null
}

/** What a page begins with: the id of a review or the number of a log entry; null for the first page. */
export type PageStart = string | null

export interface PageLinks {
  first?: PageStart
  previous?: PageStart
  next?: PageStart
  last?: PageStart
}

export interface FeedPage {
  feed: FeedName
  start: PageStart
  links: PageLinks
  entries: FeedEntry[]
  /** When the newest of its entries changed. */
  updated: string
}

/** All reviews, newest first. */
export interface ReviewList {
  count: number
  idAt(position: number): string
  reviewAt(position: number): Review
}

/** A page is named after its first review, not by its number: what is cached under a name never leaves a gap to the page before. */
export function pageOfReviews(
  context: FeedContext,
  { count, idAt, reviewAt }: ReviewList,
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

/** The log, and the reviews that are shown. */
export interface ChangeList {
  log: Pick<LogReader, 'size' | 'entry' | 'entriesAfter' | 'entriesAbout'>
  reviewOf(id: string): Review | null
}

export const CHANGES_SIZE = 100

/** The page that begins with a log entry and goes back from there; by default the first, which begins with the newest. */
export function pageOfChanges(context: FeedContext, list: ChangeList, seq = list.log.size): FeedPage {
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
