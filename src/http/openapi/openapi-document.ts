/** The OpenAPI 3.1 document: texts from `api-texts.json`, schemas from the model, examples from the published data. */
import { z } from 'zod'
import { ChangesArgs, ProofArgs } from '../../model/change.ts'
import '../../model/dataset.ts'
import { type ErrorBody, type Issue, mcpErrorBody, type ValidationErrorBody } from '../../model/error.ts'
import { codesIn, ERROR_CODES, type HttpCode } from '../../model/error-codes.ts'
import '../../model/feed.ts'
import { HealthFact } from '../../model/health-fact.ts'
import '../../model/insights.ts'
import { OEmbedArgs } from '../../model/oembed.ts'
import { once } from '../../model/once-per.ts'
import { CONVERSION, type Json, toJsonSchema } from '../../model/scalars.ts'
import { FeedArgs, SearchArgs, SinceArgs, TableArgs } from '../../model/search.ts'
import { StatsArgs, TOO_MANY_GROUPS } from '../../model/stats.ts'
import { HubForm, OwnSubscription, SubscriptionForm } from '../../model/subscription.ts'
import { WitnessList } from '../../model/witnessing.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import type { Document } from '../../publish/documents/document.ts'
import { fillTemplate } from '../json-template.ts'
import { NO_PAGE, ONLY_JSON } from '../oembed-endpoint.ts'
import { NO_FEED_PAGE, NO_REVIEW, NO_TILE, REMOVED } from '../review-endpoints.ts'
import { NO_YEAR } from '../search-endpoints.ts'
import { NO_CONTACT } from '../well-known-texts.ts'
import texts from './api-texts.json' with { type: 'json' }
import { examplesOf } from './examples.ts'

const API_VERSION = '1.0.0'

export function describeApi(context: RenderContext): Json {
  const operations = describeOperations(context)
  return {
    openapi: '3.1.0',
    info: describeInfo(context),
    servers: [{ url: context.baseUrl }],
    tags: texts.tags,
    security: [{}],
    paths: Object.fromEntries(operations.map(([id, one]) => [one.path, describeOperation(id, one)])),
    components: describeComponents(),
  }
}

export const OPENAPI_PATH = texts.operations.getOpenApi.path

export const renderOpenApi = (api: Json): Document => ({
  path: OPENAPI_PATH,
  contentType: 'application/json',
  body: JSON.stringify(api),
})

function describeOperations(context: RenderContext): [id: string, operation: Operation][] {
  const examples = examplesOf(context)
  const searchArguments = fillTemplate(texts.searchArguments, examples)
  const statsArguments = { ...searchArguments, ...texts.statsArguments }
  const values = { ...describeSchemas(), ...examples, searchArguments, statsArguments }
  return Object.entries(fillTemplate<Record<string, Operation>>(texts.operations, values))
}

function describeInfo({ business, license, baseUrl }: RenderContext): Json {
  const fictional = business.fictional ? ' This business is fictional: it shows what the service does.' : ''
  return {
    title: `Reviews about ${business.name}`,
    version: API_VERSION,
    summary: 'Customer reviews about one business and insights from them, public and read-only.',
    description: `Every endpoint is public; no key or account is needed.${fictional}`,
    contact: { name: business.name, url: business.url ?? `${baseUrl}/` },
    license: { name: license ?? 'All rights reserved', url: `${baseUrl}/` },
  }
}

/** How `api-texts.json` describes an operation; what is absent does not apply. */
interface Operation {
  path: string
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

function describeOperation(operationId: string, operation: Operation): Json {
  const { method = 'get', tag, summary, description, parameters, arguments: examples, request } = operation
  const { type, schema, invalid, errors = {}, responses, rejections } = operation
  const withExample = (parameter: Json) => ({ ...parameter, example: examples?.[parameter.name as string] })
  return {
    [method]: {
      operationId,
      tags: [tag],
      summary,
      description,
      ...(parameters && { parameters: parameters.map(withExample) }),
      ...(request && { requestBody: { required: true, content: request } }),
      responses: {
        ...((type || schema) && dataResponses(operation)),
        ...(invalid && { 400: validationError(...invalid) }),
        ...errorResponses(errors),
        ...responses,
        ...rejections,
      },
    },
  }
}

const refTo = (kind: 'headers' | 'responses' | 'schemas', name: string) => ({
  $ref: `#/components/${kind}/${name}`,
})

const mapValues = <Value, Result>(values: Record<string, Value>, map: (value: Value) => Result) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))

type SharedCode = keyof typeof texts.sharedErrors

/** Errors that every GET endpoint shares. */
const SHARED_CODES = Object.keys(texts.sharedErrors) as SharedCode[]

