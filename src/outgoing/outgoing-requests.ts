/** The only way to URLs that others chose: HTTPS with verified certificates, to addresses checked as each connection opens. */
import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSecureContext, getCACertificates } from 'node:tls'
import { buildConnector, Client, type Dispatcher } from 'undici'
import type { IsAllowed } from './allowed-addresses.ts'
import { Unresolved } from './failure-kind.ts'

/** Where a request goes. */
export interface Destination {
  host: string
  origin: string
}

export interface Outgoing {
  /** Does not follow redirects. Rejects if there is no response. */
  send(callback: Destination, request: OutgoingRequest): Promise<OutgoingResponse>
  /** Opens a connection and closes it without a request. Rejects if that fails. */
  open(callback: Destination): Promise<void>
  close(): Promise<void>
}

export interface OutgoingRequest {
  method: 'GET' | 'POST'
  target: string
  headers?: Record<string, string>
  body?: Uint8Array
  /** Ends the request; nothing else limits its time. */
  signal: AbortSignal
  /** How much of the response body to read, if any; a longer one is cut off with its connection. */
  maxBytes?: number
  /** Closes the connection afterwards, because no other request to this origin will follow soon. */
  last: boolean
}

export interface OutgoingResponse {
  status: number
  retryAfter: string | undefined
  body: Buffer
}

/** The callback leads to an address that the hub must not connect to. */
export class ForbiddenAddress extends Error {
  override name = 'ForbiddenAddress'
}
/** Only by what name servers say, which may change, or be wrong. */
export class ForbiddenName extends ForbiddenAddress {
  override name = 'ForbiddenName'
}

export type Resolve = (host: string) => Promise<string[]>

export interface OutgoingDependencies {
  isAllowed: IsAllowed
  resolve: Resolve
  userAgent: string
  /** Called for each new connection, after its certificate was verified. */
  onConnect?: (host: string) => void
}

/** Without trusted authorities, every certificate looks wrong. */
export const hasTrustStore = () => getCACertificates('default').length > 0

const CONNECT_MS = 5000
/** Below the 5 seconds after which many servers close an idle connection. */
const KEEP_ALIVE_MS = 4000

export function createOutgoing(dependencies: OutgoingDependencies): Outgoing {
  const { isAllowed, resolve, userAgent, onConnect = () => {} } = dependencies
  /** Errors of sockets that had carried a response before. */
  const afterReuse = new WeakSet<Error>()
  const connect = watchConnections(guardConnections(isAllowed, resolve), (host, socket) => {
    onConnect(host)
    socket.on('error', error => socket.bytesRead > 0 && afterReuse.add(error))
  })
  const connections = createConnections(connect)

  async function sendVia(origin: string, request: OutgoingRequest): Promise<OutgoingResponse> {
    const client = connections.take(origin)
    let isReusable = false
    try {
      const response = await exchange(client, request, userAgent)
      isReusable = !request.last
      return response
    } finally {
      connections.giveBack(origin, client, isReusable)
    }
  }

  return {
    async send(callback, request) {
      try {
        return await sendVia(callback.origin, request)
      } catch (error) {
        // The server may have closed an idle connection just as we reused it. A new connection has no such excuse, and a
        // challenge is not resent: each attempt needs a new one.
        const isStale = isBrokenSocket(error) && afterReuse.has(error as Error)
        if (request.method === 'GET' || !isStale) throw error
        connections.closeIdle(callback.origin)
        return await sendVia(callback.origin, { ...request, last: true })
      }
    },
    open({ origin }) {
      const { hostname, host, protocol, port } = new URL(origin)
      return new Promise((resolve, reject) =>
        connect({ hostname, host, protocol, port }, (error, socket) => {
          socket?.destroy()
          if (error) reject(error)
          else resolve()
        }),
      )
    },
    close: connections.close,
  }
}

