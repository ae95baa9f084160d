/** The protocol of 2025 without its sessions: one server stays connected and answers the requests of all clients. */
import type { JSONRPCMessage, JSONRPCRequest, McpServer, Transport } from '@modelcontextprotocol/server'

export interface Legacy {
  /** Resolves with what the server answers. */
  ask(request: JSONRPCRequest): Promise<JSONRPCMessage>
}

/** `make` is called again when what it makes would differ: `kind` tells. */
export function createLegacy(make: () => McpServer, kind: () => string): Legacy {
  let line: Promise<Line> | undefined
  let lineKind = ''

  return {
    async ask(request) {
      if (!line || kind() !== lineKind) {
        lineKind = kind()
        line = openLine(make())
      }
      return await (await line).ask(request)
    },
  }
}

/** A server remembers who initialized it: this one is used for nothing else. */
export async function askOnce(server: McpServer, request: JSONRPCRequest): Promise<JSONRPCMessage> {
  const line = await openLine(server)
  try {
    return await line.ask(request)
  } finally {
    await server.close()
  }
}

interface Line {
  ask(request: JSONRPCRequest): Promise<JSONRPCMessage>
}

/** Clients number their requests as they like, so each gets a number of ours on its way. */
async function openLine(server: McpServer): Promise<Line> {
  const waiting = new Map<number, (answer: JSONRPCMessage) => void>()
  let count = 0
  const transport: Transport = {
    start: async () => {},
    close: async () => transport.onclose?.(),
    async send(message) {
      const number = 'id' in message ? Number(message.id) : -1
      waiting.get(number)?.(message)
      waiting.delete(number)
    },
  }
  await server.connect(transport)
  return {
    ask(request) {
      const number = count++
      return new Promise(resolve => {
        waiting.set(number, answer => resolve({ ...answer, id: request.id } as JSONRPCMessage))
        transport.onmessage?.({ ...request, id: number })
      })
    },
  }
}
