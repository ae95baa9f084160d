/** The only way out of the program: HTTPS with checked certificates, to addresses that are checked when a connection is made. */
import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { createSecureContext } from 'node:tls'
import { Agent, buildConnector } from 'undici'
import type { IsAllowed } from './allowed-addresses.ts'
import type { Callback } from './callback-url.ts'
import { SLOT_COUNTS } from './slots.ts'

export interface Outgoing {
  /** Follows no redirect. Throws where there is no answer. */
  send(callback: Callback, request: OutgoingRequest): Promise<OutgoingAnswer>
  close(): Promise<void>
}

export interface OutgoingRequest {
  method: 'GET' | 'POST'
  target: string
  headers?: Record<string, string>
  body?: Uint8Array
  signal: AbortSignal
  /** How much of the answer's body is wanted, if any; what is more is thrown away with its connection. */
  maxBytes?: number
  /** No other request to this origin will follow soon. */
  last: boolean
}

export interface OutgoingAnswer {
  status: number
  retryAfter: string | undefined
  body: Buffer
}

/** The callback leads where the hub must not go. */
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

  async function sendThrough(through: Agent, { origin }: Callback, request: OutgoingRequest) {
    const { method, target, headers, body, signal, maxBytes, last } = request
    const answer = await through.request({
      origin,
      path: target,
      method,
      headers: { 'user-agent': userAgent, ...headers },
      body: body ?? null,
      signal,
      reset: last,
    })
    return {
      status: answer.statusCode,
      retryAfter: [answer.headers['retry-after']].flat()[0],
      body: maxBytes === undefined ? await ignore(answer.body) : await readUpTo(answer.body, maxBytes),
    }
  }

  return {
    async send(callback, request) {
      try {
        return await sendThrough(agent, callback, request)
      } catch (error) {
        // The other side may have closed an idle connection in the moment that it was used again, which looks like any other
        // reset. (A challenge is asked again too, but a new one.)
        if (request.method === 'GET' || !isBrokenSocket(error)) throw error
        return await sendThrough(fresh, callback, { ...request, last: true })
      }
    },
    async close() {
      await Promise.all([agent.destroy(), fresh.destroy()])
    },
  }
}

const isBrokenSocket = (error: unknown) =>
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '')

const IGNORED_BYTES = 16 * 1024
const NOTHING = Buffer.alloc(0)

/** The status is what counts: an answer that breaks off after it is as good as a whole one. */
async function ignore(body: { dump(options: { limit: number }): Promise<void> }): Promise<Buffer> {
  await body.dump({ limit: IGNORED_BYTES }).catch(() => {})
  return NOTHING
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

function guardConnections(isAllowed: IsAllowed, resolve: Resolve): buildConnector.connector {
  const connect = buildConnector({
    allowH2: false,
    timeout: CONNECT_MS,
    rejectUnauthorized: true,
    // One for all connections: making one costs more than the connection.
    secureContext: createSecureContext(),
    lookup: guardLookup(isAllowed, resolve),
  })
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '')
    // Node looks no literal address up, so the lookup never sees it.
    const isForbidden = options.protocol !== 'https:' || (isIP(host) !== 0 && !isAllowed(host))
    if (isForbidden) callback(new ForbiddenAddress(`${host} is forbidden`), null)
    else connect(options, callback)
  }
}

/** One forbidden address among several is enough: a name that leads to both is an attempt. */
function guardLookup(isAllowed: IsAllowed, resolve: Resolve): LookupFunction {
  return (host, options, callback) => {
    resolve(host)
      .then(addresses => {
        if (addresses.length === 0) throw new Error(`${host} has no address`)
        if (!addresses.every(isAllowed)) throw new ForbiddenAddress(`${host} leads to a forbidden address`)
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
 * Asks the name servers directly: the system's own way waits in a small pool of threads, where one slow name server could hold up
 * files and compression too.
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
