/** How servers serve more than one request, without stored sessions. */
import type {
  JSONRPCMessage,
  JSONRPCRequest,
  McpServer,
  Transport,
} from '@modelcontextprotocol/server'
import { oncePerValue } from '../model/once-per.ts'

/** Resolves with the server's response. */
type SendRequest = (request: JSONRPCRequest) => Promise<JSONRPCMessage>

/** For the protocol of 2025, one server stays connected and handles the requests of all clients. There is a new one whenever `kind` changes. */
export function createLegacy(createServer: () => McpServer, kind: () => string): SendRequest {
  const connectionFor = oncePerValue((_kind: string) => connect(createServer()), 1)
  return async request => await (await connectionFor(kind()))(request)
}

/** For initialize: a server remembers who initialized it, so this one is used for nothing else. */
export async function requestOnce(
  server: McpServer,
  request: JSONRPCRequest,
): Promise<JSONRPCMessage> {
  const send = await connect(server)
  try {
    return await send(request)
  } finally {
    await server.close()
  }
}

/** Different clients may use the same ids at once, so the server sees ids of ours. */
async function connect(server: McpServer): Promise<SendRequest> {
  const waiting = new Map<number, (response: JSONRPCMessage) => void>()
  let count = 0
  const transport: Transport = {
    start: async () => {},
    close: async () => transport.onclose?.(),
    async send(message) {
      const id = 'id' in message ? Number(message.id) : -1
      waiting.get(id)?.(message)
      waiting.delete(id)
    },
  }
  await server.connect(transport)
  return request => {
    const id = count++
    return new Promise(resolve => {
      waiting.set(id, response => resolve({ ...response, id: request.id } as JSONRPCMessage))
      transport.onmessage?.({ ...request, id })
    })
  }
}

/** Idle servers for the protocol of 2026: creating one costs more than most requests. They are dropped whenever `kind` changes. */
export function createPool(createServer: () => McpServer, kind: () => string) {
  const idleOf = oncePerValue((_kind: string): McpServer[] => [], 1)
  /** The servers of its kind, whether or not they are still wanted. */
  const idleBeside = new WeakMap<McpServer, McpServer[]>()
  return {
    take(): McpServer {
      const idle = idleOf(kind())
      const server = idle.pop() ?? createServer()
      idleBeside.set(server, idle)
      return server
    },
    /** Call it when the request is over. */
    giveBack: (server: McpServer) => void idleBeside.get(server)?.push(server),
  }
}
