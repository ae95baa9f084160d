/** The OpenAPI 3.1 document: where operations are from the table of routes, schemas from the model, examples from the published data. */
import { z } from 'zod'
import '../../model/dataset.ts'
import type { ErrorBody, Issue, ValidationErrorBody } from '../../model/error-body.ts'
import { ERRORS, type HttpCode, messageOf } from '../../model/errors.ts'
import '../../model/feed.ts'
import '../../model/insights.ts'
import { once } from '../../model/once-per.ts'
import { CONVERSION, type Json } from '../../model/scalars.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import type { Document } from '../../publish/documents/document.ts'
import { describeApis } from '../discovery-files.ts'
import { ROUTES } from '../routes.ts'
import { HEADERS, SCHEMA_NAMES, SHARED_ERRORS, TAGS } from './components.ts'
import { examplesOf } from './examples.ts'
import { type Operation, refTo } from './operation-parts.ts'
import { operationsOf } from './operations.ts'

const API_VERSION = '1.0.0'

export function describeApi(context: RenderContext): Json {
  const operations: Record<string, Operation> = operationsOf({
    ...examplesOf(context),
    linkset: describeApis(context),
  })
  const described = ROUTES.filter(({ operation }) => operation)
  return {
    openapi: '3.1.0',
    info: describeInfo(context),
    servers: [{ url: context.baseUrl }],
    tags: TAGS,
    security: [{}],
    paths: Object.fromEntries(
      described.map(({ path, operation }) => [
        path,
        describeOperation(operation!, operations[operation!]!),
      ]),
    ),
    components: describeComponents(),
  }
}

export const OPENAPI_PATH = '/.well-known/openapi.json'

export const renderOpenApi = (api: Json): Document => ({
  path: OPENAPI_PATH,
  contentType: 'application/json',
  body: JSON.stringify(api),
})

function describeInfo({ business, license, baseUrl }: RenderContext): Json {
  const fictional = business.fictional
    ? ' This business is fictional: it shows what the service does.'
    : ''
  return {
    title: `Reviews about ${business.name}`,
    version: API_VERSION,
    summary: 'Customer reviews about one business and insights from them, public and read-only.',
    description: `Every endpoint is public; no key or account is needed.${fictional}`,
    contact: { name: business.name, url: business.url ?? `${baseUrl}/` },
    license: { name: license ?? 'All rights reserved', url: `${baseUrl}/` },
  }
}

function describeOperation(operationId: string, operation: Operation): Json {
  const {
    method = 'get',
    tag,
    summary,
    description,
    parameters,
    arguments: examples,
    request,
  } = operation
  const { type, schema, invalid, errors = {}, responses, rejections } = operation
  const withExample = (parameter: Json) => ({
    ...parameter,
    example: examples?.[parameter.name as string],
  })
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

type SharedCode = keyof typeof SHARED_ERRORS

/** Errors that every GET endpoint shares. */
const SHARED_CODES = Object.keys(SHARED_ERRORS) as SharedCode[]

/** Those of every GET endpoint. */
function dataResponses({
  type = 'application/json',
  schema = { type: 'string' },
  example,
}: Operation): Json {
  const headers = Object.fromEntries(
    Object.keys(HEADERS).map(name => [name, refTo('headers', name)]),
  )
  const described = typeof schema === 'string' ? refTo('schemas', schema) : schema
  return {
    200: { description: 'The data.', headers, content: { [type]: { schema: described, example } } },
    304: { description: 'Not modified; empty body.', headers },
    ...Object.fromEntries(
      SHARED_CODES.map(code => [ERRORS[code].http, refTo('responses', nameOf(code))]),
    ),
  }
}

/** `TooManyRequests` */
const nameOf = (code: SharedCode) =>
  code.replaceAll(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase())

const sharedResponses = () =>
  Object.fromEntries(
    SHARED_CODES.map(code => {
      const message = messageOf(code, { methods: 'GET, HEAD, OPTIONS', seconds: 20 })
      return [nameOf(code), errorResponse([code], SHARED_ERRORS[code], message)]
    }),
  )

/** The errors of one endpoint, each with its description. */
function errorResponses(descriptions: Partial<Record<HttpCode, string>>): Json {
  const codes = Object.keys(descriptions) as HttpCode[]
  const byStatus = Map.groupBy(codes, code => ERRORS[code].http)
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
  (): Json => ({ schemas: convertNamed(), headers: HEADERS, responses: sharedResponses() }),
)

/** The schemas of the model that have a name, in the order in which people read about them. */
function convertNamed(): Json {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    ...CONVERSION,
    uri: id => `#/components/schemas/${id}`,
  })
  return Object.fromEntries(
    SCHEMA_NAMES.map(name => {
      const { $schema, $id, id, ...schema } = schemas[name]!
      return [name, schema]
    }),
  )
}
