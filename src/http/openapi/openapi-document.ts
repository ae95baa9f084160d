/** The OpenAPI 3.1 document: texts from `api-texts.json`, schemas from the model, examples from the published data. */
import type { Json } from '../../model/json-schema.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import type { Document } from '../../publish/documents/document.ts'
import texts from './api-texts.json' with { type: 'json' }
import { describeComponents, describeOperation, type Operation } from './building-blocks.ts'
import { examplesOf } from './examples.ts'
import { describeSchemas } from './route-schemas.ts'

const API_VERSION = '1.0.0'

export function describeApi(context: RenderContext): Json {
  const operations = Object.entries(fillOperations({ ...describeSchemas(), ...examplesOf(context) }))
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

export const renderOpenApi = (api: Json): Document => ({
  path: texts.operations.getOpenApi.path,
  contentType: 'application/json',
  body: JSON.stringify(api),
})

const TEMPLATE = JSON.stringify(texts.operations)

/** A text that is nothing but {{name}} becomes the value itself; what is undefined is left out. */
function fillOperations(values: Json): Record<string, Operation> {
  const find = (name: string) => {
    if (!(name in values)) throw new Error(`api-texts.json names ${name}, which nobody provides.`)
    return values[name]
  }
  return JSON.parse(TEMPLATE, (_key, text) => {
    if (typeof text !== 'string') return text
    const [, whole] = /^\{\{(\w+)\}\}$/.exec(text) ?? []
    return whole ? find(whole) : text.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => String(find(name)))
  })
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
