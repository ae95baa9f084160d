/** Idle servers: creating one costs more than most requests. */
import type { McpServer } from '@modelcontextprotocol/server'

export interface Pool {
  take(): McpServer
  /** Call it when the request is over. */
  giveBack(server: McpServer): void
}

/** Idle servers are dropped whenever `kind` changes. */
export function createPool(createServer: () => McpServer, kind: () => string): Pool {
  let idle: McpServer[] = []
  let kinds = new WeakMap<McpServer, string>()
  let idleKind = ''
  return {
    take() {
      if (kind() !== idleKind) {
        idle = []
        kinds = new WeakMap()
        idleKind = kind()
      }
      const server = idle.pop() ?? createServer()
      kinds.set(server, idleKind)
      return server
    },
    giveBack(server) {
      if (kinds.get(server) === idleKind) idle.push(server)
    },
  }
}
