/** The immutable state of the data that every reader reads. */
import type { Business } from '../model/business.ts'
import type { Opening } from '../model/change.ts'
import type { Insights } from '../model/insights.ts'
import type { AggregateRating } from '../model/review.ts'
import type { SearchArgs } from '../model/search.ts'
import type { SiteSettings } from '../model/site.ts'
import { asBuffer } from './bytes.ts'
import { type Cursor, decodeCursor, encodeCursor } from './cursor.ts'
import { dateNumber } from './dates.ts'
import { findText } from './find-text.ts'
import { foldCase } from './fold.ts'
import { clip, intersect, lowerBound } from './lists.ts'
import type { LogParts } from './log-book.ts'
import { type LogReader, openLog } from './log-reader.ts'
import { openRenewals, type RenewalParts, type Renewals } from './renewals.ts'
import type { Representation } from './representation.ts'
import type { SearchIndex } from './search-index.ts'
import { ulidDay } from './ulid-day.ts'

/** The data of a Snapshot, as the publishing thread hands it over. */
export interface SnapshotParts {
  version: number
  digest: string
  /** When this version was made, for Last-Modified. */
  lastModified: string
  business: Business
  site: SiteSettings
  aggregateRating: AggregateRating
  /** Every way to call a technician or a service, with the name or id it stands for. */
  names: { technicians: [spelling: string, name: string][]; services: [spelling: string, id: string][] }
  insights: Omit<Insights, 'per_review'>
  representations: Representation[]
  index: SearchIndex
  /** Review i stands in the body of /reviews.json from `starts[i]` up to the comma before `starts[i + 1]`. */
  starts: Uint32Array
  /** The same for the openings in /log/openings.json. */
  openingStarts: Uint32Array
  /** Reviews whose day is another than the one in their id. */
  moved: (readonly [id: string, day: number])[]
  renewals: RenewalParts
  sinceGroups: SinceGroups
  log: LogParts
  /** Tells the ledger, which grows also where the reviews look the same in the end. */
  logDigest: string
  logId: string
}

/** For each day with reviews, newest first: how many there are up to and with it, and the digest of those. */
export interface SinceGroups {
  dates: Uint32Array
  counts: Uint32Array
  digests: string[]
}

export interface Found {
  matched: number
  reviews: Uint8Array[]
  nextCursor: string | null
}

export interface Snapshot {
  version: number
  /** Tells all that answers depend on: the same on every instance. */
  digest: string
  lastModified: string
  business: Business
  site: SiteSettings
  aggregateRating: AggregateRating
  /** Without the reading of each review, which stands in /insights.json. */
  insights: Omit<Insights, 'per_review'>
  reviewCount: number
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
  renewals: Renewals
  /** null when the cursor is none of ours. */
  search(args: SearchArgs): Found | null
  /** All reviews on or after the date, as the bytes of a JSON list without its brackets, and the digest of those. */
  since(date: string): { matched: number; reviews: Uint8Array; digest: string }
}

