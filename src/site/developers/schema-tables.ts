/** Schemas for people: every object, the type of a value, and the fields of an object as a table. */
import { oncePer } from '../../model/once-per.ts'
import { type Html, html, joinHtml } from '../base/markup.ts'
import { renderTable } from '../parts/html-table.ts'

/** Every object the API returns, field by field: the same in every Snapshot. */
export const renderDataModel = oncePer((schemas: Record<string, Schema>) =>
  joinHtml(Object.entries(schemas).map(renderSchema), ''),
)

const renderSchema = ([name, schema]: [string, Schema]): Html =>
  html`<details class="fold"><summary><code>${breakable(name)}</code></summary>
<div id="${schemaAnchor(name)}">
${schema.description ? html`<p>${renderProse(schema.description)}</p>` : ''}
${schema.properties ? renderFields(`Fields of ${name}`, fieldsOf(schema)) : html`<p>${renderType(schema)}</p>`}
</div>
</details>
`

const schemaAnchor = (name: string) => `schema-${name}`

const FORMATS: Record<string, string> = {
  date: 'date',
  'date-time': 'date and time',
  uri: 'URL',
  email: 'e-mail address',
  binary: 'bytes',
}

export function renderType(schema: Schema): Html {
  const { $ref, anyOf, items, additionalProperties } = schema
  if ($ref) {
    const name = $ref.split('/').at(-1)!
    return html`<a href="#${schemaAnchor(name)}">${breakable(name)}</a>`
  }
  if (anyOf) return joinHtml(anyOf.map(renderType), ' or ')
  if (items) return html`list of ${renderType(items)}`
  // An empty schema allows anything.
  if (Object.keys(additionalProperties ?? {}).length > 0)
    return html`map of ${renderType(additionalProperties!)}`
  if (schema.const !== undefined) return renderWord(JSON.stringify(schema.const))
  if (schema.enum) return joinHtml(schema.enum.map(renderWord), ', ')
  const name = FORMATS[schema.format ?? ''] ?? [schema.type].flat().join(' or ')
  return html`${[name, ...boundsOf(schema)].join(', ')}`
}

const renderWord = (word: string): Html => html`<code>${breakable(word)}</code>`

function boundsOf({ minimum, maximum, minLength, maxLength }: Schema): string[] {
  return [range(minimum, maximum, ''), range(minLength, maxLength, ' characters')].filter(
    text => text !== '',
  )
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (most !== undefined) return `${least ?? 0} to ${most}${unit}`
  return least === undefined || (unit !== '' && least < 2) ? '' : `${least}${unit} or more`
}

export interface Field {
  name: string
  schema: Schema
  /** What else to know besides the type: where it goes, what the default is. */
  remarks?: string[]
  description?: string | undefined
}

/** Includes the fields of objects that have no name of their own. */
export function fieldsOf({ properties = {} }: Schema, before = ''): Field[] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    const name = before + key
    const [way, inner] = insideOf(schema)
    return [{ name, schema, description: schema.description }, ...fieldsOf(inner, `${name}${way}.`)]
  })
}

/** The path from a value to the object inside it, and that object. */
function insideOf(schema: Schema): [way: string, inner: Schema] {
  const { items, additionalProperties, anyOf = [] } = schema
  if (items?.properties) return ['[]', items]
  if (additionalProperties?.properties) return ['.*', additionalProperties]
  return ['', schema.properties ? schema : (anyOf.find(one => one.properties) ?? {})]
}

export function renderFields(caption: string, fields: Field[]): Html {
  const rows = fields.map(({ name, schema, remarks = [], description = '' }) => [
    html`<code>${breakable(name)}</code>`,
    html`${renderType(schema)}${remarks.map(remark => html`; ${remark}`)}`,
    renderProse(description),
  ])
  return renderTable(['Name', 'Type', 'Description'], rows, { look: 'api-fields', caption })
}

/** Descriptions mark code with backticks. */
export const renderProse = (text: string): Html =>
  html`${text.split('`').map((part, place) => (place % 2 === 0 ? part : html`<code>${part}</code>`))}`

/** Lets a name wrap between its words on a narrow screen. */
export const breakable = (name: string): Html =>
  joinHtml(
    name.split(/(?<=[_./-])|(?<=[a-z])(?=[A-Z])/).map(part => html`${part}`),
    html`<wbr>`,
  )

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

interface Schema {
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
export function mediaOf(
  content: Record<string, Media> = {},
): (Media & { type: string }) | undefined {
  const [first] = Object.entries(content)
  return first && { type: first[0], ...first[1] }
}
