/** What the descriptions of routes are built from: operations, parameters, responses, and the schemas that have a name. */
import { z } from 'zod'
import { ErrorBody, type Issue, ProblemBody, ValidationErrorBody } from '../../model/error.ts'
import { ERROR_CODES, type HttpCode } from '../../model/error-codes.ts'
import { CONVERSION, type Json, toJsonSchema } from '../../model/json-schema.ts'
import texts from './api-texts.json' with { type: 'json' }

type OperationId = keyof typeof texts.operations

export function operation(operationId: OperationId, rest: Json): Json {
  const { tag, summary, description } = texts.operations[operationId]
  return { operationId, tags: [tag], summary, description, ...rest }
}

interface RouteOptions {
  /** JSON when absent. */
  type?: string
  parameters?: Json[]
  /** Those that not every GET endpoint has. */
  errors?: Json
}

/** What is read with GET. */
export function route(
  operationId: OperationId,
  schema: z.ZodType,
  example: unknown,
  { type = 'application/json', parameters, errors }: RouteOptions = {},
): Json {
  const headers = Object.fromEntries(
    Object.keys(texts.headers).map(name => [name, { $ref: `#/components/headers/${name}` }]),
  )
  const responses = {
    200: { description: 'The data.', headers, content: { [type]: { schema: schemaOf(schema), example } } },
    304: { description: 'Not modified; empty body.', headers },
    ...sharedErrors(...SHARED_CODES),
    ...errors,
  }
  return { get: operation(operationId, { ...(parameters && { parameters }), responses }) }
}

export const textRoute = (
  operationId: OperationId,
  type: string,
  example: string | undefined,
  options: RouteOptions = {},
) => route(operationId, z.string(), example, { type, ...options })

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

type SharedCode = keyof typeof texts.sharedErrors

/** Errors that every GET endpoint shares. */
const SHARED_CODES = Object.keys(texts.sharedErrors) as SharedCode[]

export const sharedErrors = (...codes: SharedCode[]) =>
  Object.fromEntries(
    codes.map(code => [
      ERROR_CODES[code].http,
      { $ref: `#/components/responses/${texts.sharedErrors[code].name}` },
    ]),
  )

const sharedResponses = () =>
  Object.fromEntries(
    SHARED_CODES.map(code => {
      const { name, description, message } = texts.sharedErrors[code]
      return [name, errorResponse([code], description, message)]
    }),
  )

/** The errors of one endpoint, each with its description. */
export function errorResponses(descriptions: Partial<Record<HttpCode, string>>): Json {
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
  const schema = { ...schemaOf(ErrorBody), properties: { error: { enum: codes } } }
  const example: ErrorBody = { error: codes[0]!, message }
  return { description, content: errorContent(schema, example) }
}

/** Both forms of an error; one example is enough. */
const errorContent = (schema: Json, example: ErrorBody): Json => ({
  'application/json': { schema, example },
  'application/problem+json': { schema: schemaOf(ProblemBody) },
})

export function validationError(parameter: string, code: Issue['code'], message: string): Json {
  const example: ValidationErrorBody = {
    error: 'validation_error',
    message: `Invalid: ${parameter}.`,
    issues: [{ path: [parameter], code, message }],
  }
  const content = errorContent(schemaOf(ValidationErrorBody), example)
  return { 400: { description: 'Invalid parameters; every one is listed.', content } }
}

/** A reference where the schema has a name, else the schema itself. */
export function schemaOf(schema: z.ZodType): Json {
  const name = schema.meta()?.id
  return name ? { $ref: `#/components/schemas/${name}` } : toJsonSchema(schema)
}

let components: Json | undefined

/** Converted once: every Snapshot has the same ones. */
export function describeComponents(): Json {
  components ??= { schemas: convertNamed(), headers: texts.headers, responses: sharedResponses() }
  return components
}

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
