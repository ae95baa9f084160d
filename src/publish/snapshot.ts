/** The Snapshot: one immutable version of the data, which every response is read from. */
import { deserialize } from 'node:v8'
import { localeOf } from '../locale/locale.ts'
import { foldCase } from '../model/case-folding.ts'
import type { Opening } from '../model/change.ts'
import { languageRanges, PARAMETER_OF } from '../model/filters.ts'
import { MentionKind } from '../model/insights.ts'
import { once } from '../model/once-per.ts'
import { facetNamesIn, type SearchArgs, type Sort, type Unrecognized } from '../model/search.ts'
import type { ReviewStats, StatsArgs } from '../model/stats.ts'
import { asBuffer } from './base/bytes.ts'
import { withoutFingerprint } from './base/content-digest.ts'
import { dateNumber, ulidDay } from './base/day-number.ts'
import { firstWhere } from './base/sorted-lists.ts'
import type { RenderContext } from './context/render-context.ts'
import type { SinceGroups } from './documents/dataset-documents.ts'
import type { DocumentSet } from './documents/document.ts'
import { type Representation, representLater } from './documents/representation.ts'
import { openLog } from './log/published-log.ts'
import { openReannouncements } from './log/re-announcements.ts'
import { parseReview } from './months/prepare-review.ts'
import { countGroups } from './search/count-groups.ts'
import {
  countFacets,
  countOptions,
  type FilterOption,
  type ResolveIds,
} from './search/count-options.ts'
import { createFindEvidence } from './search/find-evidence.ts'
import {
  type FoundReviews,
  findReviews,
  type NamedIds,
  NO_REVIEWS,
  type Wanted,
  wordsOf,
} from './search/find-reviews.ts'
import { createNameLookup, type FindName, MOST_SUGGESTED } from './search/name-lookup.ts'
import { createFindOptions } from './search/options.ts'
import { openSearchIndex, type SearchIndex } from './search/search-index.ts'
import {
  type Cursor,
  decodeCursor,
  encodeCursor,
  type SearchHits,
} from './search/search-response.ts'
import type { SearchableNames } from './search/searchable-names.ts'
import { comesAfter, starsAt } from './search/sort-order.ts'
import type { SnapshotBuilder } from './snapshot-builder.ts'

/** The data of a Snapshot, as it lies in its file. */
export type SnapshotParts = NonNullable<Awaited<ReturnType<SnapshotBuilder['build']>>>['parts']

/** What is rendered from a Snapshot when somebody asks. */
export type ListDocuments = (snapshot: Snapshot) => Promise<DocumentSet[]>

export type Snapshot = ReturnType<typeof openSnapshot>

/**
 * One immutable version of everything that is served. HTTP, MCP, the site and the hub read nothing else, so a response never
 * mixes two versions; when data changes, the publisher swaps in the next Snapshot.
 *
 * @example
 * const snapshot = openSnapshot(parts)
 * const { matched, reviews, nextCursor } = snapshot.search({ query: 'furnace', sort: 'newest', limit: 20 })!
 * const feed = snapshot.representations.get('/feed.xml')!.identity // body and ETag
 */
