/** The only way to URLs that others chose: HTTPS with verified certificates, to addresses checked as each connection opens. */
import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSecureContext, getCACertificates } from 'node:tls'
import { Agent, buildConnector } from 'undici'
import type { IsAllowed } from './allowed-addresses.ts'
import type { Callback } from './callback-url.ts'
import { Unresolved } from './failure-kind.ts'
import { SLOT_COUNTS } from './slots.ts'

export interface Outgoing {
  /** Does not follow redirects. Rejects if there is no response. */
  send(callback: Callback, request: OutgoingRequest): Promise<OutgoingResponse>
  /** Opens a connection and closes it without a request. Rejects if that fails. */
  open(callback: Callback): Promise<void>
  close(): Promise<void>
}

export interface OutgoingRequest {
  method: 'GET' | 'POST'
  target: string
  headers?: Record<string, string>
  body?: Uint8Array
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
  const options = {
    connect,
    connections: SLOT_COUNTS.perHost + SLOT_COUNTS.latePerHost,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    headersTimeout: SLOT_COUNTS.timeoutMs,
    bodyTimeout: SLOT_COUNTS.timeoutMs,
  }
  const agent = new Agent({ ...options, pipelining: 1 })
  const fresh = new Agent({ ...options, pipelining: 0 })

  async function sendVia(via: Agent, { origin }: Callback, request: OutgoingRequest) {
    const { method, target, headers, body, signal, maxBytes, last } = request
    const response = await via.request({
      origin,
      path: target,
      method,
      headers: { 'user-agent': userAgent, ...headers },
      body: body ?? null,
      signal,
      reset: last,
    })
    return {
      status: response.statusCode,
      retryAfter: [response.headers['retry-after']].flat()[0],
      body: maxBytes === undefined ? await discard(response.body) : await readUpTo(response.body, maxBytes),
    }
  }

  return {
    async send(callback, request) {
      try {
        return await sendVia(agent, callback, request)
      } catch (error) {
        // The server may have closed an idle connection just as we reused it. A new connection has no such excuse, and a
        // challenge is not resent: each attempt needs a new one.
        const isStale = isBrokenSocket(error) && afterReuse.has(error as Error)
        if (request.method === 'GET' || !isStale) throw error
        return await sendVia(fresh, callback, { ...request, last: true })
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
    async close() {
      await Promise.all([agent.destroy(), fresh.destroy()])
    },
  }
}

const isBrokenSocket = (error: unknown) =>
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Reading a short body to its end keeps the connection usable. */
const DISCARDED_BYTES = 16 * 1024
const NO_BYTES = Buffer.alloc(0)

/** Only the status counts, so a response may break off after it. */
async function discard(body: { dump(options: { limit: number }): Promise<void> }): Promise<Buffer> {
  await body.dump({ limit: DISCARDED_BYTES }).catch(() => {})
  return NO_BYTES
}

async function readUpTo(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    length += chunk.length
    if (length > maxBytes) break
  }
  return Buffer.concat(chunks)
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
