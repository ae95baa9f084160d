/** Servers that no request uses at the moment: making one costs more than most answers. */
import type { McpServer } from '@modelcontextprotocol/server'

export interface Pool {
  take(): McpServer
  /** To be called when the request is over. */
  giveBack(server: McpServer): void
}

/** `make` is called anew when what it makes would differ: `kind` tells. */
export function createPool(make: () => McpServer, kind: () => string): Pool {
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
      const server = idle.pop() ?? make()
      kinds.set(server, idleKind)
      return server
    },
    giveBack(server) {
      if (kinds.get(server) === idleKind) idle.push(server)
    },
  }
}
