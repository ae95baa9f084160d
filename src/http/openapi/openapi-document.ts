/** The OpenAPI 3.1 document: texts from `api-texts.json`, schemas from the model, examples from the published data. */
import type { Json } from '../../model/scalars.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import type { Document } from '../../publish/documents/document.ts'
import { fillTemplate } from '../json-template.ts'
import texts from './api-texts.json' with { type: 'json' }
import { describeComponents, describeOperation, describeSchemas, type Operation } from './building-blocks.ts'
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

export const renderOpenApi = (api: Json): Document => ({
  path: texts.operations.getOpenApi.path,
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
