/** The description of the change feed, of single reviews and of the ledger. */
import { z } from 'zod'
import {
  ChangesArgs,
  ChangesPage,
  GoneBody,
  type LedgerEntry,
  LogProof,
  Openings,
  ProofArgs,
} from '../../model/change.ts'
import type { Json } from '../../model/json-schema.ts'
import { Review } from '../../model/review.ts'
import { Ulid } from '../../model/scalars.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { CHANGES_PATH } from '../changes-endpoint.ts'
import { PROOF_PATH, REVIEW_PATH } from '../review-endpoints.ts'
import { failed, invalid, operation, parametersOf, readResponses } from './building-blocks.ts'

const SAMPLE_ID = '01KKMT9200Z88TWY7HK8WBY3NF'
const SAMPLE_HASH = 'n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg='
const SAMPLE_COMMITMENT = 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg'

export function describeHistory(context: RenderContext): Json {
  const { newest, baseUrl } = context
  const review = newest[0] ?? null
  const review_id = review?.id ?? SAMPLE_ID
  const at = context.lastModified
  const log = `${new URL(baseUrl).hostname}/log`
  const checkpoint = `${log}\n1\n${SAMPLE_HASH}\n\n— ${log} …\n`
  const entry: LedgerEntry = {
    seq: 1,
    op: 'add',
    at,
    review_id,
    revision: 1,
    reason: null,
    commitment: SAMPLE_COMMITMENT,
  }
  const opening = { seq: 1, source_key: 'example', salt: SAMPLE_COMMITMENT }
  const changes = [{ seq: 1, op: 'add', at, review_id, review, reason: null }]
  return {
    [CHANGES_PATH]: {
      get: operation('getChanges', 'history', 'Changes', CHANGES_TEXT, {
        parameters: parametersOf(ChangesArgs, 'query', { cursor: '0', limit: 100 }),
        responses: {
          ...readResponses(ChangesPage, { changes, next_cursor: '1-9f86d081-1', has_more: false }),
          400: invalid('cursor', {
            code: 'invalid_cursor',
            message: 'must be the next_cursor of an earlier answer, or 0',
          }),
        },
      }),
    },
    [REVIEW_PATH.replace(':id', '{id}')]: {
      get: operation('getReview', 'reviews', 'One review', 'A review as it is shown now.', {
        parameters: parametersOf(z.object({ id: Ulid }), 'path', { id: review?.id }),
        responses: {
          ...readResponses(Review, review ?? undefined),
          404: failed('There is no review with this id.', 'not_found'),
          410: gone(review_id, at),
        },
      }),
    },
    [PROOF_PATH]: {
      get: operation('getProof', 'history', 'Proofs', PROOF_TEXT, {
        parameters: parametersOf(ProofArgs, 'query', { review_id: review?.id, from: 0 }),
        responses: {
          ...readResponses(LogProof, {
            review_id,
            entry,
            leaf_index: 0,
            tree_size: 1,
            proof: [],
            opening,
            checkpoint,
          }),
          400: invalid('from', { code: 'too_big', message: 'must not be more than 277' }),
          404: failed('The log has no entry about this review.', 'not_found'),
        },
      }),
    },
    '/log/checkpoint': {
      get: operation(
        'getCheckpoint',
        'history',
        'Checkpoint',
        'The signed head of the log (C2SP tlog-checkpoint).',
        {
          responses: readResponses(z.string(), checkpoint, 'text/plain'),
        },
      ),
    },
    '/log/key': {
      get: operation('getLogKey', 'history', 'Key of the log', 'The verifier key (C2SP signed-note).', {
        responses: readResponses(z.string(), `${log}+1f2e3d4c+AQ…\n`, 'text/plain'),
      }),
    },
    '/log/openings.json': {
      get: operation('getOpenings', 'history', 'Openings', OPENINGS_TEXT, {
        responses: readResponses(Openings, { openings: { [review_id]: opening } }),
      }),
    },
    '/log/tile/{level}/{index}': {
      get: operation('getTile', 'history', 'Tiles', TILE_TEXT, {
        parameters: parametersOf(Tile, 'path', tileExample(context.logSize)),
        responses: {
          ...readResponses(z.string().meta({ format: 'binary' }), '', 'application/octet-stream'),
          404: failed('The log has no such tile.', 'not_found'),
        },
      }),
    },
  }
}

const Tile = z.object({
  level: z.string().describe('A level of the tree, or "entries".'),
  index: z
    .string()
    .describe('In groups of three digits: 067, x001/x234/067; a partial tile with .p/ and its width.'),
})

const FULL_TILE = 256

/** Its first tile, whole or as far as it goes; an empty log has none. */
function tileExample(logSize: number): Json {
  if (logSize === 0) return {}
  return { level: '0', index: logSize < FULL_TILE ? `000.p/${logSize}` : '000' }
}

function gone(review_id: string, at: string): Json {
  const tombstone = { seq: 2, op: 'gone_at_source', at, review_id, reason: 'source_removed' } as const
  const example: GoneBody = { error: 'gone', message: 'This review is not shown any more.', tombstone }
  return failed('The review was here and is not shown any more.', example, GoneBody)
}

const CHANGES_TEXT =
  'Every change of what is published, oldest first: a client that reads it from the start ends up with the same as /reviews.json. Beside each change stands the review as it is now, or null where it is not shown any more. What changes without an edit (a link, a mention) is told by the last entry about the review once more.'
const PROOF_TEXT =
  'Proves that the last entry about a review is in the log (review_id), or that the log has only grown since it had a size (from).'
const OPENINGS_TEXT =
  'For each review that is shown, what must be known beside it to compute its commitment in the log again.'
const TILE_TEXT =
  'Hashes of the tree, 256 a tile, or bundles of 256 entries (C2SP tlog-tiles). A tile that is there never changes.'
