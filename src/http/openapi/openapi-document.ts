/** The OpenAPI 3.1 document: schemas from the model, examples from the published data. */
import type { Json } from '../../model/json-schema.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import type { Document } from '../../publish/documents/document.ts'
import texts from './api-texts.json' with { type: 'json' }
import { describeComponents } from './building-blocks.ts'
import { describeFeedRoutes } from './feed-descriptions.ts'
import { describeMcpRoutes } from './mcp-descriptions.ts'
import { describeHistoryRoutes, describeInsightRoutes, describeReviewRoutes } from './review-descriptions.ts'
import { describeServiceRoutes, describeSharingRoutes, OPENAPI_PATH } from './service-descriptions.ts'

const API_VERSION = '1.0.0'

export function describeApi(context: RenderContext): Json {
  return {
    openapi: '3.1.0',
    info: describeInfo(context),
    servers: [{ url: context.baseUrl }],
    tags: texts.tags,
    security: [{}],
    paths: {
      ...describeReviewRoutes(context),
      ...describeHistoryRoutes(context),
      ...describeInsightRoutes(context),
      ...describeFeedRoutes(context),
      ...describeMcpRoutes(context),
      ...describeSharingRoutes(context),
      ...describeServiceRoutes(context),
    },
    components: describeComponents(),
  }
}

export const renderOpenApi = (api: Json): Document => ({
  path: OPENAPI_PATH,
  contentType: 'application/json',
  body: JSON.stringify(api),
})

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
