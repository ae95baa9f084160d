/** What the endpoint learns about a request while the SDK handles it, and results that are JSON already. Requests overlap, so each has its own. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type {
  CallToolResult,
  JSONRPCMessage,
  ListToolsResult,
  McpServer,
} from '@modelcontextprotocol/server'
import { asBuffer } from '../publish/base/bytes.ts'

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

/**
 * The result of a tool, a JSON object; or the list of tools, a JSON array. The SDK would parse and serialize it again, twice, which
 * costs more than the rest of a request. So a tool returns a placeholder, and the message that the SDK sends is serialized here with
 * the JSON in its place.
 */
type Prebuilt = { kind: 'call' | 'list'; json: Uint8Array }

const MARK = 'placeholder of a prebuilt result'

export const CALL_PLACEHOLDER: CallToolResult = {
  content: [{ type: 'text', text: MARK }],
  structuredContent: { [MARK]: true },
}

export const LIST_PLACEHOLDER: ListToolsResult = { tools: [] }

/** What JSON.stringify would write for the message, with the prebuilt JSON in place of its placeholder. */
export function serializeMessage(message: JSONRPCMessage, prebuilt: Prebuilt | undefined): Buffer {
  if (!prebuilt || !('result' in message)) return Buffer.from(JSON.stringify(message))
  const { result } = message
  const isPlaceholder =
    prebuilt.kind === 'call' ? isCallPlaceholder(result) : isListPlaceholder(result)
  if (!isPlaceholder) throw new Error('The MCP SDK changed the placeholder of a prebuilt result')
  return Buffer.concat(
    writeObject(message, new Map([['result', writeObject(result, membersOf(prebuilt))]])),
  )
}

const isCallPlaceholder = ({ content, structuredContent }: Partial<CallToolResult>) =>
  JSON.stringify({ content, structuredContent }) === JSON.stringify(CALL_PLACEHOLDER)

const isListPlaceholder = ({ tools }: Partial<ListToolsResult>) =>
  Array.isArray(tools) && tools.length === 0

type Members = ReadonlyMap<string, Uint8Array[]>

function membersOf({ kind, json }: Prebuilt): Members {
  if (kind === 'list') return new Map([['tools', [json]]])
  return new Map([
    ['content', [TEXT_START, escapeJson(json), TEXT_END]],
    ['structuredContent', [json]],
  ])
}

const TEXT_START = Buffer.from('[{"type":"text","text":"')
const TEXT_END = Buffer.from('"}]')

/** The bytes of a JSON object, some of whose members are bytes already. */
function writeObject(object: object, prebuilt: Members): Uint8Array[] {
  const pieces: Uint8Array[] = []
  let separator = '{'
  for (const [name, value] of Object.entries(object)) {
    if (value === undefined) continue
    const start = `${separator}${JSON.stringify(name)}:`
    const bytes = prebuilt.get(name)
    if (bytes) pieces.push(Buffer.from(start), ...bytes)
    else pieces.push(Buffer.from(start + JSON.stringify(value)))
    separator = ','
  }
  pieces.push(Buffer.from('}'))
  return pieces
}

/**
 * JSON as it is written inside a JSON string, without the quotes. It has no control characters, so only quotes and backslashes
 * change, and those are single bytes: read as Latin-1 it need not be decoded.
 */
function escapeJson(json: Uint8Array): Uint8Array {
  return Buffer.from(JSON.stringify(asBuffer(json).toString('latin1')).slice(1, -1), 'latin1')
}