export function openSnapshot(parts: SnapshotParts): Snapshot {
  const { index, starts, sinceGroups, version, lastModified, business } = parts
  const representations = new Map(parts.representations.map(one => [one.path, one]))
  const body = asBuffer(representations.get('/reviews.json')!.identity.body)
  const openings = asBuffer(representations.get('/log/openings.json')!.identity.body)
  const moved = new Map(parts.moved)
  const count = index.dates.length

  const reviewAt = (position: number) => body.subarray(starts[position], starts[position + 1]! - 1)
  const ID_AT = '{"id":"'.length
  const idAt = (position: number) =>
    body.toString('latin1', starts[position]! + ID_AT, starts[position]! + ID_AT + 26)

  /** The first position that comes after the cursor: by date, then id, both descending. */
  function positionAfter({ date, id }: Cursor): number {
    return firstWhere(count, position => {
      const at = index.dates[position]!
      return at < date || (at === date && idAt(position) < id)
    })
  }

  /** By the day that its id tells, unless it is one of those that moved. */
  function positionOf(id: string): number | null {
    const date = moved.get(id) ?? ulidDay(id)
    const position = firstWhere(count, place => {
      const at = index.dates[place]!
      return at < date || (at === date && idAt(place) <= id)
    })
    return position < count && idAt(position) === id ? position : null
  }

  return {
    version,
    digest: parts.digest,
    lastModified,
    business,
    site: parts.site,
    aggregateRating: parts.aggregateRating,
    insights: parts.insights,
    reviewCount: count,
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

    opening(id) {
      const position = positionOf(id)
      if (position === null) return null
      const start = parts.openingStarts[position]! + `"${id}":`.length
      return JSON.parse(openings.toString('utf8', start, parts.openingStarts[position + 1]! - 1))
    },

    renewals: openRenewals(parts.renewals, idAt, firstWhere),
    log: openLog(parts.log),
    logDigest: parts.logDigest,
    logId: parts.logId,

    search(args) {
      const cursor = args.cursor === undefined ? undefined : decodeCursor(args.cursor)
      if (cursor === null) return null
      const hits = findHits(index, args)
      const page = hits.page(cursor ? positionAfter(cursor) : 0, args.limit + 1)
      const positions = Array.from(page).slice(0, args.limit)
      const last = positions.at(-1)
      const more = last !== undefined && page.length > args.limit
      return {
        matched: hits.length,
        reviews: positions.map(reviewAt),
        nextCursor: more ? encodeCursor({ date: index.dates[last]!, id: idAt(last) }) : null,
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

/** Ascending positions that match. */
interface Hits {
  length: number
  /** The first `limit` of them that are not below `from`. */
  page(from: number, limit: number): ArrayLike<number>
}

function findHits(index: SearchIndex, args: SearchArgs): Hits {
  const { from, to } = span(index.dates, args.since, args.until)
  const asked = askedStars(args)
  const lists = askedLists(index, args).map(list => clip(list, from, to))
  if (lists.length > 0) {
    const list = lists.sort((a, b) => a.length - b.length).reduce(intersect)
    return hitsOfLists([asked ? keepStars(list, index.stars, asked) : list])
  }
  if (asked) return hitsOfLists(asked.map(stars => clip(index.byStars[stars]!, from, to)))
  return hitsOfSpan(from, Math.max(from, to))
}

/** Of lists that have nothing in common. */
function hitsOfLists(lists: Uint32Array[]): Hits {
  return {
    length: lists.reduce((sum, list) => sum + list.length, 0),
    page(from, limit) {
      const parts = lists.map(list => {
        const start = lowerBound(list, from)
        return list.subarray(start, start + limit)
      })
      return parts.length === 1
        ? parts[0]!
        : Uint32Array.from(parts.flatMap(part => [...part]))
            .sort()
            .subarray(0, limit)
    },
  }
}

/** Of neighbours: they are never written out. */
function hitsOfSpan(from: number, to: number): Hits {
  return {
    length: to - from,
    page(start, limit) {
      const first = Math.min(Math.max(start, from), to)
      return Array.from({ length: Math.min(limit, to - first) }, (_, place) => first + place)
    },
  }
}

/** The numbers of stars that are asked for; null where they do not matter. */
function askedStars({ rating, min_rating }: SearchArgs): number[] | null {
  if (rating === undefined && min_rating === undefined) return null
  return [1, 2, 3, 4, 5].filter(stars => stars >= (min_rating ?? 1) && stars === (rating ?? stars))
}

function keepStars(list: Uint32Array, stars: Uint8Array, asked: number[]): Uint32Array {
  const wanted = Uint8Array.from([0, 1, 2, 3, 4, 5], number => (asked.includes(number) ? 1 : 0))
  const kept = new Uint32Array(list.length)
  let count = 0
  for (let place = 0; place < list.length; place++) {
    kept[count] = list[place]!
    count += wanted[stars[list[place]!]!]!
  }
  return kept.subarray(0, count)
}

function span(dates: Uint32Array, since?: string, until?: string): { from: number; to: number } {
  const oldest = since === undefined ? 0 : dateNumber(since)
  const newest = until === undefined ? 99_999_999 : dateNumber(until)
  return {
    from: firstWhere(dates.length, position => dates[position]! <= newest),
    to: firstWhere(dates.length, position => dates[position]! < oldest),
  }
}

const NOTHING = new Uint32Array()

function askedLists(index: SearchIndex, args: SearchArgs): Uint32Array[] {
  const { mentions_technician, mentions_service, query } = args
  const lists: Uint32Array[] = []
  if (mentions_technician !== undefined)
    lists.push(index.technicians.get(foldCase(mentions_technician)) ?? NOTHING)
  if (mentions_service !== undefined) lists.push(index.services.get(foldCase(mentions_service)) ?? NOTHING)
  if (query !== undefined) lists.push(findText(index, query))
  return lists
}

/** Binary search over 0 … count: the first number for which the test holds, given that it holds from there on. */
function firstWhere(count: number, holds: (place: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
