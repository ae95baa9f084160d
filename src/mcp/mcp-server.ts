/** The MCP server: tools, resources and prompts on the current Snapshot. */
import { type CallToolResult, McpServer } from '@modelcontextprotocol/server'
import type { Business } from '../model/business.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { ToolProblem, UNTRUSTED } from './define-tool.ts'
import { registerPrompts } from './prompts.ts'
import { CALL_PLACEHOLDER, LIST_PLACEHOLDER, type RequestStates } from './request-state.ts'
import { RESOURCE_LIST, registerResources } from './resources.ts'
import { appMeta, registerReviewApp } from './review-app.ts'
import { LEGACY_VERSIONS, serverIdentity } from './server-card.ts'
import { createFaultGuard } from './tool-faults.ts'
import { inputSchema, jsonOf, outputSchema } from './tool-schemas.ts'
import { TOOLS } from './tools.ts'

export interface ServerDependencies {
  version: string
  baseUrl: string
  current: () => Snapshot
  requests: RequestStates
  /** Whether clients may subscribe to resources. */
  hasSubscriptions: boolean
  /** For internal errors: the client only learns that there was one. */
  onError: (error: Error) => void
  /** For the conformance suite's fixtures; absent in production. */
  registerMore?: (server: McpServer) => void
}

/** For an hour and for a minute. */
const LISTS = { ttlMs: 3_600_000, cacheScope: 'public' as const }
const DATA = { ttlMs: 60_000, cacheScope: 'public' as const }

const READ_ONLY = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

/** Converted once, not by each server. */
const tools = TOOLS.map(tool => ({
  ...tool,
  config: {
    title: tool.title,
    description: tool.description,
    inputSchema: inputSchema(tool.input),
    outputSchema: outputSchema(tool.output),
    annotations: READ_ONLY,
  },
}))

const listTools = (metaOf: (name: string) => object) =>
  Buffer.from(
    JSON.stringify(
      tools.map(({ name, config: { inputSchema, outputSchema, ...rest } }) => ({
        name,
        ...rest,
        inputSchema: jsonOf(inputSchema),
        outputSchema: jsonOf(outputSchema),
        ...metaOf(name),
      })),
    ),
  )

/** They never change, so they are serialized once. */
const TOOL_LIST = listTools(() => ({}))
const TOOL_LIST_WITH_APPS = listTools(appMeta)

export function createServer(dependencies: ServerDependencies): McpServer {
  const { version, baseUrl, current, requests, hasSubscriptions, onError, registerMore } =
    dependencies
  const { business } = current()
  const server = new McpServer(serverIdentity({ baseUrl, business }, version), {
    instructions: instructionsFor(business),
    capabilities: {
      tools: { listChanged: false },
      resources: { listChanged: false, ...(hasSubscriptions && { subscribe: true }) },
      prompts: { listChanged: false },
    },
    supportedProtocolVersions: LEGACY_VERSIONS,
    cacheHints: {
      'server/discover': LISTS,
      'tools/list': LISTS,
      'prompts/list': LISTS,
      'resources/list': LISTS,
      'resources/templates/list': LISTS,
      'resources/read': DATA,
    },
  })
  for (const { name, config, run } of tools)
    server.registerTool(name, config, args =>
      runTool(() => {
        requests.current().prebuilt = { kind: 'call', json: run(current(), args as never) }
        return CALL_PLACEHOLDER
      }, onError),
    )
  const guarded = { current, guard: createFaultGuard(onError) }
  registerResources(server, guarded)
  registerReviewApp(server, baseUrl)
  registerPrompts(server, guarded)
  // These lists lack the fixtures.
  if (!registerMore) {
    server.server.setRequestHandler('resources/list', () => RESOURCE_LIST)
    server.server.setRequestHandler('tools/list', () => {
      const state = requests.current()
      state.prebuilt = { kind: 'list', json: state.showsApps ? TOOL_LIST_WITH_APPS : TOOL_LIST }
      return LIST_PLACEHOLDER
    })
  }
  registerMore?.(server)
  return server
}

function runTool(run: () => CallToolResult, onError: (error: Error) => void): CallToolResult {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof ToolProblem)) onError(error as Error)
    const text =
      error instanceof ToolProblem ? error.message : 'Something went wrong. Try again later.'
    return { content: [{ type: 'text', text }], isError: true }
  }
}

function instructionsFor({ name, fictional }: Business): string {
  return [
    `Customer reviews about ${name}, with statistics about what they say.`,
    fictional ? 'This business is fictional: everything here was made up to show the service.' : '',
    'Start with get_insights_summary: it lists all aspects, technicians, services and topics. Use search_reviews to find reviews; dates are YYYY-MM-DD and limit is at most 100.',
    UNTRUSTED,
  ]
    .filter(sentence => sentence !== '')
    .join(' ')
}
