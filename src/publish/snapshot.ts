/** The immutable state of the data that every reader reads. */
import type { Business } from '../model/business.ts'
import type { Opening } from '../model/change.ts'
import type { Insights } from '../model/insights.ts'
import type { AggregateRating } from '../model/review.ts'
import type { SearchArgs, Sort } from '../model/search.ts'
import type { SiteSettings } from '../model/site.ts'
import type { SinceGroups } from './documents/dataset-documents.ts'
import type { Representation } from './documents/representation.ts'
import { type LogReader, openLog } from './log/log-reader.ts'
import type { LogParts } from './log/published-log.ts'
import {
  openReannouncements,
  type ReannouncementParts,
  type Reannouncements,
} from './log/re-announcements.ts'
import { asBuffer } from './pieces/bytes.ts'
import { foldCase } from './pieces/case-folding.ts'
import { dateNumber } from './pieces/date-number.ts'
import { firstWhere } from './pieces/sorted-lists.ts'
import { ulidDay } from './pieces/ulid-day.ts'
import { type Cursor, decodeCursor, encodeCursor } from './search/cursor.ts'
import { findHits } from './search/find-hits.ts'
import type { LanguageCount } from './search/language-counts.ts'
import type { NameSpellings, SearchIndex } from './search/search-index.ts'
import type { SearchHits } from './search/search-response.ts'
import { comesAfter } from './search/sort-order.ts'

/** The data of a Snapshot, as the publishing thread hands it over. */
export interface SnapshotParts {
  version: number
  digest: string
  /** When this version was made, for Last-Modified. */
  lastModified: string
  baseUrl: string
  business: Business
  site: SiteSettings
  aggregateRating: AggregateRating
  names: NameSpellings
  languages: LanguageCount[]
  insights: Omit<Insights, 'per_review'>
  representations: Representation[]
  index: SearchIndex
  /** Review i stands in the body of /reviews.json from `starts[i]` up to the comma before `starts[i + 1]`. */
  starts: Uint32Array
  /** The same for the openings in /log/openings.json. */
  openingStarts: Uint32Array
  /** Reviews whose day is another than the one in their id. */
  redated: (readonly [id: string, day: number])[]
  reannouncements: ReannouncementParts
  sinceGroups: SinceGroups
  log: LogParts
  /** Tells the ledger, which grows also where the reviews look the same in the end. */
  logDigest: string
  logId: string
}

export interface Snapshot {
  version: number
  /** Tells all that answers depend on: the same on every instance. */
  digest: string
  lastModified: string
  baseUrl: string
  business: Business
  site: SiteSettings
  aggregateRating: AggregateRating
  /** Without the reading of each review, which stands in /insights.json. */
  insights: Omit<Insights, 'per_review'>
  reviewCount: number
  /** The languages of the reviews, the most frequent first. */
  languages: LanguageCount[]
  representations: ReadonlyMap<string, Representation>
  /** The technician's name, or the service's id, that somebody means; null where there is none. */
  technicianCalled(spelling: string): string | null
  serviceCalled(spelling: string): string | null
  /** Newest first. */
  idsBeginning(text: string): string[]
  /** The review's JSON; null where there is none. */
  review(id: string): Uint8Array | null
  /** What it takes to check its commitment; null where it is not shown. */
  opening(id: string): Opening | null
  log: LogReader
  logDigest: string
  /** Tells this log from another one, whatever its host is called. */
  logId: string
  /** What changed without an entry in the ledger. */
  reannouncements: Reannouncements
  /** null when the cursor is none of ours in this order. `skip` leaves out so many hits. */
  search(args: SearchArgs & { skip?: number }): SearchHits | null
  /** All reviews on or after the date, as the bytes of a JSON list without its brackets, and the digest of those. */
  since(date: string): { matched: number; reviews: Uint8Array; digest: string }
}

