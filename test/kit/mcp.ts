/** Real MCP clients of every generation behind one interface. */
import {
  Client as NewClient,
  StreamableHTTPClientTransport as NewTransport,
} from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { createMcpEndpoint } from '../../src/mcp/mcp-endpoint.ts'
import { createSessions } from '../../src/mcp/session-ids.ts'
import { system } from '../../src/model/system.ts'
import type { Snapshot } from '../../src/publish/snapshot.ts'

/** SDK 1.x, SDK 2.x by default, and SDK 2.x asking for the newest protocol. */
export type ClientKind = 'v1' | 'legacy' | 'modern'
export const CLIENT_KINDS: ClientKind[] = ['v1', 'legacy', 'modern']

/** What all of them can do. Once it has listed the tools, a client validates structuredContent against the outputSchema. */
export interface McpClient extends AsyncDisposable {
  listTools(): Promise<{ tools: ListedTool[] }>
  callTool(call: { name: string; arguments?: object }): Promise<ToolResult>
  listResources(): Promise<{ resources: Named[] }>
  listResourceTemplates(): Promise<{ resourceTemplates: Named[] }>
  readResource(wanted: { uri: string }): Promise<{ contents: Contents[] }>
  listPrompts(): Promise<{
    prompts: (Named & { arguments?: { name: string; required?: boolean }[] })[]
  }>
  getPrompt(wanted: { name: string; arguments?: object }): Promise<{ messages: PromptMessage[] }>
  complete(
    begun: Begun,
  ): Promise<{ completion: { values: string[]; total?: number; hasMore?: boolean } }>
  getInstructions(): string | undefined
  getServerVersion():
    | { name: string; title?: string; version: string; websiteUrl?: string }
    | undefined
  getServerCapabilities(): Record<string, object> | undefined
  /** The negotiated version. */
  protocolVersion(): string | undefined
  sessionId(): string | undefined
}

interface Named {
  name: string
  title: string
  description: string
  uri?: string
  uriTemplate?: string
  mimeType?: string
}

// biome-ignore lint/suspicious/noExplicitAny: a test names the field it wants
type Anything = any

export interface ListedTool extends Named {
  inputSchema: Anything
  outputSchema: Anything
  annotations: object
}

export interface ToolResult {
  content: { type: string; text: string }[]
  structuredContent?: Anything
  isError?: boolean
}

interface Contents {
  uri: string
  mimeType: string
  text: string
}

interface PromptMessage {
  role: string
  content: { type: string; text: string }
}

interface Begun {
  ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string }
  argument: { name: string; value: string }
}

export interface ConnectOptions {
  /** How it reaches the service; by default over the network. */
  fetch?: (url: string | URL, init?: RequestInit) => Promise<Response>
  /** What it says it can do. */
  capabilities?: { extensions?: Record<string, Record<string, never>> }
}

/** `url` is the service's URL. */
export async function connect(
  url: string,
  kind: ClientKind,
  { capabilities = {}, ...options }: ConnectOptions = {},
): Promise<McpClient> {
  const endpoint = new URL(`${url.replace(/\/$/, '')}/mcp`)
  const identity = { name: 'firsthand-test', version: '1.0.0' }
  if (kind === 'v1') {
    const client = new OldClient(identity, { capabilities })
    const transport = new OldTransport(endpoint, options)
    // Its types do not support exactOptionalPropertyTypes.
    await client.connect(transport as Parameters<OldClient['connect']>[0])
    return asMcpClient(client, transport, () => transport.protocolVersion)
  }
  const client = new NewClient(identity, {
    capabilities,
    ...(kind === 'modern' && { versionNegotiation: { mode: 'auto' as const } }),
  })
  const transport = new NewTransport(endpoint, options)
  await client.connect(transport)
  return asMcpClient(client, transport, () => client.getNegotiatedProtocolVersion())
}

function asMcpClient(
  client: OldClient | NewClient,
  transport: { sessionId?: string | undefined },
  protocolVersion: () => string | undefined,
): McpClient {
  return Object.assign(client as unknown as McpClient, {
    protocolVersion,
    sessionId: () => transport.sessionId,
    [Symbol.asyncDispose]: () => client.close(),
  })
}

/** Connects clients to an endpoint in this process, without a network, over a fixed Snapshot. */
export function reach(snapshot: Snapshot): NonNullable<ConnectOptions['fetch']> {
  const endpoint = createMcpEndpoint({
    version: '1.0.0',
    baseUrl: 'https://reviews.example',
    current: () => snapshot,
    sessions: createSessions(['the key'], system),
    maxSubscriptions: 0,
    onError(error) {
      throw error
    },
  })
  return (url, init) => {
    const request = new Request(url, init)
    return endpoint.fetch(request, async () => Buffer.from(await request.arrayBuffer()))
  }
}

/** The same Snapshot with made-up insights. */
export function withInsights(snapshot: Snapshot): Snapshot {
  const [review] = snapshot.search({ sort: 'newest', limit: 1 })!.reviews
  const { id } = JSON.parse(Buffer.from(review!).toString()) as { id: string }
  const search_url = 'https://reviews.example/api/reviews/search'
  const insight = {
    mention_count: 3,
    positive_count: 2,
    neutral_count: 0,
    negative_count: 1,
    positive_pct: 66.67,
    score: 0.33,
    top_phrases: ['on time'],
    example_review_ids: [id],
    search_url,
    search_urls: { positive: search_url, neutral: search_url, negative: search_url },
  }
  const yearly = [
    { year: 2026, mention_count: 3, positive_count: 2, negative_count: 1, search_url },
  ]
  const seen = { average_rating: 4, first_mentioned: '2026-01-01', last_mentioned: '2026-02-01' }
  const insights = {
    ...snapshot.insights,
    aspects: [
      { id: 'pricing', label: 'Value for money', ...insight, origin: 'taxonomy' as const, yearly },
      { id: 'punctuality', label: 'Punctuality', ...insight, origin: 'taxonomy' as const, yearly },
      { id: 'cleanliness', label: 'Cleanliness', ...insight, origin: 'taxonomy' as const, yearly },
    ],
    topics: [{ id: 'weekend', label: 'Weekend work', ...insight, ...seen, keywords: ['sunday'] }],
    faq: [
      { question: 'Do they come on Sundays?', answer: 'Yes.', links: [], review_ids: [id] },
      {
        question: 'Are they tidy?',
        answer: 'They leave NOTHING behind.',
        links: [],
        review_ids: [id],
      },
    ],
    summary: 'Quick and tidy.',
    pull_quote: { text: 'Warm again', review_id: id, is_translation: false },
  }
  return { ...snapshot, insights }
}

/** The first message of a client of an older protocol. */
export const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'firsthand-test', version: '1.0.0' },
  },
}

/** Sends one message unchanged, as such a client would. */
export function postMessage(
  url: string,
  message: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(new URL('/mcp', url), messageInit(message, headers))
}

export const messageInit = (message: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...headers,
  },
  body: JSON.stringify(message),
})
