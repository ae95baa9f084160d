/** The MCP endpoint: both eras of the protocol at one address, without stored sessions. */
import {
  CLIENT_CAPABILITIES_META_KEY,
  createMcpHandler,
  isInitializeRequest,
  isJSONRPCRequest,
  isJsonContentType,
  isLegacyRequest,
  type JSONRPCMessage,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server'
import { mcpErrorBody, type RpcId } from '../model/error-body.ts'
import { ERRORS, type McpCode } from '../model/errors.ts'
import { unlessItThrows } from '../model/scalars.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { createServer, type ServerDependencies } from './mcp-server.ts'
import { createOriginGuard } from './origin-guard.ts'
import { nameProblem, paramsProblem } from './request-params.ts'
import { createRequestStates, serializeMessage } from './request-state.ts'
import { supportsApps } from './review-app.ts'
import { LEGACY_VERSIONS, MODERN_VERSION } from './server-card.ts'
import { createLegacy, createPool, requestOnce } from './server-reuse.ts'
import type { SessionIds } from './session-ids.ts'
import { createSubscriptions } from './subscriptions.ts'

export type McpEndpoint = ReturnType<typeof createMcpEndpoint>

export interface EndpointDependencies
  extends Omit<ServerDependencies, 'requests' | 'hasSubscriptions'> {
  sessions: SessionIds
  /** How many clients may subscribe at a time; 0 for none. */
  maxSubscriptions: number
}

export function createMcpEndpoint(dependencies: EndpointDependencies) {
  const { sessions, baseUrl, current, maxSubscriptions, onError } = dependencies
  const guard = createOriginGuard(baseUrl)
  const requests = createRequestStates()
  // Before 2026, a subscription would need a stream per session.
  const newLegacyServer = () => createServer({ ...dependencies, requests, hasSubscriptions: false })
  const newModernServer = () =>
    createServer({ ...dependencies, requests, hasSubscriptions: maxSubscriptions > 0 })
  // A server introduces itself with these.
  const kind = () => {
    const { id, name, fictional } = current().business
    return `${id} ${name} ${fictional}`
  }
  const requestLegacy = createLegacy(newLegacyServer, kind)
  const pool = createPool(() => requests.watch(newModernServer()), kind)
  const noteFault = (error: Error) => {
    requests.current().fault = error
  }
  const subscriptions =
    maxSubscriptions > 0 ? createSubscriptions(newModernServer, maxSubscriptions, noteFault) : null
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

  function respondInvalidParams(body: Message): Response | null {
    // The conformance suite's fixtures have names of their own.
    const problem = paramsProblem(body) ?? (dependencies.registerMore ? null : nameProblem(body))
    return problem === null ? null : reject('invalid_params', problem, idOf(body))
  }

  async function respondModern(request: Request, body: Message): Promise<Response> {
    if (body.method === 'subscriptions/listen') return await respondListen(request, body)
    return await requests.run(
      async state => {
        const response = await modern.fetch(request, { parsedBody: body })
        const { status, headers } = response
        // Below 500 the SDK reports what the client did wrong.
        if (status >= 500 && state.fault) onError(state.fault)
        const invalid = status === 200 ? respondInvalidParams(body) : null
        if (invalid) return invalid
        if (status !== 200 || !state.prebuilt)
          return new Response((await response.text()) || null, { status, headers })
        if (!state.sent) throw new Error('The MCP SDK sent a prebuilt result past its transport')
        return new Response(serializeMessage(state.sent, state.prebuilt), { status, headers })
      },
      supportsApps(metaOf(body)[CLIENT_CAPABILITIES_META_KEY]),
    )
  }

  async function respondListen(request: Request, body: Message): Promise<Response> {
    if (!subscriptions) return reject('method_not_found', 'Method not found', idOf(body))
    return await requests.run(async state => {
      const response = await subscriptions.listen(request, body)
      if (response.status >= 500 && state.fault) onError(state.fault)
      return response
    })
  }

  async function respondLegacy(request: Request, body: Message): Promise<Response> {
    const id = idOf(body)
    const accept = (request.headers.get('accept') ?? '').toLowerCase()
    if (!accept.includes('application/json') || !accept.includes('text/event-stream'))
      return reject(
        'not_acceptable',
        'Accept must list application/json and text/event-stream.',
        id,
      )
    const version = request.headers.get('mcp-protocol-version')
    if (version !== null && !LEGACY_VERSIONS.includes(version))
      return reject(
        'invalid_request',
        `MCP-Protocol-Version must be one of ${LEGACY_VERSIONS.join(', ')}.`,
        id,
      )
    if (body.method === 'initialize') return await respondInitialize(body)
    const session = request.headers.get('mcp-session-id')
    if (session === null)
      return reject('session_missing', `Mcp-Session-Id is missing. ${START_OVER}`, id)
    if (!sessions.isOurs(session))
      return reject(
        'session_unknown',
        `Mcp-Session-Id was not issued by this service. ${START_OVER}`,
        id,
      )
    // The server never waits for a notification or a response.
    if (body.id === undefined || body.method === undefined)
      return new Response(null, { status: 202 })
    if (!isJSONRPCRequest(body)) return reject('invalid_request', NOT_A_MESSAGE, id)
    return (
      respondInvalidParams(body) ??
      (await respond(() => requestLegacy(body), { showsApps: sessions.showsApps(session) }))
    )
  }

  async function respondInitialize(body: Message): Promise<Response> {
    if (isJSONRPCRequest(body) && isInitializeRequest(body))
      return await respond(() => requestOnce(newLegacyServer(), body), {
        headers: { 'mcp-session-id': sessions.mint(supportsApps(body.params.capabilities)) },
      })
    const problem = 'initialize needs protocolVersion, capabilities and clientInfo.'
    return reject('invalid_params', problem, idOf(body))
  }

  function respond(
    request: () => Promise<JSONRPCMessage>,
    { headers = {}, showsApps = false }: { headers?: Record<string, string>; showsApps?: boolean },
  ): Promise<Response> {
    return requests.run(async state => {
      const message = await request()
      const all = { 'content-type': 'application/json', ...headers }
      return new Response(serializeMessage(message, state.prebuilt), { headers: all })
    }, showsApps)
  }

  return {
    /** `readBody` resolves with null when the body is too large. */
    async fetch(request: Request, readBody: () => Promise<Buffer | null>): Promise<Response> {
      const { method, headers } = request
      if (guard.isForeignHost(headers.get('host')))
        return reject('forbidden', 'Host is not this service.')
      if (guard.isForeignOrigin(headers.get('origin')))
        return reject('forbidden', 'Origin is not allowed.')
      if (method !== 'POST')
        return reject('method_not_allowed', 'Use POST.', null, { allow: 'POST, OPTIONS' })
      if (!isJsonContentType(headers.get('content-type')))
        return reject('unsupported_media_type', 'Content-Type must be application/json.')
      const bytes = await readBody()
      if (bytes === null)
        return reject('too_large', 'The request is too large.', null, { connection: 'close' })
      const body = parse(bytes)
      if (body === undefined) return reject('parse_error', 'The body must be JSON.')
      if (Array.isArray(body))
        return reject(
          'invalid_request',
          'Send one message at a time: this protocol has no batches.',
        )
      if (!isMessage(body)) return reject('invalid_request', NOT_A_MESSAGE)
      try {
        return (await isLegacy(request, body))
          ? await respondLegacy(request, body)
          : await respondModern(request, body)
      } catch (error) {
        onError(error as Error)
        return reject('internal_error', 'Something went wrong.', idOf(body))
      }
    },
    /** Notifies subscribed clients of what changed with this Snapshot, which is the current one. */
    announce: (snapshot: Snapshot) => subscriptions?.announce(snapshot),
    /** Ends the streams of subscribed clients. */
    close: async () => await subscriptions?.close(),
  }
}

/** The SDK decides; the two common cases are recognized without its full classification. */
async function isLegacy(request: Request, body: Message): Promise<boolean> {
  const version = request.headers.get('mcp-protocol-version')
  const claimed = metaOf(body)[PROTOCOL_VERSION_META_KEY]
  if (claimed === undefined && (version === null || LEGACY_VERSIONS.includes(version))) return true
  if (claimed === MODERN_VERSION && version === MODERN_VERSION) return false
  return await isLegacyRequest(request, body)
}

const metaOf = ({ params }: Message) =>
  (params as { _meta?: Record<string, unknown> } | undefined)?._meta ?? {}

const NOT_A_MESSAGE = 'The body must be a JSON-RPC 2.0 message.'
const START_OVER = 'Send a new initialize request without it.'

type Message = { jsonrpc: '2.0'; id?: string | number; method?: string; params?: unknown }

const parse = (bytes: Buffer): unknown =>
  unlessItThrows(() => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))

/** A request, a notification or a response. An id is a string or an integer, never null. */
function isMessage(body: unknown): body is Message {
  if (typeof body !== 'object' || body === null) return false
  const { jsonrpc, id, method, params, result, error } = body as Record<string, unknown>
  if (jsonrpc !== '2.0') return false
  if (id !== undefined && typeof id !== 'string' && !Number.isInteger(id)) return false
  if (
    params !== undefined &&
    (typeof params !== 'object' || params === null || Array.isArray(params))
  )
    return false
  return (
    typeof method === 'string' ||
    (method === undefined && id !== undefined && (result ?? error) !== undefined)
  )
}

const idOf = ({ id, method }: Message) => (method === undefined ? null : (id ?? null))

function reject(
  code: McpCode,
  message: string,
  id: RpcId = null,
  headers: Record<string, string> = {},
) {
  return Response.json(mcpErrorBody(code, message, id), { status: ERRORS[code].mcp[0], headers })
}
