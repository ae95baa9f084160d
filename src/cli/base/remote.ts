/** How commands read addresses that the operator typed. Responses are untrusted. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, fetch, type Response } from 'undici'
import packageJson from '../../../package.json' with { type: 'json' }
import { cleanLine } from '../../model/scalars.ts'
import { UsageError } from './exit.ts'

export interface Remote {
  /** Any response at a path of the same origin. Other origins get neither a request nor the password. */
  get(path: string, maxMebibytes: number): Promise<RemoteResponse>
  /** The body of a response with status 200. */
  read(path: string, maxMebibytes: number): Promise<Uint8Array>
  close(): Promise<void>
}

export interface RemoteResponse {
  status: number
  /** `text/html`, without its parameters. */
  contentType: string
  body: Buffer
}

/** No response, a redirect, or a request to come later: this says nothing about the content. */
export class NoResponse extends Error {
  override name = 'NoResponse'
}

/** A response that is not what was needed. */
export class WrongResponse extends Error {
  override name = 'WrongResponse'
}

const HEADERS = {
  accept: 'application/feed+json, application/json, */*;q=0.5',
  'accept-encoding': 'gzip',
  'user-agent': `Firsthand/${packageJson.version}`,
}
const CONNECT_MS = 10_000
const SILENCE_MS = 30_000
/** For a whole response, however slowly it arrives. */
const RESPONSE_MS = 600_000

/** null for anything but an http or https address. */
export function parseAddress(address: string): URL | null {
  const url = URL.canParse(address) ? new URL(address) : null
  return url && isWeb(url) ? url : null
}

const isWeb = ({ protocol }: URL) => protocol === 'http:' || protocol === 'https:'

/** For messages: without the password, and without the query, which may hold a key. */
export const showUrl = ({ origin, pathname, search }: URL) =>
  origin + (pathname === '/' ? '' : pathname) + (search === '' ? '' : '?…')

export function openRemote(address: URL): Remote {
  const headers = { ...HEADERS, ...basicAuth(address) }
  const dispatcher = new Agent({
    connect: { timeout: CONNECT_MS },
    headersTimeout: SILENCE_MS,
    bodyTimeout: SILENCE_MS,
  })

  function send(url: string): Promise<Response> {
    const signal = AbortSignal.timeout(RESPONSE_MS)
    return fetch(url, { dispatcher, headers, redirect: 'manual', signal }).catch(giveUp)
  }

  async function get(path: string, maxMebibytes: number): Promise<RemoteResponse> {
    const url = address.origin + path
    const response = await sendPatiently(() => send(url))
    const { status } = response
    const location = response.headers.get('location')
    if (status >= 300 && status < 400 && location !== null) {
      await response.body?.cancel()
      throw new NoResponse(describeRedirect(location, url))
    }
    const contentType = cleanLine(response.headers.get('content-type')?.split(';')[0] ?? '')
    return { status, contentType, body: await readBody(response, maxMebibytes).catch(giveUp) }
  }

  return {
    get,
    async read(path, maxMebibytes) {
      const { status, body } = await get(path, maxMebibytes)
      if (status === 200) return body
      const message = `The response was ${status}.`
      throw status >= 500 || BUSY_STATUSES.includes(status)
        ? new NoResponse(message)
        : new WrongResponse(message)
    },
    close: () => dispatcher.destroy(),
  }
}

/** RFC 7617 §2. */
function basicAuth({ username, password }: URL): { authorization?: string } {
  if (username === '' && password === '') return {}
  try {
    const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
    return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
  } catch {
    throw new UsageError('Write a % in the user name or password of an address as %25.')
  }
}

const BUSY_STATUSES = [429, 503]
const MAX_WAIT_SECONDS = 120

/** Services limit requests per minute and say when to come back. */
async function sendPatiently(send: () => Promise<Response>): Promise<Response> {
  for (let waitedSeconds = 0; ; ) {
    const response = await send()
    const waitSeconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    // Counts at least a second per try, so that Retry-After: 0 cannot loop forever.
    waitedSeconds += Math.max(1, waitSeconds)
    const mayWait = waitSeconds >= 0 && waitedSeconds <= MAX_WAIT_SECONDS
    if (!BUSY_STATUSES.includes(response.status) || !mayWait) return response
    await response.body?.cancel()
    await sleep(waitSeconds * 1000)
  }
}

function describeRedirect(location: string, base: string): string {
  const target = URL.canParse(location, base) ? new URL(location, base) : null
  const shown = target && isWeb(target) ? showUrl(target) : 'another address'
  return `It redirects to ${shown}. Redirects are not followed: use the final address.`
}

async function readBody({ body }: Response, maxMebibytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    length += chunk.length
    if (length > maxMebibytes * 2 ** 20)
      throw new WrongResponse(`The response is larger than ${maxMebibytes} MiB.`)
  }
  return Buffer.concat(chunks)
}

const REASONS = new Map([
  ['ENOTFOUND', 'The host was not found.'],
  ['ECONNREFUSED', 'The connection was refused: nothing is listening there.'],
  ['UND_ERR_CONNECT_TIMEOUT', 'Connecting timed out.'],
  ['UND_ERR_HEADERS_TIMEOUT', 'The response timed out.'],
  ['UND_ERR_BODY_TIMEOUT', 'The response stopped halfway.'],
  ['UND_ERR_SOCKET', 'The connection was lost.'],
  ['ECONNRESET', 'The connection was lost.'],
  ['TimeoutError', 'The response took too long.'],
])

/** undici's errors carry the reason in `cause`. */
function giveUp(error: unknown): never {
  if (error instanceof WrongResponse) throw error
  const { name, cause } = error as Error & { cause?: NodeJS.ErrnoException }
  const reason = cause?.code ?? cause?.message ?? name
  throw new NoResponse(REASONS.get(reason) ?? `The connection failed (${reason}).`)
}