export function openSnapshot(parts: SnapshotParts, listDocuments: ListDocuments = async () => []) {
  const {
    names,
    discovered,
    index: data,
    sinceGroups,
    starts,
    openingStarts,
    redated,
    ...facts
  } = parts
  const index = openSearchIndex(data)
  const revisions = new Map(parts.revisions)
  const representations = new Map(parts.representations.map(one => [one.path, one]))
  const bodyOf = (path: string) => asBuffer(representations.get(path)!.identity.body)
  const reviews = openReviews(parts, bodyOf('/reviews.json'))
  const lookups = createLookups(names)
  const resolve = createResolve(lookups, parts)
  const resolveIds: ResolveIds = args => {
    const { ids, unrecognized } = resolve(args)
    return unrecognized.length > 0 ? null : ids
  }
  const search = createSearch(index, reviews, resolve, {
    topics: parts.insights.topics,
    discovered,
  })
  const findOptions = createFindOptions(index, names, localeOf(parts.locale))
  const openings = bodyOf('/log/openings.json')
  const opening = (id: string): Opening | null => {
    const position = reviews.positionOf(id)
    if (position === null) return null
    const start = openingStarts[position]! + `"${id}":`.length
    return JSON.parse(openings.toString('utf8', start, openingStarts[position + 1]! - 1))
  }
  /** By path, what renders the document there, and others with it, once. */
  const renderers = once(async () => {
    const found = new Map<string, () => Representation[]>()
    for (const { paths, render } of await listDocuments(snapshot)) {
      const renderOnce = once(() => {
        const documents = render().map(representLater)
        for (const document of documents) representations.set(document.path, document)
        return documents
      })
      for (const path of paths) found.set(path, renderOnce)
    }
    return found
  })
  const snapshot = {
    ...facts,
    reviewCount: reviews.count,
    /** What pages are rendered from. */
    context: once(() => deserialize(parts.context) as RenderContext),
    /** The documents in the file, and those that were rendered since. */
    representations: representations as ReadonlyMap<string, Representation>,
    /** Renders the document at a path, if there is one. An asset is also found by an old fingerprint: pages from another version ask for it. */
    async render(path: string): Promise<Representation | undefined> {
      const stable = withoutFingerprint(path)
      const render = (await renderers()).get(stable)
      render?.()
      return representations.get(path) ?? representations.get(stable)
    },
    async renderAll(): Promise<void> {
      for (const render of (await renderers()).values()) render()
    },
    /** What a name stands for, or what may have been meant; the id of a technician is the name. */
    findName: (kind: MentionKind, name: string) => lookups[kind](name),
    /** Newest first. */
    idsStartingWith: (text: string) =>
      Array.from({ length: reviews.count }, (_, position) => reviews.idAt(position)).filter(id =>
        id.startsWith(text),
      ),
    /** The review's JSON; null where it is not shown. */
    review(id: string) {
      const position = reviews.positionOf(id)
      return position === null ? null : reviews.jsonAt(position)
    },
    /** By position among all reviews, newest first. */
    reviewAt: reviews.jsonAt,
    /** Up to but not including `to`, as the bytes of a JSON array without its brackets. */
    reviewsBetween: reviews.between,
    idAt: reviews.idAt,
    /** Where the review is in that order or, if it is not shown, where it would be. */
    positionFrom: reviews.positionFrom,
    /** What it takes to verify its commitment; null where it is not shown. */
    opening,
    /** What changed in it since it was first stored, oldest first. */
    revisionsOf: (id: string) => revisions.get(id) ?? [],
    /** The review's JSON with its revisions; null where it is not shown. */
    details(id: string) {
      const position = reviews.positionOf(id)
      if (position === null) return null
      const more = `,"revisions":${JSON.stringify(revisions.get(id) ?? [])}}`
      return Buffer.concat([reviews.jsonAt(position).subarray(0, -1), Buffer.from(more)])
    },
    log: openLog(parts.log, id => opening(id)?.seq),
    /** What changed without a ledger entry. */
    reannouncements: openReannouncements(parts.reannouncements, reviews.idAt),
    /** null if the cursor is invalid in this order. `skip` leaves out the first hits. */
    search(args: PagedSearch): SearchHits | null {
      const found = search(args)
      if (!found || args.facets === undefined) return found
      const facets = countFacets(index, args, facetNamesIn(args.facets)!, findOptions, resolveIds)
      return { ...found, facets }
    },
    /** The positions of everything that a search finds, in its order. */
    findAll(args: SearchArgs): Uint32Array {
      const ids = resolveIds(args)
      return (ids ? findReviews(index, args, ids) : NO_REVIEWS).positions
    },
    /** How many reviews a search would find with each option instead of what it has there. */
    countOptions: (args: SearchArgs, options: FilterOption[]) =>
      countOptions(index, args, options, findOptions, resolveIds),
    /** Counts of what a search would find, in groups; null if there are too many of them. */
    stats(args: StatsArgs): ReviewStats | null {
      const { ids, unrecognized } = resolve(args)
      if (unrecognized.length > 0)
        return { matched: 0, average_rating: null, groups: [], unrecognized }
      return countGroups(index, findOptions, args, ids, parts.baseUrl)
    },
    /** All reviews on or after the date, as the bytes of a JSON array without its brackets, and their digest. */
    since: createSince(sinceGroups, reviews),
  }
  return snapshot
}

type PagedSearch = SearchArgs & Pick<Wanted, 'order'> & { skip?: number }

type ReviewTable = ReturnType<typeof openReviews>

const ID_OFFSET = '{"id":"'.length
const ID_LENGTH = 26

/** The reviews in the body of /reviews.json, by position, newest first. */
function openReviews({ index: { dates }, starts, redated }: SnapshotParts, body: Buffer) {
  const redatedDays = new Map(redated)
  const count = dates.length

  function idAt(position: number): string {
    const start = starts[position]! + ID_OFFSET
    return body.toString('latin1', start, start + ID_LENGTH)
  }

  /** By date, then id: above zero if the review is newer than these, below if it is older. */
  function compareAge(position: number, date: number, id: string): number {
    const at = dates[position]!
    if (at !== date) return at - date
    const own = idAt(position)
    return own === id ? 0 : own > id ? 1 : -1
  }

  /** The position of the review, or of the first that comes after it: by the day in its id, unless it has been redated. */
  function positionFrom(id: string): number {
    const date = redatedDays.get(id) ?? ulidDay(id)
    return firstWhere(count, candidate => compareAge(candidate, date, id) <= 0)
  }

  return {
    count,
    jsonAt: (position: number): Uint8Array =>
      body.subarray(starts[position], starts[position + 1]! - 1),
    idAt,
    compareAge,
    positionFrom,
    positionOf(id: string): number | null {
      const position = positionFrom(id)
      return position < count && idAt(position) === id ? position : null
    },
    /** Their JSON with the commas between them. */
    between: (from: number, to: number): Uint8Array => body.subarray(starts[from], starts[to]! - 1),
  }
}

