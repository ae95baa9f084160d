/** What the MCP server calls itself, and how programs discover it: its card, the AI catalog that lists it, its registry entry. */
import { isIP } from 'node:net'
import { FAVICON_PATH, MCP_PATH } from '../publish/base/public-paths.ts'
import type { RenderContext } from '../publish/context/render-context.ts'
import type { Document } from '../publish/documents/document.ts'

export const CATALOG_PATH = '/.well-known/ai-catalog.json'
export const SERVER_CARD_PATH = `${MCP_PATH}/server-card`
export const REGISTRY_ENTRY_PATH = `${MCP_PATH}/server.json`
const CARD_TYPE = 'application/mcp-server-card+json'

const discoveryFile = (path: string, contentType: string, content: object): Document => ({
  path,
  contentType,
  caching: 'discovery',
  body: JSON.stringify(content),
})

export const renderCard = (context: RenderContext, version: string) =>
  discoveryFile(SERVER_CARD_PATH, CARD_TYPE, {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    ...serverIdentity(context, version),
    remotes: [{ ...remote(context), supportedProtocolVersions: PROTOCOL_VERSIONS }],
  })

export function renderCatalog(context: RenderContext, version: string): Document {
  const { baseUrl, business } = context
  const entry = {
    identifier: `urn:air:${new URL(baseUrl).hostname}:mcp:${business.id}`,
    // Drafts before July 2026 require this name, and call the type mediaType.
    displayName: serverIdentity(context, version).title,
    type: CARD_TYPE,
    mediaType: CARD_TYPE,
    url: baseUrl + SERVER_CARD_PATH,
  }
  return discoveryFile(CATALOG_PATH, 'application/ai-catalog+json', {
    specVersion: '1.0',
    entries: [entry],
  })
}

export const renderRegistryEntry = (context: RenderContext, version: string) =>
  discoveryFile(REGISTRY_ENTRY_PATH, 'application/json', {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    ...serverIdentity(context, version),
    remotes: [remote(context)],
  })

const remote = ({ baseUrl }: RenderContext) => ({
  type: 'streamable-http',
  url: baseUrl + MCP_PATH,
})

const SUFFIX = '-reviews'
/** The registry's limits. */
const MAX_LENGTH = { description: 100, title: 100, name: 200 }

/** The same on its card, in its registry entry and when a client connects. */
export function serverIdentity(
  { baseUrl, business }: Pick<RenderContext, 'baseUrl' | 'business'>,
  version: string,
) {
  const { id, name } = business
  return {
    name: registryName(new URL(baseUrl).hostname, id),
    title: shorten(`Reviews about ${name}`, MAX_LENGTH.title),
    description: shorten(
      `Customer reviews about ${name}: search, sentiment, topics.`,
      MAX_LENGTH.description,
    ),
    version,
    websiteUrl: baseUrl,
    icons: [{ src: baseUrl + FAVICON_PATH, mimeType: 'image/svg+xml', sizes: ['any'] }],
  }
}

/** The registry wants names in reverse-DNS form. */
function registryName(hostname: string, businessId: string): string {
  const isAddress = hostname.startsWith('[') || isIP(hostname) !== 0
  const reversed = isAddress ? 'localhost' : hostname.split('.').reverse().join('.')
  return `${reversed}/${businessId}`.slice(0, MAX_LENGTH.name - SUFFIX.length) + SUFFIX
}

/** Never splits a surrogate pair. */
const shorten = (text: string, maxLength: number) =>
  text.length <= maxLength
    ? text
    : `${text.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…`

/** Newest first: the first is offered to clients that ask for an unknown one. Clients on SDK 1.12 and 1.10 know only the last two. */
export const LEGACY_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
export const MODERN_VERSION = '2026-07-28'
export const PROTOCOL_VERSIONS = [MODERN_VERSION, ...LEGACY_VERSIONS]
