/** What the descriptions of routes are built from: operations, parameters, responses. */
import type { z } from 'zod'
import { ErrorBody, ValidationErrorBody } from '../../model/error.ts'
import { type Json, toJsonSchema } from '../../model/json-schema.ts'
import { schemaOf } from './component-schemas.ts'

export function operation(
  operationId: string,
  tag: string,
  summary: string,
  description: string,
  rest: Json,
): Json {
  return { operationId, tags: [tag], summary, description, ...rest }
}

export function parametersOf(
  schema: z.ZodObject,
  location: 'query' | 'path' | 'header',
  examples: Json,
): Json[] {
  const { properties = {}, required = [] } = toJsonSchema(schema) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    description,
    schema: property,
    ...(examples[name] !== undefined && { example: examples[name] }),
  }))
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

/** The responses of a GET endpoint. */
export function readResponses(schema: z.ZodType, example: unknown, type = 'application/json'): Json {
  const headers = Object.fromEntries(
    Object.keys(HEADERS).map(name => [name, { $ref: `#/components/headers/${name}` }]),
  )
  return {
    200: { description: 'The data.', headers, content: { [type]: { schema: schemaOf(schema), example } } },
    304: { description: 'Not modified; empty body.', headers },
    ...sharedErrors(405, 406, 429, 500, 503),
  }
}

/** Errors that every GET endpoint shares. */
const SHARED_ERRORS = new Map<number, { name: string; description: string; example: ErrorBody }>([
  [
    405,
    sharedError(
      'MethodNotAllowed',
      'The method is not GET, HEAD or OPTIONS.',
      'method_not_allowed',
      'Use GET, HEAD, OPTIONS.',
    ),
  ],
  [
    406,
    sharedError(
      'NotAcceptable',
      'No acceptable content coding.',
      'not_acceptable',
      'Accept-Encoding rejects every available coding, including identity.',
    ),
  ],
  [
    429,
    sharedError(
      'TooManyRequests',
      'Too many requests; see Retry-After.',
      'too_many_requests',
      'Too many requests. Try again in 20 seconds.',
    ),
  ],
  [500, sharedError('InternalError', 'An internal error.', 'internal_error', 'Something went wrong.')],
  [
    503,
    sharedError(
      'Unavailable',
      'The service is starting or stopping, or what was asked for is still being analyzed; see Retry-After.',
      'unavailable',
      'The service is starting. Try again in a moment.',
    ),
  ],
])

function sharedError(name: string, description: string, error: string, message: string) {
  return { name, description, example: { error, message } }
}

export const sharedErrors = (...statuses: number[]) =>
  Object.fromEntries(
    statuses.map(status => [status, { $ref: `#/components/responses/${SHARED_ERRORS.get(status)!.name}` }]),
  )

export function sharedResponses(): Json {
  return Object.fromEntries(
    [...SHARED_ERRORS.values()].map(({ name, description, example }) => [
      name,
      { description, content: { 'application/json': { schema: schemaOf(ErrorBody), example } } },
    ]),
  )
}

/** An error of one endpoint: the whole body, or only its code where the body has the usual shape. */
export function errorResponse(
  description: string,
  body: string | object,
  schema: z.ZodType = ErrorBody,
): Json {
  const example = typeof body === 'string' ? { error: body, message: description } : body
  return { description, content: { 'application/json': { schema: schemaOf(schema), example } } }
}

export function validationError(parameter: string, issue: { code: string; message: string }): Json {
  const example: ValidationErrorBody = {
    error: 'validation_error',
    message: `Invalid: ${parameter}.`,
    issues: [{ path: [parameter], ...issue }],
  }
  return errorResponse('Invalid parameters; every one is listed.', example, ValidationErrorBody)
}
