/** Describes the change feed and the public log. */
import { z } from 'zod'
import { ChangesArgs, ChangesPage, LogProof, Openings, ProofArgs } from '../../model/change.ts'
import type { Json } from '../../model/json-schema.ts'
import { WitnessList } from '../../model/witnessing.ts'
import { CHANGES_PATH } from '../../publish/base/public-paths.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { NO_TILE, PROOF_PATH } from '../review-endpoints.ts'
import { errorResponses, parametersOf, route, textRoute, validationError } from './building-blocks.ts'
import { entryExample, SAMPLE_COMMITMENT } from './examples.ts'

const SAMPLE_HASH = 'n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg='
const SAMPLE_OPENING = { seq: 1, source_key: 'example', salt: SAMPLE_COMMITMENT }

export const describeHistoryRoutes = (context: RenderContext): Json => ({
  [CHANGES_PATH]: describeChanges(context),
  [PROOF_PATH]: describeProof(context),
  ...describeLogFiles(context),
})

const originOf = ({ baseUrl }: RenderContext) => `${new URL(baseUrl).host}/log`

function checkpointExample(context: RenderContext): string {
  const origin = originOf(context)
  return `${origin}\n1\n${SAMPLE_HASH}\n\n— ${origin} …\n`
}

function describeChanges(context: RenderContext): Json {
  const { seq, op, at, review_id, reason } = entryExample(context)
  const changes = [{ seq, op, at, review_id, review: context.newest[0] ?? null, reason }]
  const example = { changes, next_cursor: '1-9f86d081-1', has_more: false }
  return route('getChanges', ChangesPage, example, {
    parameters: parametersOf(ChangesArgs, 'query', { cursor: '0', limit: 100 }),
    errors: validationError('cursor', 'invalid_cursor', 'must be the next_cursor of an earlier answer, or 0'),
  })
}

function describeProof(context: RenderContext): Json {
  const entry = entryExample(context)
  const example = {
    review_id: entry.review_id,
    entry,
    leaf_index: 0,
    tree_size: 1,
    proof: [],
    opening: SAMPLE_OPENING,
    checkpoint: checkpointExample(context),
  }
  return route('getProof', LogProof, example, {
    parameters: parametersOf(ProofArgs, 'query', { review_id: context.newest[0]?.id, from: 0 }),
    errors: {
      ...validationError('from', 'too_big', 'must not be more than 277'),
      ...errorResponses({ not_found: 'The log has no entry about this review.' }),
    },
  })
}

const describeLogFiles = (context: RenderContext): Json => ({
  '/log/checkpoint': textRoute('getCheckpoint', 'text/plain', checkpointExample(context)),
  '/log/key': textRoute('getLogKey', 'text/plain', `${originOf(context)}+1f2e3d4c+AQ…\n`),
  '/log/witnesses': route('getWitnesses', WitnessList, {
    log_size: context.logSize,
    witnesses: [],
  }),
  '/log/openings.json': route('getOpenings', Openings, {
    openings: { [entryExample(context).review_id]: SAMPLE_OPENING },
  }),
  '/log/tile/{level}/{index}': route('getTile', z.string().meta({ format: 'binary' }), '', {
    type: 'application/octet-stream',
    parameters: parametersOf(Tile, 'path', tileExample(context.logSize)),
    errors: errorResponses({ not_found: NO_TILE }),
  }),
})

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
