/** The callback of a WebSub subscriber: a real HTTPS server on loopback that records every request. */
import { once } from 'node:events'
import type {
  IncomingHttpHeaders,
  IncomingMessage,
  OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { authority, type Certificate, trustAuthority } from './tls.ts'

export interface Received {
  method: string
  /** The request target as on the wire, one character per byte. */
  url: string
  headers: IncomingHttpHeaders
  rawHeaders: string[]
  body: Buffer
  /** When its head arrived, by performance.now(). */
  atMs: number
  /** Identifies the connection. */
  socketId: number
}

export type Behavior = (request: Received, response: ServerResponse) => void | Promise<void>

export interface CallbackServer {
  port: number
  /** With the name localhost. */
  origin: string
  url(path?: string): string
  /** All requests whose body arrived in full, in order of arrival. */
  received: Received[]
  challenges(): Received[]
  denials(): Received[]
  deliveries(): Received[]
  /** How many connections were accepted, including those whose handshake failed. */
  connections: number
  /** How many of them are still open. */
  openConnections(): number
  onChallenge: Behavior
  onDelivery: Behavior
  onDenial: Behavior
  /** Ends open connections too. */
  close(): Promise<void>
}

export interface CallbackOptions {
  certificate?: Certificate
  /** When to close an idle connection; Node's default if absent. */
  keepAliveTimeoutMs?: number
}

export async function startCallback(
  t: TestContext,
  options: CallbackOptions = {},
): Promise<CallbackServer> {
  await trustAuthority()
  const certificate =
    options.certificate ?? (await (await authority()).issue(['localhost', '127.0.0.1']))
  const server = createServer(certificate)
  if (options.keepAliveTimeoutMs !== undefined) {
    server.keepAliveTimeout = options.keepAliveTimeoutMs
    // Otherwise it would close connections without any request first.
    server.headersTimeout = 0
    server.requestTimeout = 0
    // By default Node waits a second longer.
    server.keepAliveTimeoutBuffer = 0
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const { port } = server.address() as AddressInfo
  const origin = `https://localhost:${port}`
  const received: Received[] = []
  const sockets = new Set<Socket>()
  const socketIds = new WeakMap<Socket, number>()
  let secured = 0
  const callback: CallbackServer = {
    port,
    origin,
    url: (path = '/callback') => origin + path,
    received,
    challenges: () => received.filter(isChallenge),
    denials: () => received.filter(isDenial),
    deliveries: () => received.filter(isDelivery),
    connections: 0,
    openConnections: () => sockets.size,
    onChallenge: (request, response) => answerWith(200, challengeOf(request))(request, response),
    onDelivery: answerWith(204),
    onDenial: answerWith(200),
    async close() {
      if (!server.listening) return
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
  server.on('connection', (socket: Socket) => {
    callback.connections++
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('secureConnection', socket => socketIds.set(socket, ++secured))
  server.on('request', async (message, response) => {
    const request = await receive(message, socketIds.get(message.socket)!)
    if (!request) return
    received.push(request)
    received.sort((one, other) => one.atMs - other.atMs)
    await behaviorFor(callback, request)(request, response)
  })
  t.after(() => callback.close())
  return callback
}

/** undefined if the client disconnected before the end of its body. */
async function receive(message: IncomingMessage, socketId: number): Promise<Received | undefined> {
  const atMs = performance.now()
  const body = await buffer(message).catch(() => undefined)
  const { method, url, headers, rawHeaders } = message
  return body && { method: method!, url: url!, headers, rawHeaders, body, atMs, socketId }
}

function behaviorFor(callback: CallbackServer, request: Received): Behavior {
  if (isDelivery(request)) return callback.onDelivery
  if (isChallenge(request)) return callback.onChallenge
  return isDenial(request) ? callback.onDenial : answerWith(404)
}

const isDelivery = ({ method }: Received) => method === 'POST'

const isDenial = (request: Received) =>
  request.method === 'GET' && queryOf(request).getAll('hub.mode').at(-1) === 'denied'

const isChallenge = (request: Received) =>
  request.method === 'GET' && queryOf(request).has('hub.challenge') && !isDenial(request)

export function queryOf({ url }: Received): URLSearchParams {
  const start = url.indexOf('?')
  return new URLSearchParams(start < 0 ? '' : url.slice(start + 1))
}

/** The last one: earlier ones may be part of the callback's own query. */
export function challengeOf(request: Received): string | undefined {
  return queryOf(request).getAll('hub.challenge').at(-1)
}

export function answerWith(status: number, body = '', headers: OutgoingHttpHeaders = {}): Behavior {
  return (_, response) => {
    response.writeHead(status, headers).end(body)
  }
}

/** The response that WebSub requires of a subscriber: the challenge (§5.3). */
export const echo: Behavior = (request, response) =>
  answerWith(200, challengeOf(request))(request, response)

/** Never responds. */
export const hang: Behavior = () => {}

export function after(ms: number, behavior: Behavior): Behavior {
  return async (request, response) => {
    await sleep(ms, undefined, { ref: false })
    await behavior(request, response)
  }
}

/** The first request gets the first behavior, and so on; the last one repeats. */
export function inTurn(...behaviors: [Behavior, ...Behavior[]]): Behavior {
  let turn = 0
  return (request, response) => {
    const behavior = behaviors[Math.min(turn++, behaviors.length - 1)]!
    return behavior(request, response)
  }
}
