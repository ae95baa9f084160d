/** How programs find the MCP endpoint: its card, the catalogue that names it, and the entry for the registry. */
import type { Document, Edition } from '../publish/edition.ts'
import { MCP_PATH } from '../publish/edition.ts'

const CARD_PATH = `${MCP_PATH}/server-card`
/** Of the program's own versions, not the data's. */
const CARD_VERSION = '1.0.0'
const LONGEST_DESCRIPTION = 100

/** The same as the server speaks; the SDK is too heavy to load where documents are made. */
export const CARD_PROTOCOLS = ['2026-07-28', '2025-11-25', '2025-06-18']

export const renderCard = (edition: Edition): Document => ({
  path: CARD_PATH,
  contentType: 'application/mcp-server-card+json',
  body: JSON.stringify({
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    ...identity(edition),
    remotes: [{ ...remote(edition), supportedProtocolVersions: CARD_PROTOCOLS }],
  }),
})

export const renderCatalog = ({ baseUrl, business }: Edition): Document => ({
  path: '/.well-known/ai-catalog.json',
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

export const renderRegistryEntry = (edition: Edition): Document => ({
  path: `${MCP_PATH}/server.json`,
  contentType: 'application/json',
  body: JSON.stringify({
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    ...identity(edition),
    remotes: [remote(edition)],
  }),
})

const remote = ({ baseUrl }: Edition) => ({ type: 'streamable-http', url: baseUrl + MCP_PATH })

/** Names are host names turned round, as the registry wants them. */
function identity({ baseUrl, business }: Edition) {
  const reversed = new URL(baseUrl).hostname.split('.').reverse().join('.')
  return {
    name: `${reversed}/${business.id}-reviews`,
    title: `Reviews of ${business.name}`,
    description: shorten(`Verified customer reviews of ${business.name}: search, sentiment, topics.`),
    version: CARD_VERSION,
    websiteUrl: baseUrl,
  }
}

const shorten = (text: string) =>
  text.length <= LONGEST_DESCRIPTION ? text : `${text.slice(0, LONGEST_DESCRIPTION - 1)}…`
