/** HTTP requests to targets that the operator configured: sources of reviews, and webhooks for alerts. Responses are untrusted. */
import { Agent } from 'undici'
import { createIsAllowed, createIsListed } from './allowed-addresses.ts'
import { createResolve, ForbiddenAddress, guardConnections } from './outgoing-requests.ts'

export interface OperatorClient {
  /** Does not follow redirects: they could lead a secret elsewhere. Rejects with NoConnection if there is no response. */
  send(url: URL, request: OperatorRequest): Promise<OperatorResponse>
  close(): Promise<void>
}

export interface OperatorRequest {
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  signal: AbortSignal
  maxBytes: number
  /** How long the response may take to begin. */
  patienceMs?: number
}

export interface OperatorResponse {
  status: number
  headers: Record<string, string | undefined>
  body: Buffer
}

/** There is no response. The message is for the operator, and names no address beyond the host. */
export class NoConnection extends Error {
  override name = 'NoConnection'
  /** Nothing was sent, so it may be sent again. */
  readonly isUnsent: boolean

  constructor(message: string, isUnsent = false) {
    super(message)
    this.isUnsent = isUnsent
  }
}

/** A connection was never opened. */
const UNSENT = ['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT']

const SILENCE_MS = 60_000

/** HTTPS to the public internet. Other networks, and plain HTTP, only where the operator lists them. */
export function createOperatorClient(networks: string[], userAgent: string): OperatorClient {
  const isAllowed = createIsAllowed(networks)
  const isListed = createIsListed(networks)
  const resolve = createResolve(isAllowed)
  const limits = { headersTimeout: SILENCE_MS, bodyTimeout: SILENCE_MS }
  const secure = new Agent({ ...limits, connect: guardConnections(isAllowed, resolve) })
  const plain = new Agent({ ...limits, connect: guardConnections(isListed, resolve, 'http:') })
  return {
    async send(url, { method, headers, body, signal, maxBytes, patienceMs = SILENCE_MS }) {
      const agent = url.protocol === 'https:' ? secure : plain
      try {
        const response = await agent.request({
          origin: url.origin,
          path: url.pathname + url.search,
          method,
          headers: { 'user-agent': userAgent, ...headers },
          body: body ?? null,
          signal,
          headersTimeout: patienceMs,
        })
        return {
          status: response.statusCode,
          headers: singleHeaders(response.headers),
          body: await readAll(response.body, maxBytes),
        }
      } catch (error) {
        throw asNoConnection(error as Error, url)
      }
    },
    async close() {
      await Promise.all([secure.destroy(), plain.destroy()])
    },
  }
}

const singleHeaders = (headers: Record<string, string | string[] | undefined>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat()[0]]))

async function readAll(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    length += chunk.length
    if (length > maxBytes)
      throw new NoConnection(`The response is larger than ${Math.round(maxBytes / 2 ** 20)} MiB.`)
  }
  return Buffer.concat(chunks)
}

const REASONS = new Map([
  ['ENOTFOUND', 'was not found'],
  ['ENODATA', 'was not found'],
  ['ECONNREFUSED', 'refused the connection'],
  ['ECONNRESET', 'closed the connection'],
  ['UND_ERR_SOCKET', 'closed the connection'],
  ['UND_ERR_CONNECT_TIMEOUT', 'did not answer in time'],
  ['UND_ERR_HEADERS_TIMEOUT', 'did not answer in time'],
  ['UND_ERR_BODY_TIMEOUT', 'stopped in the middle of its response'],
])

function asNoConnection(error: Error, { hostname, protocol }: URL): Error {
  if (error instanceof NoConnection || error.name === 'AbortError') return error
  if (error.name === 'TimeoutError') return new NoConnection(`${hostname} took too long.`)
  if (error instanceof ForbiddenAddress)
    return new NoConnection(
      `${hostname} is ${protocol === 'http:' ? 'not HTTPS' : 'not on the public internet'}. If that is intended, list its network in OUTGOING_ALLOW_CIDRS.`,
    )
  const { code = error.name } = error as NodeJS.ErrnoException
  return new NoConnection(
    `${hostname} ${REASONS.get(code) ?? `cannot be reached (${code})`}.`,
    UNSENT.includes(code),
  )
}
