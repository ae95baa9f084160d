/** The socket: limits, time-outs, broken requests, and a graceful end. */
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { ErrorBody } from '../model/error.ts'
import type { App } from './app.ts'

export interface HttpServer {
  port: number
  /** Stops taking connections, lets running answers end, and gives up after the deadline. */
  close(deadlineMs: number): Promise<void>
}

const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
}

/** A reader who takes nothing for so long is gone, and must not hold an old dataset in memory. */
const STALLED_MS = 120_000
const SWEEP_MS = 15_000

/** Each open connection, with the last answer on it. */
type Connections = Map<Socket, ServerResponse | null>

/** The app is created once the port is known, before the first request can arrive. */
export async function listen(
  createApp: (port: number) => App,
  { host, port }: { host: string; port: number },
): Promise<HttpServer> {
  const connections: Connections = new Map()
  // Node would refuse a request without Host with an empty body: we do it ourselves.
  const server = createServer({ ...LIMITS, requireHostHeader: false })
  server.on('connection', socket => {
    connections.set(socket, null)
    socket.once('close', () => connections.delete(socket))
  })
  const sweep = setInterval(() => watchUnfinished(connections), SWEEP_MS)
  sweep.unref()
  server.once('close', () => clearInterval(sweep))
  server.on('clientError', answerBroken)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address() as AddressInfo
  try {
    serve(server, connections, createApp(address.port))
  } catch (error) {
    server.close()
    throw error
  }
  return {
    port: address.port,
    close: deadlineMs => close(server, connections, deadlineMs),
  }
}

function serve(server: Server, connections: Connections, app: App): void {
  const make = getRequestListener((request, bindings) => app.fetch(request, bindings as HttpBindings), {
    hostname: 'localhost',
    errorHandler: answerUnreadable,
  })
  server.on('request', (incoming, outgoing) => {
    connections.set(incoming.socket, outgoing)
    if (!saysHostRightly(incoming)) refuse(outgoing)
    else if (!app.writeReady(incoming, outgoing)) make(incoming, outgoing)
  })
}

/** Node's own time-out for every connection would cost each request; the few that take long get it here. */
function watchUnfinished(connections: Connections): void {
  for (const [socket, answer] of connections)
    if (answer && !answer.writableFinished && !socket.timeout)
      socket.setTimeout(STALLED_MS, () => socket.destroy())
}

async function close(server: Server, connections: Connections, deadlineMs: number): Promise<void> {
  // Node's own way cuts off a reader who is slow: it takes a connection for idle once the answer is made.
  server.closeIdleConnections = () => closeWhenAnswered(connections)
  const closed = new Promise<void>(resolve => server.close(() => resolve()))
  const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs)
  await closed
  clearTimeout(deadline)
}

/** What is written already still goes out. */
function closeWhenAnswered(connections: Connections): void {
  for (const [socket, answer] of connections)
    if (answer && !answer.writableEnded) answer.once('close', () => socket.destroySoon())
    else socket.destroySoon()
}

/** A name or address and perhaps a port (RFC 9110 §7.2). */
const HOST = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(?::\d*)?$/i

/** Exactly once in HTTP/1.1 (RFC 9112 §3.2). HTTP/1.0 does without, and so do the health checks of old load balancers. */
function saysHostRightly({ httpVersion, rawHeaders, headers }: IncomingMessage): boolean {
  let count = 0
  for (let place = 0; place < rawHeaders.length; place += 2)
    if (rawHeaders[place]!.length === 4 && rawHeaders[place]!.toLowerCase() === 'host') count++
  if (count === 0) return httpVersion === '1.0'
  return count === 1 && HOST.test(headers.host!)
}

const badRequest: ErrorBody = { error: 'bad_request', message: 'The request could not be read.' }

const UNREADABLE = { 'content-type': 'application/json', 'access-control-allow-origin': '*' }

/** A request whose address makes no sense. */
function answerUnreadable(): Response {
  return new Response(JSON.stringify(badRequest), { status: 400, headers: UNREADABLE })
}

function refuse(outgoing: ServerResponse): void {
  const json = JSON.stringify(badRequest)
  const headers = { ...UNREADABLE, 'content-length': Buffer.byteLength(json), connection: 'close' }
  outgoing.writeHead(400, headers).end(json)
}

const brokenAnswers: Record<string, { status: number } & ErrorBody> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    error: 'headers_too_large',
    message: 'The request headers are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    error: 'request_timeout',
    message: 'The request took too long to arrive.',
  },
}

/** A request that is not HTTP, or too much of it, never reaches the app: it is answered on the bare socket. */
function answerBroken(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, ...body } = brokenAnswers[error.code ?? ''] ?? { status: 400, ...badRequest }
  const json = JSON.stringify(body)
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Access-Control-Allow-Origin: *\r\nContent-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
  )
}
