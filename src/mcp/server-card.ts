/** How programs find the MCP endpoint: its card, the catalogue that names it, and the entry for the registry. */
import { isIP } from 'node:net'
import type { RenderContext } from '../publish/context/render-context.ts'
import type { Document } from '../publish/documents/document.ts'
import { MCP_PATH } from '../publish/pieces/public-paths.ts'
import { PROTOCOL_VERSIONS } from './protocol-versions.ts'

export const CATALOG_PATH = '/.well-known/ai-catalog.json'
const CARD_PATH = `${MCP_PATH}/server-card`
const SUFFIX = '-reviews'
/** The registry takes no more. */
const LONGEST = { description: 100, title: 100, name: 200 }

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

/** Names are host names turned round, as the registry wants them. */
function identity({ baseUrl, business }: RenderContext) {
  const { hostname } = new URL(baseUrl)
  const isAddress = hostname.startsWith('[') || isIP(hostname) !== 0
  const reversed = isAddress ? 'localhost' : hostname.split('.').reverse().join('.')
  return {
    name: `${reversed}/${business.id}`.slice(0, LONGEST.name - SUFFIX.length) + SUFFIX,
    title: shorten(`Reviews of ${business.name}`, LONGEST.title),
    description: shorten(
      `Verified customer reviews of ${business.name}: search, sentiment, topics.`,
      LONGEST.description,
    ),
    websiteUrl: baseUrl,
  }
}

/** Never within a character that takes two places. */
const shorten = (text: string, most: number) =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`
