/** Describes the MCP endpoint and the files by which agents discover it. */
import { z } from 'zod'
import { mcpErrorBody } from '../../model/error.ts'
import { codesIn, ERROR_CODES } from '../../model/error-codes.ts'
import { type Json, toJsonSchema } from '../../model/json-schema.ts'
import { FAVICON_PATH, MCP_PATH } from '../../publish/base/public-paths.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import examples from './api-examples.json' with { type: 'json' }
import texts from './api-texts.json' with { type: 'json' }
import { operation, parametersOf, route } from './building-blocks.ts'
import { mcpResponseExample } from './examples.ts'

const CARD_PATH = `${MCP_PATH}/server-card`
const CARD_TYPE = 'application/mcp-server-card+json'

export function describeMcpRoutes(context: RenderContext): Json {
  const server = serverExample(context)
  return {
    [MCP_PATH]: { post: describeEndpoint(context) },
    [CARD_PATH]: route('getServerCard', ServerCard, server, { type: CARD_TYPE }),
    [`${MCP_PATH}/server.json`]: route('getRegistryEntry', ServerCard, server),
    '/.well-known/ai-catalog.json': route('getAiCatalog', AiCatalog, catalogExample(context), {
      type: 'application/ai-catalog+json',
    }),
  }
}

function describeEndpoint(context: RenderContext): Json {
  const headers = { 'Mcp-Session-Id': { description: 'Only after initialize.', schema: { type: 'string' } } }
  return operation('callMcp', {
    parameters: parametersOf(McpHeaders, 'header', examples.mcpHeaders),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: toJsonSchema(RpcMessage), example: examples.mcpCall } },
    },
    responses: {
      200: { ...rpcResponse('The result, or an error.', mcpResponseExample(context)), headers },
      202: { description: 'A notification was accepted; empty body.' },
      ...rejections(),
    },
  })
}

const rpcResponse = (description: string, example: z.infer<typeof RpcResponse>): Json => ({
  description,
  content: { 'application/json': { schema: toJsonSchema(RpcResponse), example } },
})

const rejections = () =>
  Object.fromEntries(
    Object.entries(texts.mcpErrors).map(([name, { description, message, id }]) => {
      const code = name as keyof typeof texts.mcpErrors
      return [ERROR_CODES[code].mcp[0], rpcResponse(description, mcpErrorBody(code, message, id))]
    }),
  )

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
