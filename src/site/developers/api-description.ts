/** The part of our OpenAPI document that the developer page uses. */

export type ApiDescription = {
  tags: { name: string; description: string }[]
  /** Operations by path, then by lower-case method. */
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Media> }
  /** Responses by status; one with `$ref` is shared by all endpoints. */
  responses: Record<string, Answer>
}

export interface Parameter {
  name: string
  in: 'query' | 'path' | 'header'
  required: boolean
  description?: string
  schema: Schema
  example?: string | number
}

export type Answer = { $ref?: string; description?: string; content?: Record<string, Media> }

type Media = { schema: Schema; example?: unknown }

export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  default?: unknown
  const?: unknown
  enum?: string[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: Schema
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}

export type Endpoint = Operation & { path: string; method: string }

export const endpointsOf = ({ paths }: ApiDescription): Endpoint[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ ...operation, path, method })),
  )

export function parameterOf({ paths }: ApiDescription, path: string, name: string): Parameter {
  return paths[path]!.get!.parameters!.find(one => one.name === name)!
}

/** The single body of a request or response, with its type. */
export function mediaOf(content: Record<string, Media> = {}): (Media & { type: string }) | undefined {
  const [first] = Object.entries(content)
  return first && { type: first[0], ...first[1] }
}
