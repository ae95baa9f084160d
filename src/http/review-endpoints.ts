/** Single reviews, the public log with its proofs, and the later pages of the feeds. */
import { tilePaths } from '../ledger/tile-list.ts'
import {
  type GoneBody,
  type GrowthProof,
  type InclusionProof,
  ProofArgs,
  type Tombstone,
} from '../model/change.ts'
import { messageOf } from '../model/errors.ts'
import { Ulid } from '../model/scalars.ts'
import { type FeedFormat, type FeedName, feedPagePath } from '../publish/base/public-paths.ts'
import { laterStarts, renderFeedPage } from '../publish/feed-pages.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { createStrictDecoder, queryOf, unknownParameters } from './query-string.ts'
import {
  type AnyResponse,
  bodyOf,
  type Ctx,
  respondError,
  respondInvalid,
  respondProblem,
  respondWith,
} from './response.ts'
import type { StaticFile } from './static-file.ts'

export const reviewFiles = (snapshot: Snapshot): StaticFile[] =>
  snapshot.idsStartingWith('').map(id => ({
    path: `/api/reviews/${id}`,
    contentType: 'application/json',
    render: () => snapshot.details(id)!,
  }))

export function respondReview(c: Ctx, snapshot: Snapshot): AnyResponse {
  const unknown = unknownParameters(c)
  if (unknown.length > 0) return respondInvalid(c, unknown)
  const { review, tombstone } = findReview(snapshot, c.req.param('id'))
  if (review)
    return respondWith(c, bodyOf(snapshot.details(c.req.param('id')!)!), snapshot.lastModified)
  if (!tombstone) return reviewNotFound(c)
  const body: GoneBody = { error: 'gone', message: messageOf('gone'), tombstone }
  return respondProblem(c, 410, body)
}

/** The review, or the ledger entry about its removal; neither if there never was one. */
export function findReview(
  snapshot: Snapshot,
  wanted: string | undefined,
): { review?: Uint8Array; tombstone?: Tombstone } {
  const id = Ulid.safeParse(wanted)
  if (!id.success) return {}
  const review = snapshot.review(id.data)
  if (review) return { review }
  const entry = snapshot.log.goneEntry(id.data)
  if (!entry) return {}
  const { seq, op, at, review_id, reason } = entry
  return { tombstone: { seq, op, at, review_id, reason } }
}

export const NO_REVIEW = 'There is no review with this id.'

export const reviewNotFound = (c: Ctx) => respondError(c, 'not_found', NO_REVIEW)

const decodeProof = createStrictDecoder(ProofArgs)

export function respondProof(c: Ctx, snapshot: Snapshot): AnyResponse {
  const decoded = decodeProof(queryOf(c))
  if ('issues' in decoded) return respondInvalid(c, decoded.issues)
  const { review_id, from = 0 } = decoded.args
  if (from > snapshot.log.size)
    return respondInvalid(c, [
      { path: ['from'], code: 'too_big', message: `must not be more than ${snapshot.log.size}` },
    ])
  const proof =
    review_id === undefined ? proveGrowth(from, snapshot) : proveInclusion(review_id, snapshot)
  if (!proof) return reviewNotFound(c)
  return respondWith(c, bodyOf(JSON.stringify(proof)), snapshot.lastModified)
}

function proveGrowth(from: number, snapshot: Snapshot): GrowthProof {
  const { log } = snapshot
  return {
    from,
    tree_size: log.size,
    proof: log.growth(from).map(toBase64),
    checkpoint: checkpointOf(snapshot),
  }
}

function proveInclusion(review_id: string, snapshot: Snapshot): InclusionProof | null {
  const { log } = snapshot
  const opening = snapshot.opening(review_id)
  const entry = opening ? log.entry(opening.seq) : log.goneEntry(review_id)
  if (!entry) return null
  return {
    review_id,
    entry,
    leaf_index: entry.seq - 1,
    tree_size: log.size,
    proof: log.inclusion(entry.seq).map(toBase64),
    opening,
    checkpoint: checkpointOf(snapshot),
  }
}

const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
/** The signed checkpoint of the log. */
export const checkpointOf = ({ representations }: Snapshot) =>
  Buffer.from(representations.get('/log/checkpoint')!.identity.body).toString()

export const NO_TILE = 'The log has no such tile.'

export const tileFiles = (snapshot: Snapshot): StaticFile[] =>
  Array.from(tilePaths(snapshot.log.size), path => ({
    path: `/log/${path}`,
    render: () => snapshot.log.tile(path)!,
  }))

/** A published tile never changes, so caches may keep it forever (C2SP tlog-tiles). */
export function respondTile(c: Ctx, snapshot: Snapshot): AnyResponse {
  const tile = snapshot.log.tile(c.req.path.slice('/log/'.length))
  if (!tile) return respondError(c, 'not_found', NO_TILE)
  return respondWith(
    c,
    bodyOf(tile, { contentType: 'application/octet-stream' }),
    snapshot.lastModified,
    // The demo's log will be replaced by a real one at the same addresses.
    snapshot.business.fictional ? {} : { 'cache-control': 'public, max-age=31536000, immutable' },
  )
}

export const NO_FEED_PAGE = 'No page of this feed begins here, or not yet.'

/** The later pages of a feed; the first one is a document. */
export function feedPages(feed: FeedName, format: FeedFormat) {
  const name = feed === 'reviews' ? '{id}' : '{seq}'
  return {
    path: feedPagePath(feed, format, name),
    // Hono matches whole segments, so the name of the file is checked afterwards.
    pattern: feedPagePath(feed, format, ':page').replace(/\.\w+$/, ''),
    respond(c: Ctx, snapshot: Snapshot): AnyResponse {
      const [start] = (c.req.param('page') ?? '').split('.', 1)
      const isPage = start && feedPagePath(feed, format, start) === c.req.path
      const page = isPage && renderFeedPage(snapshot, feed, format, start)
      if (!page) return respondError(c, 'not_found', NO_FEED_PAGE)
      return respondWith(
        c,
        bodyOf(page.body, { contentType: page.contentType }),
        snapshot.lastModified,
      )
    },
    *files(snapshot: Snapshot): Generator<StaticFile> {
      for (const start of laterStarts(snapshot, feed)) {
        const path = feedPagePath(feed, format, start)
        yield { path, render: () => renderFeedPage(snapshot, feed, format, start)!.body }
      }
    },
  }
}
