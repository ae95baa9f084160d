/** How programs discover the MCP endpoint: its server card, the AI catalog that lists it, and its registry entry. */
import { isIP } from 'node:net'
import type { RenderContext } from '../publish/context/render-context.ts'
import type { Document } from '../publish/documents/document.ts'
import { MCP_PATH } from '../publish/pieces/public-paths.ts'
import { PROTOCOL_VERSIONS } from './protocol-versions.ts'

export const CATALOG_PATH = '/.well-known/ai-catalog.json'
const CARD_PATH = `${MCP_PATH}/server-card`
const SUFFIX = '-reviews'
/** The registry's limits. */
const MAX_LENGTH = { description: 100, title: 100, name: 200 }

export const renderCard = (context: RenderContext, version: string): Document => ({
  path: CARD_PATH,
  contentType: 'application/mcp-server-card+json',
  body: JSON.stringify({
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    ...identity(context),
    version,
    remotes: [{ ...remote(context), supportedProtocolVersions: PROTOCOL_VERSIONS }],
  }),
})

export const renderCatalog = ({ baseUrl, business }: RenderContext): Document => ({
  path: CATALOG_PATH,
  contentType: 'application/ai-catalog+json',
  body: JSON.stringify({
    specVersion: '1.0',
    entries: [
      {
        identifier: `urn:air:${new URL(baseUrl).hostname}:mcp:${business.id}`,
        type: 'application/mcp-server-card+json',
        url: baseUrl + CARD_PATH,
      },
    ],
  }),
})

export const renderRegistryEntry = (context: RenderContext, version: string): Document => ({
  path: `${MCP_PATH}/server.json`,
  contentType: 'application/json',
  body: JSON.stringify({
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    ...identity(context),
    version,
    remotes: [remote(context)],
  }),
})

const remote = ({ baseUrl }: RenderContext) => ({ type: 'streamable-http', url: baseUrl + MCP_PATH })

/** The registry wants names in reverse-DNS form. */
function identity({ baseUrl, business }: RenderContext) {
  const { hostname } = new URL(baseUrl)
  const isAddress = hostname.startsWith('[') || isIP(hostname) !== 0
  const reversed = isAddress ? 'localhost' : hostname.split('.').reverse().join('.')
  return {
    name: `${reversed}/${business.id}`.slice(0, MAX_LENGTH.name - SUFFIX.length) + SUFFIX,
    title: shorten(`Reviews of ${business.name}`, MAX_LENGTH.title),
    description: shorten(
      `Verified customer reviews of ${business.name}: search, sentiment, topics.`,
      MAX_LENGTH.description,
    ),
    websiteUrl: baseUrl,
  }
}

/** Never splits a surrogate pair. */
const shorten = (text: string, maxLength: number) =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…`
