/** Describes the routes that return reviews (all of them, those that match, those since a date, one), and the insights. */
import { z } from 'zod'
import { GoneBody } from '../../model/change.ts'
import { ReviewsDataset, ReviewWithRevisions, SearchResult, SinceResult } from '../../model/dataset.ts'
import { Insights } from '../../model/insights.ts'
import type { Json } from '../../model/json-schema.ts'
import { Ulid } from '../../model/scalars.ts'
import { SearchArgs, SinceArgs } from '../../model/search.ts'
import { ReviewStats, StatsArgs, TOO_MANY_GROUPS } from '../../model/stats.ts'
import { SEARCH_PATH, STATS_PATH } from '../../publish/base/public-paths.ts'
import { exampleDate, type RenderContext } from '../../publish/context/render-context.ts'
import { CSV_HEAD, CSV_PATH, csvRow } from '../../publish/documents/reviews-csv.ts'
import { NO_REVIEW, REMOVED, REVIEW_PATH } from '../review-endpoints.ts'
import { SINCE_PATH } from '../search-endpoints.ts'
import {
  errorResponses,
  parametersOf,
  route,
  schemaOf,
  textRoute,
  validationError,
} from './building-blocks.ts'
import {
  datasetExample,
  insightsExample,
  SAMPLE_ID,
  searchExample,
  searchExamples,
  sinceExample,
  statsExample,
} from './examples.ts'

export const describeReviewRoutes = (context: RenderContext): Json => ({
  '/reviews.json': route('getReviews', ReviewsDataset, datasetExample(context)),
  [CSV_PATH]: textRoute('getReviewsCsv', 'text/csv', csvExample(context)),
  [SEARCH_PATH]: route('searchReviews', SearchResult, searchExample(context), {
    parameters: parametersOf(SearchArgs, 'query', searchExamples(context)),
    errors: validationError('rating', 'too_big', 'must be 5 or less'),
  }),
  [STATS_PATH]: route('getStats', ReviewStats, statsExample(context), {
    parameters: parametersOf(StatsArgs, 'query', { ...searchExamples(context), ...STATS_EXAMPLES }),
    errors: validationError('group_by', 'too_big', TOO_MANY_GROUPS),
  }),
  [SINCE_PATH.replace(':date', '{date}')]: route('getReviewsSince', SinceResult, sinceExample(context), {
    parameters: parametersOf(SinceArgs, 'path', { date: exampleDate(context) }),
    errors: validationError('date', 'invalid_format', 'must be a date that exists, written YYYY-MM-DD'),
  }),
  [REVIEW_PATH.replace(':id', '{id}')]: describeReview(context),
})

export const describeInsightRoutes = (context: RenderContext): Json => ({
  '/insights.json': route('getInsights', Insights, insightsExample(context)),
})

const STATS_EXAMPLES = { group_by: 'technician,year', sort: '-review_count' }

const csvExample = ({ newest }: RenderContext) => CSV_HEAD + newest.slice(0, 1).map(csvRow).join('')

function describeReview({ newest: [review], lastModified: at }: RenderContext): Json {
  const review_id = review?.id ?? SAMPLE_ID
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