/** Those of every GET endpoint. */
function dataResponses({ type = 'application/json', schema = { type: 'string' }, example }: Operation): Json {
  const headers = Object.fromEntries(Object.keys(texts.headers).map(name => [name, refTo('headers', name)]))
  const described = typeof schema === 'string' ? refTo('schemas', schema) : schema
  return {
    200: { description: 'The data.', headers, content: { [type]: { schema: described, example } } },
    304: { description: 'Not modified; empty body.', headers },
    ...Object.fromEntries(
      SHARED_CODES.map(code => [ERROR_CODES[code].http, refTo('responses', texts.sharedErrors[code].name)]),
    ),
  }
}

const sharedResponses = () =>
  Object.fromEntries(
    SHARED_CODES.map(code => {
      const { name, description, message } = texts.sharedErrors[code]
      return [name, errorResponse([code], description, message)]
    }),
  )

/** The errors of one endpoint, each with its description. */
function errorResponses(descriptions: Partial<Record<HttpCode, string>>): Json {
  const codes = Object.keys(descriptions) as HttpCode[]
  const byStatus = Map.groupBy(codes, code => ERROR_CODES[code].http)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const description = codes.map(code => descriptions[code]).join(' ')
      return [status, errorResponse(codes, description, descriptions[codes[0]!]!)]
    }),
  )
}

/** The example is about the first code. */
function errorResponse(codes: HttpCode[], description: string, message: string): Json {
  const schema = { ...refTo('schemas', 'Error'), properties: { error: { enum: codes } } }
  const example: ErrorBody = { error: codes[0]!, message }
  return { description, content: errorContent(schema, example) }
}

/** Both forms of an error; one example is enough. */
const errorContent = (schema: Json, example: ErrorBody): Json => ({
  'application/json': { schema, example },
  'application/problem+json': { schema: refTo('schemas', 'Problem') },
})

function validationError(parameter: string, code: Issue['code'], message: string): Json {
  const example: ValidationErrorBody = {
    error: 'validation_error',
    message: `Invalid: ${parameter}.`,
    issues: [{ path: [parameter], code, message }],
  }
  const content = errorContent(refTo('schemas', 'ValidationError'), example)
  return { description: 'Invalid parameters; every one is listed.', content }
}

/** Converted once: every Snapshot has the same ones. */
const describeComponents = once(
  (): Json => ({ schemas: convertNamed(), headers: texts.headers, responses: sharedResponses() }),
)

/** The schemas of the model that have a name, in the order in which people read about them. */
function convertNamed(): Json {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    ...CONVERSION,
    uri: id => `#/components/schemas/${id}`,
  })
  return Object.fromEntries(
    texts.schemas.map(name => {
      const { $schema, $id, id, ...schema } = schemas[name]!
      return [name, schema]
    }),
  )
}

// Their schemas are found by their names.

const QUERIES = { SearchArgs, TableArgs, FeedArgs, StatsArgs, ChangesArgs, ProofArgs, OEmbedArgs }
const NOT_FOUND = { NO_REVIEW, NO_TILE, NO_FEED_PAGE, NO_PAGE, NO_CONTACT, NO_YEAR }

const Id = z.union([z.string(), z.number()])
const RpcError = z.object({
  code: z.int(),
  message: z.string(),
  data: z
    .looseObject({ error: z.enum(codesIn('mcp')).optional().describe('A stable code.') })
    .optional()
    .describe('Of an error that the endpoint itself found.'),
})
const RpcResponse = z.object({
  jsonrpc: z.literal('2.0'),
  id: Id.nullable(),
  result: z.looseObject({}).optional(),
  error: RpcError.optional(),
})

const SCHEMAS = { HubForm, SubscriptionForm, OwnSubscription, WitnessList, HealthFact, RpcResponse }

const describeSchemas = (): Json => ({
  ...{ ...NOT_FOUND, REMOVED, ONLY_JSON, TOO_MANY_GROUPS },
  ...mapValues(SCHEMAS, toJsonSchema),
  ...mapValues(QUERIES, schema => parametersOf(schema, 'query')),
  SinceArgs: parametersOf(SinceArgs, 'path'),
  mcpErrors: describeMcpErrors(),
})

function parametersOf(schema: z.ZodObject, location: 'query' | 'path'): Json[] {
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

const describeMcpErrors = (): Json =>
  Object.fromEntries(
    Object.entries(texts.mcpErrors).map(([name, { description, message, id }]) => {
      const code = name as keyof typeof texts.mcpErrors
      const content = { schema: toJsonSchema(RpcResponse), example: mcpErrorBody(code, message, id) }
      return [ERROR_CODES[code].mcp[0], { description, content: { 'application/json': content } }]
    }),
  )