export function openSnapshot(parts: SnapshotParts): Snapshot {
  const { index, starts, sinceGroups, version, lastModified, business } = parts
  const representations = new Map(parts.representations.map(one => [one.path, one]))
  const body = asBuffer(representations.get('/reviews.json')!.identity.body)
  const openings = asBuffer(representations.get('/log/openings.json')!.identity.body)
  const moved = new Map(parts.redated)
  const count = index.dates.length

  const reviewAt = (position: number) => body.subarray(starts[position], starts[position + 1]! - 1)
  const ID_AT = '{"id":"'.length
  const idAt = (position: number) =>
    body.toString('latin1', starts[position]! + ID_AT, starts[position]! + ID_AT + 26)

  /** By date, then id: above zero where the review is newer than these tell, below where it is older. */
  function compareAge(position: number, date: number, id: string): number {
    const at = index.dates[position]!
    if (at !== date) return at - date
    const own = idAt(position)
    return own === id ? 0 : own > id ? 1 : -1
  }

  const cursorAt = (position: number): Cursor => ({
    stars: index.stars[position]!,
    date: index.dates[position]!,
    id: idAt(position),
  })

  /** Tests whether a review comes after the cursor. */
  const follows =
    ({ stars, date, id }: Cursor, sort: Sort) =>
    (position: number) =>
      comesAfter(sort, index.stars[position]! - stars, compareAge(position, date, id))

  /** By the day that its id tells, unless it is one of those that moved. */
  function positionOf(id: string): number | null {
    const date = moved.get(id) ?? ulidDay(id)
    const position = firstWhere(count, place => compareAge(place, date, id) <= 0)
    return position < count && idAt(position) === id ? position : null
  }

  function opening(id: string): Opening | null {
    const position = positionOf(id)
    if (position === null) return null
    const start = parts.openingStarts[position]! + `"${id}":`.length
    return JSON.parse(openings.toString('utf8', start, parts.openingStarts[position + 1]! - 1))
  }

  return {
    version,
    digest: parts.digest,
    lastModified,
    baseUrl: parts.baseUrl,
    business,
    site: parts.site,
    aggregateRating: parts.aggregateRating,
    insights: parts.insights,
    reviewCount: count,
    languages: parts.languages,
    representations,
    technicianCalled: createLookup(parts.names.technicians),
    serviceCalled: createLookup(parts.names.services),

    idsBeginning(text) {
      return Array.from({ length: count }, (_, position) => idAt(position)).filter(id => id.startsWith(text))
    },

    review(id) {
      const position = positionOf(id)
      return position === null ? null : reviewAt(position)
    },

    opening,

    reannouncements: openReannouncements(parts.reannouncements, idAt, firstWhere),
    log: openLog(parts.log, id => opening(id)?.seq),
    logDigest: parts.logDigest,
    logId: parts.logId,

    search(args) {
      const { sort, limit, skip = 0 } = args
      const cursor = args.cursor === undefined ? undefined : decodeCursor(args.cursor, sort)
      if (cursor === null) return null
      const hits = findHits(index, args)
      const page = hits.page(cursor && follows(cursor, sort), skip, limit + 1)
      const positions = [...page.subarray(0, limit)]
      const hasMore = page.length > limit
      return {
        matched: hits.length,
        reviews: positions.map(reviewAt),
        nextCursor: hasMore ? encodeCursor(cursorAt(positions.at(-1)!), sort) : null,
      }
    },

    since(date) {
      const wanted = dateNumber(date)
      const group = firstWhere(sinceGroups.dates.length, place => sinceGroups.dates[place]! < wanted) - 1
      if (group < 0) return { matched: 0, reviews: new Uint8Array(), digest: 'none' }
      const matched = sinceGroups.counts[group]!
      return {
        matched,
        reviews: body.subarray(starts[0], starts[matched]! - 1),
        digest: sinceGroups.digests[group]!,
      }
    },
  }
}

function createLookup(names: [spelling: string, key: string][]): (spelling: string) => string | null {
  const keys = new Map(names.map(([spelling, key]) => [foldCase(spelling), key]))
  return spelling => keys.get(foldCase(spelling)) ?? null
}
