/** Describes the routes that return reviews: all of them, those that match, those since a date, one. */
import { z } from 'zod'
import { GoneBody } from '../../model/change.ts'
import { ReviewsDataset, SearchResult, SinceResult } from '../../model/dataset.ts'
import type { Json } from '../../model/json-schema.ts'
import { Review } from '../../model/review.ts'
import { Ulid } from '../../model/scalars.ts'
import { SearchArgs, SinceArgs } from '../../model/search.ts'
import { SEARCH_PATH } from '../../publish/base/public-paths.ts'
import { exampleDate, type RenderContext } from '../../publish/context/render-context.ts'
import { CSV_HEAD, CSV_PATH, csvRow } from '../../publish/documents/reviews-csv.ts'
import { NO_REVIEW, REMOVED, REVIEW_PATH } from '../review-endpoints.ts'
import { SINCE_PATH } from '../search-endpoints.ts'
import { errorResponse, operation, parametersOf, readResponses, validationError } from './building-blocks.ts'
import { datasetExample, SAMPLE_ID, searchExample, searchExamples, sinceExample } from './examples.ts'

export function describeReviewRoutes(context: RenderContext): Json {
  return {
    '/reviews.json': {
      get: operation('getReviews', 'reviews', 'All reviews', DATASET_TEXT, {
        responses: readResponses(ReviewsDataset, datasetExample(context)),
      }),
    },
    [CSV_PATH]: {
      get: operation('getReviewsCsv', 'reviews', 'All reviews as a table', CSV_TEXT, {
        responses: readResponses(z.string(), csvExample(context), 'text/csv'),
      }),
    },
    [SEARCH_PATH]: {
      get: operation('searchReviews', 'reviews', 'Search', SEARCH_TEXT, {
        parameters: parametersOf(SearchArgs, 'query', searchExamples(context)),
        responses: {
          ...readResponses(SearchResult, searchExample(context)),
          400: validationError('rating', { code: 'too_big', message: 'must be 5 or less' }),
        },
      }),
    },
    [SINCE_PATH.replace(':date', '{date}')]: {
      get: operation('getReviewsSince', 'reviews', 'Reviews since a date', SINCE_TEXT, {
        parameters: parametersOf(SinceArgs, 'path', { date: exampleDate(context) }),
        responses: {
          ...readResponses(SinceResult, sinceExample(context)),
          400: validationError('date', { code: 'invalid_format', message: NOT_A_DATE }),
        },
      }),
    },
    [REVIEW_PATH.replace(':id', '{id}')]: { get: describeReview(context) },
  }
}

const csvExample = ({ newest }: RenderContext) => CSV_HEAD + newest.slice(0, 1).map(csvRow).join('')

function describeReview({ newest: [review], lastModified }: RenderContext): Json {
  return operation('getReview', 'reviews', 'One review', 'A review in its current state.', {
    parameters: parametersOf(z.object({ id: Ulid }), 'path', { id: review?.id }),
    responses: {
      ...readResponses(Review, review),
      404: errorResponse(NO_REVIEW, 'not_found'),
      410: errorResponse(
        'The review was published here and has been removed.',
        removedExample(review?.id ?? SAMPLE_ID, lastModified),
        GoneBody,
      ),
    },
  })
}

function removedExample(review_id: string, at: string): GoneBody {
  const tombstone = { seq: 2, op: 'gone_at_source', at, review_id, reason: 'source_removed' } as const
  return { error: 'gone', message: REMOVED, tombstone }
}

const DATASET_TEXT = 'The business, its aggregate rating and all published reviews.'
const CSV_TEXT =
  'The same reviews for spreadsheets (RFC 4180, UTF-8), one column per field. A cell that a spreadsheet would take for a formula begins with an apostrophe, so keep copies of `/reviews.json` instead.'
const SEARCH_TEXT = 'Reviews that match all the given parameters, newest first unless `sort` says otherwise.'
const SINCE_TEXT = 'All reviews on or after the date, newest first.'
const NOT_A_DATE = 'must be a date that exists, written YYYY-MM-DD'
