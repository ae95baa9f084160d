/** Describes the routes that return reviews (all of them, those that match, those since a date, one), the insights, and the history: changes and the public log. */
import { z } from 'zod'
import { ChangesArgs, ChangesPage, GoneBody, LogProof, Openings, ProofArgs } from '../../model/change.ts'
import { ReviewsDataset, ReviewWithRevisions, SearchResult, SinceResult } from '../../model/dataset.ts'
import { Insights } from '../../model/insights.ts'
import type { Json } from '../../model/json-schema.ts'
import { Ulid } from '../../model/scalars.ts'
import { SearchArgs, SinceArgs } from '../../model/search.ts'
import { ReviewStats, StatsArgs, TOO_MANY_GROUPS } from '../../model/stats.ts'
import { WitnessList } from '../../model/witnessing.ts'
import { CHANGES_PATH, SEARCH_PATH, STATS_PATH } from '../../publish/base/public-paths.ts'
import { exampleDate, type RenderContext } from '../../publish/context/render-context.ts'
import { CSV_HEAD, CSV_PATH, csvRow } from '../../publish/documents/reviews-csv.ts'
import { NO_REVIEW, NO_TILE, PROOF_PATH, REMOVED, REVIEW_PATH } from '../review-endpoints.ts'
import { SINCE_PATH } from '../search-endpoints.ts'
import {
  errorResponses,
  parametersOf,
  route,
  schemaOf,
  textRoute,
  validationError,
} from './building-blocks.ts'
import * as samples from './examples.ts'

export const describeReviewRoutes = (context: RenderContext): Json => ({
  '/reviews.json': route('getReviews', ReviewsDataset, samples.datasetExample(context)),
  [CSV_PATH]: textRoute('getReviewsCsv', 'text/csv', csvExample(context)),
  [SEARCH_PATH]: route('searchReviews', SearchResult, samples.searchExample(context), {
    parameters: parametersOf(SearchArgs, 'query', samples.searchExamples(context)),
    errors: validationError('rating', 'too_big', 'must be 5 or less'),
  }),
  [STATS_PATH]: route('getStats', ReviewStats, samples.statsExample(context), {
    parameters: parametersOf(StatsArgs, 'query', { ...samples.searchExamples(context), ...STATS_EXAMPLES }),
    errors: validationError('group_by', 'too_big', TOO_MANY_GROUPS),
  }),
  [SINCE_PATH.replace(':date', '{date}')]: route(
    'getReviewsSince',
    SinceResult,
    samples.sinceExample(context),
    {
      parameters: parametersOf(SinceArgs, 'path', { date: exampleDate(context) }),
      errors: validationError('date', 'invalid_format', 'must be a date that exists, written YYYY-MM-DD'),
    },
  ),
  [REVIEW_PATH.replace(':id', '{id}')]: describeReview(context),
})

export const describeInsightRoutes = (context: RenderContext): Json => ({
  '/insights.json': route('getInsights', Insights, samples.insightsExample(context)),
})

const STATS_EXAMPLES = { group_by: 'technician,year', sort: '-review_count' }

const csvExample = ({ newest }: RenderContext) => CSV_HEAD + newest.slice(0, 1).map(csvRow).join('')

function describeReview({ newest: [review], lastModified: at }: RenderContext): Json {
  const review_id = review?.id ?? samples.SAMPLE_ID
  const tombstone = { seq: 2, op: 'gone_at_source', at, review_id, reason: 'source_removed' } as const
  const example: GoneBody = { error: 'gone', message: REMOVED, tombstone }
  const gone = {
    description: 'The review was published here and has been removed.',
    content: { 'application/json': { schema: schemaOf(GoneBody), example } },
  }
  return route('getReview', ReviewWithRevisions, review && { ...review, revisions: [] }, {
    parameters: parametersOf(z.object({ id: Ulid }), 'path', { id: review?.id }),
    errors: {
      ...validationError('fields', 'unknown_parameter', 'is not a parameter here; there are none'),
      ...errorResponses({ not_found: NO_REVIEW }),
      410: gone,
    },
  })
}

/** Describes the change feed and the public log. */
const SAMPLE_HASH = 'n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg='
const SAMPLE_OPENING = { seq: 1, source_key: 'example', salt: samples.SAMPLE_COMMITMENT }

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
  const { seq, op, at, review_id, reason } = samples.entryExample(context)
  const changes = [{ seq, op, at, review_id, review: context.newest[0] ?? null, reason }]
  const example = { changes, next_cursor: '1-9f86d081-1', has_more: false }
  return route('getChanges', ChangesPage, example, {
    parameters: parametersOf(ChangesArgs, 'query', { cursor: '0', limit: 100 }),
    errors: validationError('cursor', 'invalid_cursor', 'must be the next_cursor of an earlier answer, or 0'),
  })
}

function describeProof(context: RenderContext): Json {
  const entry = samples.entryExample(context)
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
  '/log/witnesses': route('getWitnesses', WitnessList, { log_size: context.logSize, witnesses: [] }),
  '/log/openings.json': route('getOpenings', Openings, {
    openings: { [samples.entryExample(context).review_id]: SAMPLE_OPENING },
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