type Lookups = Record<MentionKind, FindName>

const createLookups = (names: SearchableNames): Lookups =>
  Object.fromEntries(
    MentionKind.options.map(kind => [kind, createNameLookup(names[kind])]),
  ) as Lookups

type ResolveNames = ReturnType<typeof createResolve>

/** What the names in a search stand for, and those that stand for nothing; a language that no review is in is one of these. */
function createResolve(lookups: Lookups, { index, languages }: SnapshotParts) {
  const tags = index.columns.language.values as (string | null)[]
  const known = new Set(tags.flatMap(languageRanges))
  return (args: Pick<SearchArgs, (typeof PARAMETER_OF)[MentionKind] | 'language'>) => {
    const ids: NamedIds = {}
    const unrecognized: Unrecognized[] = []
    for (const kind of MentionKind.options) {
      const parameter = PARAMETER_OF[kind]
      const value = args[parameter]
      if (value === undefined) continue
      const found = lookups[kind](value)
      if ('id' in found) ids[kind] = found.id
      else unrecognized.push({ parameter, value, suggestions: found.suggestions })
    }
    const { language } = args
    if (language !== undefined && !known.has(foldCase(language))) {
      const suggestions = languages.slice(0, MOST_SUGGESTED).map(one => one.language)
      unrecognized.push({ parameter: 'language', value: language, suggestions })
    }
    return { ids, unrecognized }
  }
}

function createSearch(
  index: SearchIndex,
  reviews: ReviewTable,
  resolve: ResolveNames,
  described: Parameters<typeof createFindEvidence>[4],
) {
  const starsOf = starsAt(index.columns.stars)
  const rankAt = ({ scores }: FoundReviews, sort: Sort, position: number) =>
    sort === 'relevance' ? (scores?.[position] ?? 0) : starsOf(position)

  /** Tests whether a hit comes after the cursor. */
  const follows =
    (hits: FoundReviews, { rank, date, id }: Cursor, sort: Sort) =>
    (position: number) =>
      comesAfter(sort, rankAt(hits, sort, position) - rank, reviews.compareAge(position, date, id))

  return (args: PagedSearch): SearchHits | null => {
    const { order: sort = args.sort, limit, skip = 0 } = args
    const cursor = args.cursor === undefined ? undefined : decodeCursor(args.cursor, sort)
    if (cursor === null) return null
    const { ids, unrecognized } = resolve(args)
    const words = wordsOf(index, args)
    const hits = unrecognized.length > 0 ? NO_REVIEWS : findReviews(index, args, ids, words)
    const { positions: all } = hits
    const isNext = cursor && follows(hits, cursor, sort)
    const start = skip + (isNext ? firstWhere(all.length, at => isNext(all[at]!)) : 0)
    const positions = [...all.subarray(start, start + limit)]
    const hasMore = start + limit < all.length
    const cursorAt = (position: number): Cursor => ({
      rank: rankAt(hits, sort, position),
      date: index.dates[position]!,
      id: reviews.idAt(position),
    })
    const found = positions.map(reviews.jsonAt)
    const findEvidence = args.evidence
      ? createFindEvidence(index, args, ids, words, described)
      : null
    return {
      matched: all.length,
      reviews: found,
      nextCursor: hasMore ? encodeCursor(cursorAt(positions.at(-1)!), sort) : null,
      unrecognized,
      misspelled: words?.misspelled ?? [],
      evidence:
        findEvidence &&
        Object.fromEntries(
          found
            .map(parseReview)
            .map((review, number) => [review.id, findEvidence(positions[number]!, review)]),
        ),
    }
  }
}

function createSince({ dates, counts, digests }: SinceGroups, reviews: ReviewTable) {
  return (date: string) => {
    const oldest = dateNumber(date)
    const group = firstWhere(dates.length, index => dates[index]! < oldest) - 1
    if (group < 0) return { matched: 0, reviews: new Uint8Array(), digest: 'none' }
    const matched = counts[group]!
    return { matched, reviews: reviews.between(0, matched), digest: digests[group]! }
  }
}
