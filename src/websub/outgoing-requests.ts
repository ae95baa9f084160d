/** The only way to URLs that others chose: HTTPS with verified certificates, to addresses checked as each connection opens. */
import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { createSecureContext } from 'node:tls'
import { Agent, buildConnector } from 'undici'
import type { IsAllowed } from './allowed-addresses.ts'
import type { Callback } from './callback-url.ts'
import { SLOT_COUNTS } from './slots.ts'

export interface Outgoing {
  /** Does not follow redirects. Rejects if there is no response. */
  send(callback: Callback, request: OutgoingRequest): Promise<OutgoingResponse>
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

/** The callback resolves to an address that the hub must not connect to. */
export class ForbiddenAddress extends Error {
  override name = 'ForbiddenAddress'
}

export type Resolve = (host: string) => Promise<string[]>

export interface OutgoingDependencies {
  isAllowed: IsAllowed
  resolve: Resolve
  userAgent: string
}

const CONNECT_MS = 5000
/** Below the 5 seconds after which many servers close an idle connection. */
const KEEP_ALIVE_MS = 4000

export function createOutgoing({ isAllowed, resolve, userAgent }: OutgoingDependencies): Outgoing {
  const options = {
    connect: guardConnections(isAllowed, resolve),
    connections: SLOT_COUNTS.perHost,
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
        // The server may have closed an idle connection just as we reused it, which looks like any other reset. A challenge is
        // not resent: each attempt needs a new one.
        if (request.method === 'GET' || !isBrokenSocket(error)) throw error
        return await sendVia(fresh, callback, { ...request, last: true })
      }
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
        if (addresses.length === 0) throw new Error(`${host} has no address`)
        if (!addresses.every(isAllowed)) throw new ForbiddenAddress(`${host} resolves to a forbidden address`)
        const found = addresses.map(address => ({ address, family: isIP(address) }))
        if (options.all) callback(null, found)
        else callback(null, found[0]!.address, found[0]!.family)
      })
      .catch(error => callback(error, ''))
  }
}

const RESOLVE_MS = 3000
const LOOPBACK = ['127.0.0.1', '::1']

/**
 * Asks the name servers directly. The system's resolver would run in Node's small thread pool, where one slow name server could
 * hold up file access and compression.
 */
export function createResolve(isAllowed: IsAllowed): Resolve {
  return async host => {
    if (/(?:^|\.)localhost\.?$/.test(host)) return LOOPBACK.filter(isAllowed)
    const resolver = new Resolver({ timeout: RESOLVE_MS, tries: 1 })
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const addresses = found.flatMap(one => (one.status === 'fulfilled' ? one.value : []))
    if (addresses.length === 0 && found[0].status === 'rejected') throw found[0].reason
    return addresses
  }
}
