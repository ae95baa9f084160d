/** The front of the MCP endpoint: both eras of the protocol on one address, without a memory for sessions. */
import {
  createMcpHandler,
  isInitializeRequest,
  isJSONRPCRequest,
  isJsonContentType,
  isLegacyRequest,
  type JSONRPCMessage,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server'
import { askOnce, createLegacy } from './legacy-protocol.ts'
import { createServer, type ServerDependencies } from './mcp-server.ts'
import { createOriginGuard } from './origin-guard.ts'
import { createPrebuiltResults } from './prebuilt-results.ts'
import { LEGACY_VERSIONS, MODERN_VERSION } from './protocol-versions.ts'
import { paramsProblem } from './request-params.ts'
import { createPool } from './server-pool.ts'
import type { Sessions } from './session-ids.ts'

export interface McpEndpoint {
  /** `readBody` gives null where there is too much. */
  fetch(request: Request, readBody: () => Promise<Buffer | null>): Promise<Response>
}

export interface EndpointDependencies extends Omit<ServerDependencies, 'ready'> {
  sessions: Sessions
}

const METHOD_NOT_FOUND = -32601
const INVALID_REQUEST = -32600
const INVALID_PARAMS = -32602
const INTERNAL_ERROR = -32603
const PARSE_ERROR = -32700

export function createMcpEndpoint(dependencies: EndpointDependencies): McpEndpoint {
  const { sessions, baseUrl, current, onError } = dependencies
  const guard = createOriginGuard(baseUrl)
  const ready = createPrebuiltResults()
  const newServer = () => createServer({ ...dependencies, ready })
  // A server introduces itself by these.
  const kind = () => `${current().business.name} ${current().business.fictional}`
  const legacy = createLegacy(newServer, kind)
  const pool = createPool(newServer, kind)
  let lastFault: Error | undefined
  const noteFault = (error: Error) => {
    lastFault = error
  }
  const modern = createMcpHandler(
    () => {
      const server = pool.take()
      server.server.onclose = () => {
        delete server.server.onclose
        pool.giveBack(server)
      }
      return server
    },
    { legacy: 'reject', onerror: noteFault },
  )

  async function answerModern(request: Request, body: Message): Promise<Response> {
    // Streams that stay open for anybody are not offered.
    if (body.method === 'subscriptions/listen')
      return rpcError(404, METHOD_NOT_FOUND, 'Method not found', idOf(body))
    lastFault = undefined
    let answer: Response | undefined
    const bytes = await ready.fill(async () => {
      answer = await modern.fetch(request, { parsedBody: body })
      return await answer.text()
    })
    const { status, headers } = answer!
    // Only those are ours: it tells of what clients do wrong, too.
    if (status >= 500 && lastFault) onError(lastFault)
    const wrong = status === 200 ? answerWrong(body) : null
    return wrong ?? new Response(bytes.length > 0 ? bytes : null, { status, headers })
  }

  async function answerLegacy(request: Request, body: Message): Promise<Response> {
    const id = idOf(body)
    const accept = request.headers.get('accept') ?? ''
    if (!accept.includes('application/json') || !accept.includes('text/event-stream'))
      return refuse(406, 'Accept must list application/json and text/event-stream.', id)
    const version = request.headers.get('mcp-protocol-version')
    if (version !== null && !SPOKEN.includes(version))
      return refuse(400, `MCP-Protocol-Version must be one of ${LEGACY_VERSIONS.join(', ')}.`, id)
    if (body.method === 'initialize') {
      if (!isJSONRPCRequest(body) || !isInitializeRequest(body))
        return rpcError(
          200,
          INVALID_PARAMS,
          'initialize needs protocolVersion, capabilities and clientInfo.',
          id,
        )
      const headers = { 'mcp-session-id': sessions.mint() }
      return await respond(() => askOnce(newServer(), body), headers)
    }
    const session = request.headers.get('mcp-session-id')
    if (session === null) return refuse(400, `Mcp-Session-Id is missing. ${BEGIN}`, id)
    if (!sessions.isOurs(session)) return refuse(404, `Mcp-Session-Id is none of this service. ${BEGIN}`, id)
    // Nothing here waits for what a client notices or answers.
    if (body.id === undefined || body.method === undefined) return new Response(null, { status: 202 })
    if (!isJSONRPCRequest(body)) return refuse(400, NO_MESSAGE, id)
    return answerWrong(body) ?? (await respond(() => legacy.ask(body)))
  }

  async function respond(
    ask: () => Promise<JSONRPCMessage>,
    more: Record<string, string> = {},
  ): Promise<Response> {
    const bytes = await ready.fill(async () => JSON.stringify(await ask()))
    return new Response(bytes, { headers: { 'content-type': 'application/json', ...more } })
  }

  return {
    async fetch(request, readBody) {
      const { method, headers } = request
      if (guard.refusesHost(headers.get('host'))) return refuse(403, 'Host is not this service.')
      if (guard.refusesOrigin(headers.get('origin'))) return refuse(403, 'Origin is not allowed.')
      if (method !== 'POST') return refuse(405, 'Use POST.', null, { allow: 'POST, OPTIONS' })
      if (!isJsonContentType(headers.get('content-type')))
        return refuse(415, 'Content-Type must be application/json.')
      const bytes = await readBody()
      if (bytes === null) return refuse(413, 'The request is too large.', null, { connection: 'close' })
      const body = parse(bytes)
      if (body === undefined) return rpcError(400, PARSE_ERROR, 'The body must be JSON.', null)
      if (Array.isArray(body))
        return refuse(400, 'Send one message at a time: batches are not part of this protocol.')
      if (!isMessage(body)) return refuse(400, NO_MESSAGE)
      try {
        return (await isLegacy(request, body))
          ? await answerLegacy(request, body)
          : await answerModern(request, body)
      } catch (error) {
        onError(error as Error)
        return rpcError(500, INTERNAL_ERROR, 'Something went wrong here.', idOf(body))
      }
    },
  }
}

/** The version before sessions were settled is spoken like the next: clients name it who name none in initialize. */
const SPOKEN = [...LEGACY_VERSIONS, '2025-03-26']

function answerWrong(body: Message): Response | null {
  const problem = paramsProblem(body)
  return problem === null ? null : rpcError(200, INVALID_PARAMS, problem, idOf(body))
}

/** The SDK decides; the two usual cases are told without reading the whole request. */
async function isLegacy(request: Request, body: Message): Promise<boolean> {
  const version = request.headers.get('mcp-protocol-version')
  const meta = (body.params as { _meta?: Record<string, unknown> } | undefined)?._meta
  const claimed = meta?.[PROTOCOL_VERSION_META_KEY]
  if (claimed === undefined && (version === null || SPOKEN.includes(version))) return true
  if (claimed === MODERN_VERSION && version === MODERN_VERSION) return false
  return await isLegacyRequest(request, body)
}

const NO_MESSAGE = 'The body must be a JSON-RPC 2.0 message.'
const BEGIN = 'Send a new initialize request without it.'

interface Message {
  jsonrpc: '2.0'
  id?: string | number
  method?: string
  params?: unknown
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

/** A request, a notification or a response; an id is text or a whole number, never null. */
function isMessage(body: unknown): body is Message {
  if (typeof body !== 'object' || body === null) return false
  const { jsonrpc, id, method, params, result, error } = body as Record<string, unknown>
  if (jsonrpc !== '2.0') return false
  if (id !== undefined && typeof id !== 'string' && !Number.isInteger(id)) return false
  if (params !== undefined && (typeof params !== 'object' || params === null || Array.isArray(params)))
    return false
  return (
    typeof method === 'string' ||
    (method === undefined && id !== undefined && (result ?? error) !== undefined)
  )
}

const idOf = ({ id, method }: Message) => (method === undefined ? null : (id ?? null))

const refuse = (status: number, message: string, id: RpcId = null, more: Record<string, string> = {}) =>
  rpcError(status, INVALID_REQUEST, message, id, more)

type RpcId = string | number | null

function rpcError(
  status: number,
  code: number,
  message: string,
  id: RpcId,
  more: Record<string, string> = {},
): Response {
  return Response.json({ jsonrpc: '2.0', id, error: { code, message } }, { status, headers: more })
}
