/** How programs discover the MCP endpoint: its server card, the AI catalog that lists it, and its registry entry. */

import { MCP_PATH } from '../publish/base/public-paths.ts'
import type { RenderContext } from '../publish/context/render-context.ts'
import type { Document } from '../publish/documents/document.ts'
import { PROTOCOL_VERSIONS } from './protocol-versions.ts'
import { serverIdentity } from './server-identity.ts'

export const CATALOG_PATH = '/.well-known/ai-catalog.json'
const CARD_PATH = `${MCP_PATH}/server-card`
const CARD_TYPE = 'application/mcp-server-card+json'

export const renderCard = (context: RenderContext, version: string): Document => ({
  path: CARD_PATH,
  contentType: CARD_TYPE,
  caching: 'discovery',
  body: JSON.stringify({
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    ...serverIdentity(context, version),
    remotes: [{ ...remote(context), supportedProtocolVersions: PROTOCOL_VERSIONS }],
  }),
})

export function renderCatalog(context: RenderContext, version: string): Document {
  const { baseUrl, business } = context
  const entry = {
    identifier: `urn:air:${new URL(baseUrl).hostname}:mcp:${business.id}`,
    // Drafts before July 2026 require this name, and call the type mediaType.
    displayName: serverIdentity(context, version).title,
    type: CARD_TYPE,
    mediaType: CARD_TYPE,
    url: baseUrl + CARD_PATH,
  }
  return {
    path: CATALOG_PATH,
    contentType: 'application/ai-catalog+json',
    caching: 'discovery',
    body: JSON.stringify({ specVersion: '1.0', entries: [entry] }),
  }
}

export const renderRegistryEntry = (context: RenderContext, version: string): Document => ({
  path: `${MCP_PATH}/server.json`,
  contentType: 'application/json',
  caching: 'discovery',
  body: JSON.stringify({
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    ...serverIdentity(context, version),
    remotes: [remote(context)],
  }),
})

const remote = ({ baseUrl }: RenderContext) => ({ type: 'streamable-http', url: baseUrl + MCP_PATH })
