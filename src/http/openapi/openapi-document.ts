/** The OpenAPI 3.1 document: schemas from the model, examples from the published data. */
import type { Json } from '../../model/json-schema.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import type { Document } from '../../publish/documents/document.ts'
import { HEADERS, sharedResponses } from './building-blocks.ts'
import { componentSchemas } from './component-schemas.ts'
import { describeDiscoveryRoutes, OPENAPI_PATH } from './discovery-descriptions.ts'
import { describeFeedRoutes } from './feed-descriptions.ts'
import { describeHistoryRoutes } from './history-descriptions.ts'
import { describeInsightRoutes } from './insight-descriptions.ts'
import { describeMcpRoutes } from './mcp-descriptions.ts'
import { describeReviewRoutes } from './review-descriptions.ts'
import { describeSharingRoutes } from './sharing-descriptions.ts'
import { describeStatusRoutes } from './status-descriptions.ts'

const API_VERSION = '1.0.0'

export function describeApi(context: RenderContext): Json {
  return {
    openapi: '3.1.0',
    info: describeInfo(context),
    servers: [{ url: context.baseUrl }],
    tags: TAGS,
    security: [{}],
    paths: {
      ...describeReviewRoutes(context),
      ...describeHistoryRoutes(context),
      ...describeInsightRoutes(context),
      ...describeFeedRoutes(context),
      ...describeMcpRoutes(context),
      ...describeSharingRoutes(context),
      ...describeDiscoveryRoutes(context),
      ...describeStatusRoutes(),
    },
    components: { schemas: componentSchemas(), headers: HEADERS, responses: sharedResponses() },
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

const TAGS = [
  { name: 'reviews', description: 'All reviews, or those that match.' },
  { name: 'history', description: 'What changed, and the log that proves it.' },
  { name: 'insights', description: 'What the reviews say, counted.' },
  { name: 'feeds', description: 'The newest reviews and all changes, for feed readers and WebSub.' },
  { name: 'agents', description: 'The Model Context Protocol, for AI agents.' },
  { name: 'sharing', description: 'For other websites: rating, badge, oEmbed.' },
  { name: 'service', description: 'The service itself.' },
]
