/** Describes the MCP endpoint and the files by which agents discover it. */
import { z } from 'zod'
import { type Json, toJsonSchema } from '../../model/json-schema.ts'
import { MCP_PATH } from '../../publish/base/public-paths.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { operation, parametersOf, readResponses } from './building-blocks.ts'
import {
  mcpCallExample,
  mcpCatalogExample,
  mcpHeaderExamples,
  mcpResponseExample,
  mcpServerExample,
} from './examples.ts'

export function describeMcpRoutes(context: RenderContext): Json {
  return {
    [MCP_PATH]: { post: describeEndpoint(context) },
    [`${MCP_PATH}/server-card`]: {
      get: operation('getServerCard', 'agents', 'MCP server card', CARD_TEXT, {
        responses: readResponses(McpServer, mcpServerExample(context), 'application/mcp-server-card+json'),
      }),
    },
    [`${MCP_PATH}/server.json`]: {
      get: operation('getRegistryEntry', 'agents', 'MCP registry entry', REGISTRY_TEXT, {
        responses: readResponses(McpServer, mcpServerExample(context)),
      }),
    },
    '/.well-known/ai-catalog.json': {
      get: operation('getAiCatalog', 'agents', 'AI catalog', 'Where to find the MCP server card.', {
        responses: readResponses(AiCatalog, mcpCatalogExample(context), 'application/ai-catalog+json'),
      }),
    },
  }
}

function describeEndpoint(context: RenderContext): Json {
  const sessionHeader = {
    'Mcp-Session-Id': { description: 'Only after initialize.', schema: { type: 'string' } },
  }
  return operation('callMcp', 'agents', 'Model Context Protocol', ENDPOINT_TEXT, {
    parameters: parametersOf(McpHeaders, 'header', mcpHeaderExamples),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: toJsonSchema(RpcMessage), example: mcpCallExample } },
    },
    responses: {
      200: {
        ...rpcResponse('The result, or an error.', mcpResponseExample(context)),
        headers: sessionHeader,
      },
      202: { description: 'A notification was accepted; empty body.' },
      400: rejection(
        'Not a JSON-RPC message, or its headers do not match it.',
        'Mcp-Session-Id is missing.',
        1,
      ),
      403: rejection('Origin or Host is not allowed.', 'Origin is not allowed.'),
      404: rejection('An unknown session or method.', 'Mcp-Session-Id was not issued by this service.', 1),
      405: rejection('The method is not POST.', 'Use POST.'),
      406: rejection(
        'Before 2026-07-28: Accept lacks one of the two types. Or Accept-Encoding rejects every coding.',
        'Accept must list application/json and text/event-stream.',
        1,
      ),
      413: rejection('More than 64 KiB.', 'The request is too large.'),
      415: rejection('Not JSON.', 'Content-Type must be application/json.'),
      429: rejection('Too many requests; see Retry-After.', 'Too many requests. Try again in 20 seconds.'),
      503: rpcResponse('The service is starting or stopping; see Retry-After.', {
        jsonrpc: '2.0',
        id: null,
        error: {
          code: -32603,
          message: 'The service is starting or stopping. Try again in a moment.',
        },
      }),
    },
  })
}

const rpcResponse = (description: string, example: z.infer<typeof RpcResponse>): Json => ({
  description,
  content: { 'application/json': { schema: toJsonSchema(RpcResponse), example } },
})

const rejection = (description: string, message: string, id: number | null = null) =>
  rpcResponse(description, { jsonrpc: '2.0', id, error: { code: -32600, message } })

const RpcId = z.union([z.string(), z.number()])
const RpcMessage = z.object({
  jsonrpc: z.literal('2.0'),
  id: RpcId.optional().describe('Absent in a notification.'),
  method: z.string(),
  params: z.looseObject({}).optional(),
})
const RpcResponse = z.object({
  jsonrpc: z.literal('2.0'),
  id: RpcId.nullable(),
  result: z.looseObject({}).optional(),
  error: z.object({ code: z.int(), message: z.string() }).optional(),
})
const McpHeaders = z.object({
  'MCP-Protocol-Version': z.string().optional().describe('The protocol version.'),
  'Mcp-Method': z.string().optional().describe('From 2026-07-28 on: the method of the message.'),
  'Mcp-Name': z.string().optional().describe('From 2026-07-28 on: the tool, prompt or resource.'),
  'Mcp-Session-Id': z.string().optional().describe('Before 2026-07-28: from the response to initialize.'),
})
const McpServer = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string().max(100),
  version: z.string(),
  websiteUrl: z.url(),
  icons: z.array(z.object({ src: z.url(), mimeType: z.string(), sizes: z.array(z.string()) })),
  remotes: z.array(z.object({ type: z.string(), url: z.url() })),
})
const AiCatalog = z.object({
  specVersion: z.string(),
  entries: z.array(
    z.object({
      identifier: z.string(),
      displayName: z.string(),
      type: z.string(),
      mediaType: z.string().describe('The same as type, for clients of earlier drafts.'),
      url: z.url(),
    }),
  ),
})

const ENDPOINT_TEXT =
  'One JSON-RPC message of MCP over Streamable HTTP, in protocol version 2026-07-28, or with initialize in 2025-11-25, 2025-06-18, 2025-03-26 and 2024-11-05. The response is JSON; only subscriptions/listen, which is off by default, returns a stream.'
const CARD_TEXT =
  'The name, address, icon and protocol versions of the MCP endpoint, as a client learns them when it connects.'
const REGISTRY_TEXT = 'The same, for the MCP registry.'
