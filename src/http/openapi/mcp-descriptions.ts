/** Describes the MCP endpoint and the files by which agents discover it. */
import { z } from 'zod'
import { mcpErrorBody, type RpcId } from '../../model/error.ts'
import { codesIn, ERROR_CODES, type McpCode } from '../../model/error-codes.ts'
import { type Json, toJsonSchema } from '../../model/json-schema.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { FAVICON_PATH, MCP_PATH } from '../../publish/pieces/public-paths.ts'
import examples from './api-examples.json' with { type: 'json' }
import { operation, parametersOf, read } from './building-blocks.ts'
import { mcpResponseExample } from './examples.ts'

const CARD_PATH = `${MCP_PATH}/server-card`
const CARD_TYPE = 'application/mcp-server-card+json'

export function describeMcpRoutes(context: RenderContext): Json {
  const server = serverExample(context)
  return {
    [MCP_PATH]: { post: describeEndpoint(context) },
    [CARD_PATH]: read('getServerCard', ServerCard, server, { type: CARD_TYPE }),
    [`${MCP_PATH}/server.json`]: read('getRegistryEntry', ServerCard, server),
    '/.well-known/ai-catalog.json': read('getAiCatalog', AiCatalog, catalogExample(context), {
      type: 'application/ai-catalog+json',
    }),
  }
}

function describeEndpoint(context: RenderContext): Json {
  const sessionHeader = {
    'Mcp-Session-Id': { description: 'Only after initialize.', schema: { type: 'string' } },
  }
  return operation('callMcp', {
    parameters: parametersOf(McpHeaders, 'header', examples.mcpHeaders),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: toJsonSchema(RpcMessage), example: examples.mcpCall } },
    },
    responses: {
      200: {
        ...rpcResponse('The result, or an error.', mcpResponseExample(context)),
        headers: sessionHeader,
      },
      202: { description: 'A notification was accepted; empty body.' },
      ...rejection(
        'session_missing',
        'Not a JSON-RPC message, or its headers do not match it.',
        'Mcp-Session-Id is missing.',
        1,
      ),
      ...rejection('forbidden', 'Origin or Host is not allowed.', 'Origin is not allowed.'),
      ...rejection(
        'session_unknown',
        'An unknown session or method.',
        'Mcp-Session-Id was not issued by this service.',
        1,
      ),
      ...rejection('method_not_allowed', 'The method is not POST.', 'Use POST.'),
      ...rejection(
        'not_acceptable',
        'Before 2026-07-28: Accept lacks one of the two types. Or Accept-Encoding rejects every coding.',
        'Accept must list application/json and text/event-stream.',
        1,
      ),
      ...rejection('too_large', 'More than 64 KiB.', 'The request is too large.'),
      ...rejection('unsupported_media_type', 'Not JSON.', 'Content-Type must be application/json.'),
      ...rejection(
        'too_many_requests',
        'Too many requests; see Retry-After.',
        'Too many requests. Try again in 20 seconds.',
      ),
      ...rejection(
        'unavailable',
        'The service is starting or stopping; see Retry-After.',
        'The service is starting or stopping. Try again in a moment.',
      ),
    },
  })
}

const rpcResponse = (description: string, example: z.infer<typeof RpcResponse>): Json => ({
  description,
  content: { 'application/json': { schema: toJsonSchema(RpcResponse), example } },
})

const rejection = (code: McpCode, description: string, message: string, id: RpcId = null): Json => ({
  [ERROR_CODES[code].mcp[0]]: rpcResponse(description, mcpErrorBody(code, message, id)),
})

const Id = z.union([z.string(), z.number()])
const RpcMessage = z.object({
  jsonrpc: z.literal('2.0'),
  id: Id.optional().describe('Absent in a notification.'),
  method: z.string(),
  params: z.looseObject({}).optional(),
})
const RpcError = z.object({
  code: z.int(),
  message: z.string(),
  data: z
    .looseObject({ error: z.enum(codesIn('mcp')).optional().describe('A stable code.') })
    .optional()
    .describe('Of an error that the endpoint itself found.'),
})
const RpcResponse = z.object({
  jsonrpc: z.literal('2.0'),
  id: Id.nullable(),
  result: z.looseObject({}).optional(),
  error: RpcError.optional(),
})
const McpHeaders = z.object({
  'MCP-Protocol-Version': z.string().optional().describe('The protocol version.'),
  'Mcp-Method': z.string().optional().describe('From 2026-07-28 on: the method of the message.'),
  'Mcp-Name': z.string().optional().describe('From 2026-07-28 on: the tool, prompt or resource.'),
  'Mcp-Session-Id': z.string().optional().describe('Before 2026-07-28: from the response to initialize.'),
})

const ServerCard = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string().max(100),
  version: z.string(),
  websiteUrl: z.url(),
  icons: z.array(z.object({ src: z.url(), mimeType: z.string(), sizes: z.array(z.string()) })),
  remotes: z.array(z.object({ type: z.string(), url: z.url() })),
})

const serverExample = ({ baseUrl, business }: RenderContext): z.infer<typeof ServerCard> => ({
  name: 'com.example.reviews/plumber-reviews',
  title: `Reviews about ${business.name}`,
  description: 'Customer reviews: search, sentiment, topics.',
  version: '1.0.0',
  websiteUrl: baseUrl,
  icons: [{ src: baseUrl + FAVICON_PATH, mimeType: 'image/svg+xml', sizes: ['any'] }],
  remotes: [{ type: 'streamable-http', url: baseUrl + MCP_PATH }],
})

const CatalogEntry = z.object({
  identifier: z.string(),
  displayName: z.string(),
  type: z.string(),
  mediaType: z.string().describe('The same as type, for clients of earlier drafts.'),
  url: z.url(),
})
const AiCatalog = z.object({ specVersion: z.string(), entries: z.array(CatalogEntry) })

function catalogExample({ baseUrl, business }: RenderContext): z.infer<typeof AiCatalog> {
  const entry = {
    identifier: 'urn:air:reviews.example.com:mcp:plumber',
    displayName: `Reviews about ${business.name}`,
    type: CARD_TYPE,
    mediaType: CARD_TYPE,
    url: baseUrl + CARD_PATH,
  }
  return { specVersion: '1.0', entries: [entry] }
}
