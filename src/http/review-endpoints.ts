/** Each review at an address of its own, and the ledger with its proofs. */
import {
  type GoneBody,
  type GrowthProof,
  type InclusionProof,
  ProofArgs,
  type Tombstone,
} from '../model/change.ts'
import { Ulid } from '../model/scalars.ts'
import { digestOf } from '../publish/pieces/content-digest.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { createQueryDecoder, queryOf } from './query-string.ts'
import { answerError, answerInvalid, answerMade, answerStatus, type Ctx, madeOf } from './response.ts'

export const REVIEW_PATH = '/api/reviews/:id'
export const PROOF_PATH = '/api/log/proof'
export const TILE_PATH = '/log/tile/*'

type Answer = Response | Promise<Response>

export function answerReview(c: Ctx, snapshot: Snapshot): Answer {
  const { review, tombstone } = findReview(snapshot, c.req.param('id'))
  if (review) return answerMade(c, madeOf(digestOf(review), review), snapshot.lastModified)
  if (!tombstone) return noReview(c)
  const body: GoneBody = { error: 'gone', message: 'This review is not shown any more.', tombstone }
  return answerStatus(c, 410, body)
}

/** The review, or what the ledger says of the end of one that was here. */
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

const noReview = (c: Ctx) => answerError(c, 404, 'not_found', 'There is no review with this id.')

const decodeProof = createQueryDecoder(ProofArgs)

export function answerProof(c: Ctx, snapshot: Snapshot): Answer {
  const decoded = decodeProof(queryOf(c))
  if ('issues' in decoded) return answerInvalid(c, decoded.issues)
  const { review_id, from = 0 } = decoded.args
  if (from > snapshot.log.size)
    return answerInvalid(c, [
      { path: ['from'], code: 'too_big', message: `must not be more than ${snapshot.log.size}` },
    ])
  const proof = review_id === undefined ? proveGrowth(from, snapshot) : proveInclusion(review_id, snapshot)
  if (!proof) return noReview(c)
  const body = Buffer.from(JSON.stringify(proof))
  return answerMade(c, madeOf(digestOf(body), body), snapshot.lastModified)
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
const checkpointOf = ({ representations }: Snapshot) =>
  Buffer.from(representations.get('/log/checkpoint')!.identity.body).toString()

/** C2SP tlog-tiles: what is there once never changes, so caches may keep it for good. */
export function answerTile(c: Ctx, snapshot: Snapshot): Answer {
  const tile = snapshot.log.tile(c.req.path.slice('/log/'.length))
  if (!tile) return answerError(c, 404, 'not_found', 'The log has no such tile.')
  return answerMade(
    c,
    { ...madeOf(digestOf(tile), tile), contentType: 'application/octet-stream' },
    snapshot.lastModified,
    // The demo gives way to a log of its own, at the same addresses.
    snapshot.business.fictional ? {} : { 'cache-control': 'public, max-age=31536000, immutable' },
  )
}
