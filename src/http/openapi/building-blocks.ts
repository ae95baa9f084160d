/** What the descriptions of endpoints are made of: answers, parameters, schemas. */
import { z } from 'zod'
import { Business } from '../../model/business.ts'
import {
  Change,
  ChangesPage,
  GoneBody,
  GrowthProof,
  HistoryCounts,
  InclusionProof,
  LedgerEntry,
  LogProof,
  Opening,
  Openings,
  Tombstone,
} from '../../model/change.ts'
import { RatingSummary, ReviewsDataset, SearchResult, SinceResult } from '../../model/dataset.ts'
import { ErrorBody, ValidationErrorBody } from '../../model/error.ts'
import { FeedItem, JsonFeed } from '../../model/feed.ts'
import { AspectInsight, EntityInsight, Insights, ReviewInsight, TopicInsight } from '../../model/insights.ts'
import { CONVERSION, type Json, toJsonSchema } from '../../model/json-schema.ts'
import { OEmbed } from '../../model/oembed.ts'
import {
  AggregateRating,
  Mentions,
  OwnerReply,
  Review,
  Tag,
  Translation,
  Verification,
} from '../../model/review.ts'

export function operation(
  operationId: string,
  tag: string,
  summary: string,
  description: string,
  rest: Json,
): Json {
  return { operationId, tags: [tag], summary, description, ...rest }
}

export function readResponses(schema: z.ZodType, example: unknown, type = 'application/json'): Json {
  const headers = Object.fromEntries(
    Object.keys(HEADERS).map(name => [name, { $ref: `#/components/headers/${name}` }]),
  )
  return {
    200: { description: 'The data.', headers, content: { [type]: { schema: reference(schema), example } } },
    304: { description: 'What the reader has is still current. The body is empty.', headers },
    ...refer(405, 406, 429, 500, 503),
  }
}

export const HEADERS = {
  ETag: {
    description: 'A strong validator; differs by content coding.',
    schema: { type: 'string' },
    example: '"Jh3…"',
  },
  'Last-Modified': {
    description: 'When the data last changed.',
    schema: { type: 'string' },
    example: 'Tue, 10 Nov 2026 12:00:00 GMT',
  },
}

/** Failures that every read endpoint shares. */
const FAILURES: Record<number, { name: string; description: string; example: ErrorBody }> = {
  405: failure(
    'MethodNotAllowed',
    'Another method than GET, HEAD or OPTIONS.',
    'method_not_allowed',
    'Use GET, HEAD, OPTIONS.',
  ),
  406: failure(
    'NotAcceptable',
    'No acceptable content coding.',
    'not_acceptable',
    'Accept-Encoding refuses every coding.',
  ),
  429: failure(
    'TooManyRequests',
    'Too many requests; see Retry-After.',
    'too_many_requests',
    'Try again in 20 seconds.',
  ),
  500: failure('InternalError', 'A fault of the service.', 'internal_error', 'Something went wrong here.'),
  503: failure(
    'Unavailable',
    'Starting or stopping.',
    'unavailable',
    'The service is starting. Try again in a moment.',
  ),
}

function failure(name: string, description: string, error: string, message: string) {
  return { name, description, example: { error, message } }
}

export const refer = (...statuses: number[]) =>
  Object.fromEntries(
    statuses.map(status => [status, { $ref: `#/components/responses/${FAILURES[status]!.name}` }]),
  )

export function sharedResponses(): Json {
  return Object.fromEntries(
    Object.values(FAILURES).map(({ name, description, example }) => [
      name,
      { description, content: { 'application/json': { schema: reference(ErrorBody), example } } },
    ]),
  )
}

/** A failure of one endpoint: the whole body, or its word where it has the usual shape. */
export function failed(description: string, body: string | object, schema: z.ZodType = ErrorBody): Json {
  const example = typeof body === 'string' ? { error: body, message: description } : body
  return { description, content: { 'application/json': { schema: reference(schema), example } } }
}

export function invalid(parameter: string, issue: { code: string; message: string }): Json {
  const example: ValidationErrorBody = {
    error: 'validation_error',
    message: `Invalid: ${parameter}.`,
    issues: [{ path: [parameter], ...issue }],
  }
  const schema = reference(ValidationErrorBody)
  return {
    description: 'Invalid parameters, all of them at once.',
    content: { 'application/json': { schema, example } },
  }
}

export function parametersOf(
  schema: z.ZodObject,
  place: 'query' | 'path' | 'header',
  examples: Json,
): Json[] {
  const { properties = {}, required = [] } = toJsonSchema(schema) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    description,
    schema: property,
    ...(examples[name] !== undefined && { example: examples[name] }),
  }))
}

/** The schemas that have a name of their own in the document. */
const NAMED = [
  ReviewsDataset,
  RatingSummary,
  SearchResult,
  SinceResult,
  Business,
  AggregateRating,
  Review,
  OwnerReply,
  Verification,
  Mentions,
  Insights,
  AspectInsight,
  EntityInsight,
  TopicInsight,
  ReviewInsight,
  JsonFeed,
  FeedItem,
  Translation,
  Tag,
  Change,
  ChangesPage,
  Tombstone,
  GoneBody,
  HistoryCounts,
  LedgerEntry,
  Opening,
  Openings,
  InclusionProof,
  GrowthProof,
  LogProof,
  OEmbed,
  ErrorBody,
  ValidationErrorBody,
]

const nameOf = (schema: z.ZodType) => schema.meta()?.id as string | undefined

function reference(schema: z.ZodType): Json {
  const name = nameOf(schema)
  return name ? { $ref: `#/components/schemas/${name}` } : toJsonSchema(schema)
}

export function componentSchemas(): Json {
  const registry = z.registry<{ id: string }>()
  for (const schema of NAMED) registry.add(schema, { ...schema.meta(), id: nameOf(schema)! })
  const { schemas } = z.toJSONSchema(registry, { ...CONVERSION, uri: id => `#/components/schemas/${id}` })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema, $id, id, ...schema }]) => [name, schema as Json]),
  )
}
