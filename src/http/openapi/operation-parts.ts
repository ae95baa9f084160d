/** The parts that descriptions of operations are made of: parameters, schemas, responses. */
import { z } from 'zod'
import { type Issue, mcpErrorBody } from '../../model/error-body.ts'
import { codesIn, ERRORS, type HttpCode } from '../../model/errors.ts'
import { type Json, toJsonSchema } from '../../model/scalars.ts'

/** What is absent does not apply. */
export interface Operation {
  /** GET when absent. */
  method?: string
  tag: string
  summary: string
  description: string
  parameters?: Json[]
  /** An example for each parameter. */
  arguments?: Json
  /** The body of the request, by content type. */
  request?: Json
  /** What GET reads: JSON if there is no type, text if there is no schema. */
  type?: string
  /** The name of a schema of the model, or the schema itself. */
  schema?: string | Json
  example?: unknown
  /** An example of a faulty parameter. */
  invalid?: [parameter: string, code: Issue['code'], message: string]
  /** The errors that not every GET endpoint has. */
  errors?: Partial<Record<HttpCode, string>>
  /** Other responses. */
  responses?: Json
  rejections?: Json
}

export const TEXT = { type: 'string' }
export const URI = { type: 'string', format: 'uri' }
export const REVIEW_ID = { type: 'string', pattern: '^[0-7][0-9A-HJKMNP-TV-Z]{25}$' }
export const ANYTHING = { type: 'object', properties: {}, additionalProperties: {} }

/** All of the properties are required. */
export const objectWith = (properties: Json) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})

export const refTo = (kind: 'headers' | 'responses' | 'schemas', name: string) => ({
  $ref: `#/components/${kind}/${name}`,
})

export const inPath = (name: string, schema: Json, description?: string) => ({
  name,
  in: 'path',
  required: true,
  ...(description && { description }),
  schema,
})

export const inHeader = (name: string, description: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: TEXT,
})

export function parametersOf(schema: z.ZodObject, location: 'query' | 'path'): Json[] {
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
  }))
}

export const asText = (description: string, example: string) => ({
  description,
  content: { 'text/plain': { schema: TEXT, example } },
})

export const asJson = (description: string, schema: Json, example: Json) => ({
  description,
  content: { 'application/json': { schema, example } },
})

const Id = z.union([z.string(), z.number()])
const RpcError = z.object({
  code: z.int(),
  message: z.string(),
  data: z
    .looseObject({ error: z.enum(codesIn('mcp')).optional().describe('A stable code.') })
    .optional()
    .describe('Of an error that the endpoint itself found.'),
})
export const RpcResponse = z.object({
  jsonrpc: z.literal('2.0'),
  id: Id.nullable(),
  result: z.looseObject({}).optional(),
  error: RpcError.optional(),
})

const MCP_ERRORS = [
  {
    code: 'session_missing',
    description: 'Not a JSON-RPC message, or its headers do not match it.',
    message: 'Mcp-Session-Id is missing.',
    id: 1,
  },
  {
    code: 'forbidden',
    description: 'Origin or Host is not allowed.',
    message: 'Origin is not allowed.',
    id: null,
  },
  {
    code: 'session_unknown',
    description: 'An unknown session or method.',
    message: 'Mcp-Session-Id was not issued by this service.',
    id: 1,
  },
  {
    code: 'method_not_allowed',
    description: 'The method is not POST.',
    message: 'Use POST.',
    id: null,
  },
  {
    code: 'not_acceptable',
    description:
      'Before 2026-07-28: Accept lacks one of the two types. Or Accept-Encoding rejects every coding.',
    message: 'Accept must list application/json and text/event-stream.',
    id: 1,
  },
  {
    code: 'too_large',
    description: 'More than 64 KiB.',
    message: 'The request is too large.',
    id: null,
  },
  {
    code: 'unsupported_media_type',
    description: 'Not JSON.',
    message: 'Content-Type must be application/json.',
    id: null,
  },
  {
    code: 'too_many_requests',
    description: 'Too many requests; see Retry-After.',
    message: 'Too many requests. Try again in 20 seconds.',
    id: null,
  },
  {
    code: 'unavailable',
    description: 'The service is starting or stopping; see Retry-After.',
    message: 'The service is starting or stopping. Try again in a moment.',
    id: null,
  },
] as const

export const describeMcpErrors = (): Json =>
  Object.fromEntries(
    MCP_ERRORS.map(({ code, description, message, id }) => [
      ERRORS[code].mcp[0],
      asJson(description, toJsonSchema(RpcResponse), mcpErrorBody(code, message, id)),
    ]),
  )
