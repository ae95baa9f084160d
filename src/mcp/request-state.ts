/** What the endpoint learns about a request while the SDK handles it. Requests overlap, so each has its own. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { JSONRPCMessage, McpServer } from '@modelcontextprotocol/server'
import type { Prebuilt } from './prebuilt-results.ts'

export interface RequestState {
  /** Whether the client can show an interactive view. */
  showsApps?: boolean
  prebuilt?: Prebuilt
  /** The response, as the SDK handed it to its transport. */
  sent?: JSONRPCMessage
  /** What the SDK reported last. It also reports what clients do wrong. */
  fault?: Error
}

export type RequestStates = ReturnType<typeof createRequestStates>

export function createRequestStates() {
  const states = new AsyncLocalStorage<RequestState>()

  /** That of the request this code runs for. */
  function current(): RequestState {
    const state = states.getStore()
    if (!state) throw new Error('MCP code ran outside of a request')
    return state
  }

  return {
    current,
    run<T>(handle: (state: RequestState) => Promise<T>, showsApps = false): Promise<T> {
      const state: RequestState = { showsApps }
      return states.run(state, () => handle(state))
    },
    /** Makes the server note what it sends. */
    watch(server: McpServer): McpServer {
      const connect = server.connect.bind(server)
      server.connect = transport => {
        const send = transport.send.bind(transport)
        transport.send = (message, options) => {
          if ('result' in message || 'error' in message) current().sent = message
          return send(message, options)
        }
        return connect(transport)
      }
      return server
    },
  }
}
