/** The HTTP server: limits, timeouts, malformed requests, graceful shutdown. */
import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { ErrorBody } from '../model/error-body.ts'
import { ERRORS, type HttpCode, type MessageCode, messageOf } from '../model/errors.ts'
import type { App } from './app.ts'
import type { Headers } from './response-headers.ts'

export type HttpServer = Awaited<ReturnType<typeof listen>>

const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
}

const HANDSHAKE = { handshakeTimeout: LIMITS.headersTimeout }

/** A client that reads nothing for so long is gone, and must not keep an old dataset in memory. */
const STALLED_MS = 120_000
const SWEEP_MS = 15_000

/** Each open connection with its latest response. */
type Connections = Map<Socket, ServerResponse | null>

interface ListenOptions {
  host: string
  port: number
  /** Where the service is on its host: `/reviews`, or empty. */
  basePath?: string
  isSecure?: boolean
  limits?: typeof LIMITS
}

export async function listen(app: App, options: ListenOptions) {
  const { host, port, basePath = '', isSecure = false, limits = LIMITS } = options
  const connections: Connections = new Map()
  // Node would reject a request without Host with an empty body, so we do it.
  const ours = { ...limits, requireHostHeader: false }
  const server = isSecure ? createSecureServer({ ...ours, ...HANDSHAKE }) : createServer(ours)
  server.on(isSecure ? 'secureConnection' : 'connection', (socket: Socket) => {
    connections.set(socket, null)
    socket.once('close', () => connections.delete(socket))
  })
  const sweep = setInterval(() => watchUnfinished(connections), SWEEP_MS)
  sweep.unref()
  server.once('close', () => clearInterval(sweep))
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!limitsItself(error, connections.get(socket)?.req)) respondBroken(error, socket)
  })
  // Browsers that were here once come back by HTTPS only, for a year.
  if (isSecure)
    server.on('request', (_, response) =>
      response.setHeader('strict-transport-security', 'max-age=31536000'),
    )
  serve(server, connections, app, basePath)
  server.listen({ host, port })
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    /** For new connections; one that is secure has none before. */
    useCertificate: (certificate: { key: string; cert: string }) =>
      (server as SecureServer).setSecureContext(certificate),
    /** Stops accepting connections, lets open responses finish, and gives up at the deadline. */
    close: (deadlineMs: number) => close(server, connections, deadlineMs),
  }
}

function serve(server: Server, connections: Connections, app: App, basePath: string): void {
  const handle = getRequestListener(
    (request, bindings) => app.fetch(request, bindings as HttpBindings),
    {
      hostname: 'localhost',
      // For a request whose URL cannot be parsed.
      errorHandler: () =>
        new Response(JSON.stringify(badRequest), { status: 400, headers: UNREADABLE }),
    },
  )
  server.on('request', (incoming, outgoing) => {
    connections.set(incoming.socket, outgoing)
    const startedMs = app.count ? performance.now() : 0
    if (app.count)
      outgoing.once('close', () => app.count!(incoming, outgoing.statusCode, startedMs))
    if (!hasValidHost(incoming)) reject(outgoing, badRequest, { connection: 'close' })
    else if (!enter(incoming, basePath)) reject(outgoing, outside(basePath))
    else if (!app.writePrebuilt(incoming, outgoing)) handle(incoming, outgoing)
  })
}

/** Within the program, addresses are without the base path. Returns false for an address outside of it. */
function enter(incoming: IncomingMessage, basePath: string): boolean {
  if (basePath === '') return true
  const { url = '/' } = incoming
  const rest = url.slice(basePath.length)
  if (!url.startsWith(basePath) || !/^(?:[/?]|$)/.test(rest)) return false
  incoming.url = rest.startsWith('/') ? rest : `/${rest}`
  return true
}

const outside = (basePath: string): ErrorBody => ({
  error: 'not_found',
  message: `This service is at ${basePath}/ and below. A proxy in front of it must pass addresses on with this path.`,
})

/** Node's timeout on every connection would slow each request, so only the few slow ones get it, and only once there is something to read. */
function watchUnfinished(connections: Connections): void {
  for (const [socket, response] of connections)
    if (response?.headersSent && !response.writableFinished && !socket.timeout)
      // On a connection that is kept, the one for an earlier response may still be waiting.
      socket.off('timeout', destroy).setTimeout(STALLED_MS, destroy)
}

function destroy(this: Socket): void {
  this.destroy()
}

async function close(server: Server, connections: Connections, deadlineMs: number): Promise<void> {
  // Node would cut off slow clients: it considers a connection idle once the response is written.
  server.closeIdleConnections = () => closeWhenSent(connections)
  const closed = new Promise<void>(resolve => server.close(() => resolve()))
  const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs)
  await closed
  clearTimeout(deadline)
}

/** What has been written is still sent. */
function closeWhenSent(connections: Connections): void {
  for (const [socket, response] of connections)
    if (response && !response.writableEnded) response.once('close', () => socket.destroySoon())
    else socket.destroySoon()
}

/** A name or address, and optionally a port (RFC 9110 §7.2). */
const HOST = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(?::\d*)?$/i

/** Exactly one in HTTP/1.1 (RFC 9112 §3.2). HTTP/1.0 needs none, and old load balancers check health with it. */
function hasValidHost({ httpVersion, rawHeaders, headers }: IncomingMessage): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]!.length === 4 && rawHeaders[index]!.toLowerCase() === 'host') count++
  if (count === 0) return httpVersion === '1.0'
  return count === 1 && HOST.test(headers.host!)
}

const bodyOf = (error: HttpCode & MessageCode): ErrorBody => ({ error, message: messageOf(error) })

const badRequest = bodyOf('bad_request')

const UNREADABLE = { 'content-type': 'application/json', 'access-control-allow-origin': '*' }

function reject(outgoing: ServerResponse, body: ErrorBody, more: Headers = {}): void {
  const json = JSON.stringify(body)
  const headers = { ...UNREADABLE, 'content-length': Buffer.byteLength(json), ...more }
  outgoing.writeHead(ERRORS[body.error].http, headers).end(json)
}

/** By the code of Node's error. */
const BROKEN_RESPONSES = new Map([
  ['HPE_HEADER_OVERFLOW', bodyOf('headers_too_large')],
  ['ERR_HTTP_REQUEST_TIMEOUT', bodyOf('request_timeout')],
])

/** A request with a timeout of its own, such as an upload, may take longer than others: Node says once that it does. */
const limitsItself = ({ code }: NodeJS.ErrnoException, incoming: IncomingMessage | undefined) =>
  code === 'ERR_HTTP_REQUEST_TIMEOUT' &&
  incoming !== undefined &&
  incoming.listenerCount('timeout') > 0

/** A malformed or oversized request never reaches the app: the response is written to the bare socket. */
function respondBroken(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const body = BROKEN_RESPONSES.get(error.code ?? '') ?? badRequest
  const status = ERRORS[body.error].http
  const json = JSON.stringify(body)
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Access-Control-Allow-Origin: *\r\nContent-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
  )
}