const isBrokenSocket = (error: unknown) =>
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Reading a short body to its end keeps the connection usable. */
const DISCARDED_BYTES = 16 * 1024
const NO_BYTES = Buffer.alloc(0)
const TOO_LONG = new Error('The rest of the response is not needed.')

interface Connections {
  /** An idle connection, or one that opens with its first request. */
  take(origin: string): Client
  giveBack(origin: string, client: Client, isReusable: boolean): void
  closeIdle(origin: string): void
  close(): Promise<void>
}

/**
 * How many are open at once, the slots decide. undici's own pool would open another whenever a request follows a response at
 * once, because it takes a connection for busy until the next turn of the event loop.
 */
function createConnections(connect: buildConnector.connector): Connections {
  const all = new Set<Client>()
  const idle = new Map<string, Set<Client>>()

  function open(origin: string): Client {
    const client = new Client(origin, { ...CLIENT_OPTIONS, connect })
    all.add(client)
    client.on('disconnect', () => removeIdle(origin, client) && discard(client))
    return client
  }

  function removeIdle(origin: string, client: Client): boolean {
    const clients = idle.get(origin)
    if (clients?.size === 1 && clients.has(client)) idle.delete(origin)
    return clients?.delete(client) ?? false
  }

  function discard(client: Client): void {
    all.delete(client)
    client.destroy(() => {})
  }

  return {
    take(origin) {
      const [client] = idle.get(origin) ?? []
      if (client) removeIdle(origin, client)
      return client ?? open(origin)
    },
    giveBack(origin, client, isReusable) {
      const clients = idle.get(origin)
      if (!isReusable || !client.stats.connected) discard(client)
      else if (clients) clients.add(client)
      else idle.set(origin, new Set([client]))
    },
    closeIdle(origin) {
      for (const client of idle.get(origin) ?? []) discard(client)
      idle.delete(origin)
    },
    async close() {
      await Promise.all(Array.from(all, client => client.destroy()))
    },
  }
}

const CLIENT_OPTIONS: Client.Options = {
  pipelining: 1,
  keepAliveTimeout: KEEP_ALIVE_MS,
  keepAliveMaxTimeout: KEEP_ALIVE_MS,
  // Every request has a signal with a time limit.
  headersTimeout: 0,
  bodyTimeout: 0,
}

/** Less work for each request than undici's own `request`, which makes a stream of the response. */
function exchange(client: Client, request: OutgoingRequest, userAgent: string): Promise<OutgoingResponse> {
  const { method, target, body, signal, maxBytes, last } = request
  const headers = { 'user-agent': userAgent, ...request.headers }
  const { promise, resolve, reject } = Promise.withResolvers<OutgoingResponse>()
  let controller: Dispatcher.DispatchController | undefined
  const response: OutgoingResponse = { status: 0, retryAfter: undefined, body: NO_BYTES }
  const chunks: Buffer[] = []
  let length = 0
  const end = () => resolve({ ...response, body: Buffer.concat(chunks) })
  signal.addEventListener('abort', () => {
    if (controller) controller.abort(signal.reason)
    else reject(signal.reason)
  })
  client.dispatch(
    { path: target, method, headers, body: body ?? null, reset: last },
    {
      onRequestStart(started) {
        controller = started
        if (signal.aborted) started.abort(signal.reason)
      },
      onResponseStart(_, status, fields) {
        // Something else follows a response such as 103 (RFC 9110 §15.2).
        if (status < 200) return
        response.status = status
        response.retryAfter = [fields['retry-after']].flat()[0]
      },
      onResponseData(_, chunk) {
        length += chunk.length
        if (maxBytes !== undefined) chunks.push(chunk)
        if (length <= (maxBytes ?? DISCARDED_BYTES)) return
        end()
        controller!.abort(TOO_LONG)
      },
      onResponseEnd: end,
      onResponseError(_, error) {
        // Where only the status counts, a response may break off after it.
        if (maxBytes === undefined && response.status > 0) end()
        else reject(error)
      },
    },
  )
  return promise
}

