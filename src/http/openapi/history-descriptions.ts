/** Describes the change feed and the public log. */
import { z } from 'zod'
import {
  ChangesArgs,
  ChangesPage,
  type LedgerEntry,
  LogProof,
  Openings,
  ProofArgs,
} from '../../model/change.ts'
import type { Json } from '../../model/json-schema.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { CHANGES_PATH } from '../../publish/pieces/public-paths.ts'
import { NO_TILE, PROOF_PATH } from '../review-endpoints.ts'
import { errorResponse, operation, parametersOf, readResponses, validationError } from './building-blocks.ts'
import { SAMPLE_COMMITMENT, SAMPLE_ID } from './examples.ts'

const SAMPLE_HASH = 'n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg='
const SAMPLE_OPENING = { seq: 1, source_key: 'example', salt: SAMPLE_COMMITMENT }

export const describeHistoryRoutes = (context: RenderContext): Json => ({
  [CHANGES_PATH]: { get: describeChanges(context) },
  [PROOF_PATH]: { get: describeProof(context) },
  ...describeLogFiles(context),
})

const idOf = ({ newest: [review] }: RenderContext) => review?.id ?? SAMPLE_ID
const originOf = ({ baseUrl }: RenderContext) => `${new URL(baseUrl).hostname}/log`

function checkpointExample(context: RenderContext): string {
  const origin = originOf(context)
  return `${origin}\n1\n${SAMPLE_HASH}\n\n— ${origin} …\n`
}

function describeChanges(context: RenderContext): Json {
  const { newest, lastModified: at } = context
  const review = newest[0] ?? null
  const changes = [{ seq: 1, op: 'add', at, review_id: idOf(context), review, reason: null }]
  return operation('getChanges', 'history', 'Changes', CHANGES_TEXT, {
    parameters: parametersOf(ChangesArgs, 'query', { cursor: '0', limit: 100 }),
    responses: {
      ...readResponses(ChangesPage, { changes, next_cursor: '1-9f86d081-1', has_more: false }),
      400: validationError('cursor', {
        code: 'invalid_cursor',
        message: 'must be the next_cursor of an earlier answer, or 0',
      }),
    },
  })
}

function describeProof(context: RenderContext): Json {
  const review_id = idOf(context)
  const entry: LedgerEntry = {
    seq: 1,
    op: 'add',
    at: context.lastModified,
    review_id,
    revision: 1,
    reason: null,
    commitment: SAMPLE_COMMITMENT,
  }
  return operation('getProof', 'history', 'Proofs', PROOF_TEXT, {
    parameters: parametersOf(ProofArgs, 'query', { review_id: context.newest[0]?.id, from: 0 }),
    responses: {
      ...readResponses(LogProof, {
        review_id,
        entry,
        leaf_index: 0,
        tree_size: 1,
        proof: [],
        opening: SAMPLE_OPENING,
        checkpoint: checkpointExample(context),
      }),
      400: validationError('from', { code: 'too_big', message: 'must not be more than 277' }),
      404: errorResponse('The log has no entry about this review.', 'not_found'),
    },
  })
}

function describeLogFiles(context: RenderContext): Json {
  return {
    '/log/checkpoint': {
      get: operation('getCheckpoint', 'history', 'Checkpoint', CHECKPOINT_TEXT, {
        responses: readResponses(z.string(), checkpointExample(context), 'text/plain'),
      }),
    },
    '/log/key': {
      get: operation('getLogKey', 'history', 'Log key', 'The verifier key (C2SP signed-note).', {
        responses: readResponses(z.string(), `${originOf(context)}+1f2e3d4c+AQ…\n`, 'text/plain'),
      }),
    },
    '/log/openings.json': {
      get: operation('getOpenings', 'history', 'Openings', OPENINGS_TEXT, {
        responses: readResponses(Openings, { openings: { [idOf(context)]: SAMPLE_OPENING } }),
      }),
    },
    '/log/tile/{level}/{index}': {
      get: operation('getTile', 'history', 'Tiles', TILE_TEXT, {
        parameters: parametersOf(Tile, 'path', tileExample(context.logSize)),
        responses: {
          ...readResponses(z.string().meta({ format: 'binary' }), '', 'application/octet-stream'),
          404: errorResponse(NO_TILE, 'not_found'),
        },
      }),
    },
  }
}

const Tile = z.object({
  level: z.string().describe('A level of the tree, or "entries".'),
  index: z
    .string()
    .describe('In groups of three digits: 067, x001/x234/067. A partial tile ends with .p/ and its width.'),
})

const FULL_TILE = 256

/** The first tile, full or partial; an empty log has none. */
function tileExample(logSize: number): Json {
  if (logSize === 0) return {}
  return { level: '0', index: logSize < FULL_TILE ? `000.p/${logSize}` : '000' }
}

const CHANGES_TEXT =
  'Every change to the published reviews, oldest first: a client that applies them all ends up with the same reviews as /reviews.json. Each change includes the review in its current state, or null if it has been removed. When a link or mention changes without an edit, the last entry about the review is repeated.'
const PROOF_TEXT =
  'Proves that the log contains the last entry about a review (review_id), or that the log has only grown since it had a given size (from).'
const CHECKPOINT_TEXT = 'The signed head of the log (C2SP tlog-checkpoint).'
const OPENINGS_TEXT =
  'For each published review, what is needed in addition to the review to recompute its commitment in the log.'
const TILE_TEXT =
  'Hashes of the tree, 256 per tile, or bundles of 256 entries (C2SP tlog-tiles). A published tile never changes.'
