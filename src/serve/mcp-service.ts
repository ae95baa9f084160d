/** Starts the MCP endpoint. It is loaded after the port is open, so that no client waits for it. */
import type { Logger } from 'pino'
import packageJson from '../../package.json' with { type: 'json' }
import type { McpEndpoint } from '../mcp/mcp-endpoint.ts'
import { system } from '../model/system.ts'
import type { Snapshot } from '../publish/snapshot.ts'

export interface McpSettings {
  baseUrl: string
  secretKeys: string[]
  mcpMaxSubscriptions: number
}

export async function startMcp(
  current: () => Snapshot,
  { baseUrl, secretKeys, mcpMaxSubscriptions }: McpSettings,
  log: Logger,
): Promise<McpEndpoint> {
  const [{ createMcpEndpoint }, { createSessions }] = await Promise.all([
    import('../mcp/mcp-endpoint.ts'),
    import('../mcp/session-ids.ts'),
  ])
  return createMcpEndpoint({
    version: packageJson.version,
    baseUrl,
    current,
    sessions: createSessions(secretKeys, system),
    maxSubscriptions: mcpMaxSubscriptions,
    onError: error => log.error({ err: error }, 'An MCP request failed'),
  })
}