/** For one protocol: every connection is checked as it opens, whatever its URL says. */
export function guardConnections(
  isAllowed: IsAllowed,
  resolve: Resolve,
  protocol: 'https:' | 'http:' = 'https:',
): buildConnector.connector {
  const connect = buildConnector({
    allowH2: false,
    timeout: CONNECT_MS,
    rejectUnauthorized: true,
    // Shared by all connections: creating one costs more than a connection.
    secureContext: createSecureContext(),
    lookup: guardLookup(isAllowed, resolve),
  })
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '')
    // Node does not look up literal addresses, so guardLookup never sees them.
    const isForbidden = options.protocol !== protocol || (isIP(host) !== 0 && !isAllowed(host))
    if (isForbidden) callback(new ForbiddenAddress(`${host} is forbidden`), null)
    else connect(options, callback)
  }
}

/** One forbidden address is enough to reject a name: mixing it with public ones is a typical attack. */
function guardLookup(isAllowed: IsAllowed, resolve: Resolve): LookupFunction {
  return (host, options, callback) => {
    resolve(host)
      .then(addresses => {
        if (addresses.length === 0) throw new Unresolved(host, 'ENODATA')
        if (!addresses.every(isAllowed)) throw new ForbiddenName(`${host} resolves to a forbidden address`)
        const found = addresses.map(address => ({ address, family: isIP(address) }))
        if (options.all) callback(null, found)
        else callback(null, found[0]!.address, found[0]!.family)
      })
      .catch(error => callback(asUnresolved(host, error), ''))
  }
}

/** So that a refusal by a name server is not taken for one by the callback. */
function asUnresolved(host: string, error: NodeJS.ErrnoException): Error {
  if (error instanceof Unresolved || error instanceof ForbiddenAddress) return error
  return new Unresolved(host, error.code ?? error.message)
}

type Watch = (host: string, socket: Socket) => void

function watchConnections(connect: buildConnector.connector, watch: Watch): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...result) => {
      const [, socket] = result
      if (socket) watch(options.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, ''), socket)
      callback(...result)
    })
}

const QUERY_MS = 1000
const QUERIES = 3
const PAUSE_MS = 100
/** For all queries together; less than the time for a connection, which includes them. */
const RESOLVE_MS = 3500
const LOOPBACK = ['127.0.0.1', '::1']

/**
 * Asks the name servers directly. The system's resolver would run in Node's small thread pool, where one slow name server could
 * hold up file access and compression.
 */
export function createResolve(isAllowed: IsAllowed, servers?: string[]): Resolve {
  return async host => {
    if (/(?:^|\.)localhost\.?$/.test(host)) return LOOPBACK.filter(isAllowed)
    const resolver = new Resolver({ timeout: QUERY_MS, tries: 1 })
    if (servers) resolver.setServers(servers)
    const deadline = setTimeout(() => resolver.cancel(), RESOLVE_MS)
    const endsMs = performance.now() + RESOLVE_MS
    try {
      for (let query = 1; ; query++) {
        const { addresses, error } = await queryAddresses(resolver, host)
        if (!error) return addresses
        // One answer may be a name server's bad moment.
        if (query === QUERIES || performance.now() + PAUSE_MS > endsMs) throw error
        await sleep(PAUSE_MS)
      }
    } finally {
      clearTimeout(deadline)
    }
  }
}

async function queryAddresses(
  resolver: Resolver,
  host: string,
): Promise<{ addresses: string[]; error?: NodeJS.ErrnoException }> {
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const addresses = found.flatMap(one => (one.status === 'fulfilled' ? one.value : []))
  if (addresses.length > 0) return { addresses }
  const errors: NodeJS.ErrnoException[] = found.flatMap(one =>
    one.status === 'rejected' ? [one.reason] : [],
  )
  // "No such address" is certain only if both questions were answered.
  const error = errors.find(({ code }) => code !== 'ENODATA' && code !== 'ENOTFOUND') ?? errors[0]
  return error ? { addresses, error } : { addresses }
}
