/** The way out of the command line: reads addresses that the operator typed, without trust in what comes. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, fetch, type Response } from 'undici'
import packageJson from '../../../package.json' with { type: 'json' }
import { cleanLine } from '../../model/scalars.ts'
import { UsageError } from './exit.ts'

export interface Remote {
  /** Whatever is answered at a path of the same origin: to others no password goes, and nobody else says where we look. */
  ask(path: string, mostMebibytes: number): Promise<RemoteResponse>
  /** The body of an answer with the status 200. */
  read(path: string, mostMebibytes: number): Promise<Uint8Array>
  close(): Promise<void>
}

export interface RemoteResponse {
  status: number
  /** `text/html`, without its parameters. */
  contentType: string
  body: Buffer
}

/** Nothing came, or only that we should look elsewhere or later: that says nothing about what is there. */
export class NoResponse extends Error {
  override name = 'NoAnswer'
}

/** Something came, and it is not what is needed. */
export class WrongAnswer extends Error {
  override name = 'WrongAnswer'
}

const HEADERS = {
  accept: 'application/feed+json, application/json, */*;q=0.5',
  'accept-encoding': 'gzip',
  'user-agent': `Firsthand/${packageJson.version}`,
}
const CONNECT_MS = 10_000
const SILENT_MS = 30_000
/** For a whole answer, however slowly it comes. */
const ANSWER_MS = 600_000

/** null for what is no address of the web. */
export function parseAddress(address: string): URL | null {
  const url = URL.canParse(address) ? new URL(address) : null
  return url && isWeb(url) ? url : null
}

const isWeb = ({ protocol }: URL) => protocol === 'http:' || protocol === 'https:'

/** For messages: a query may hold a key, and nobody needs to see a password. */
export const showUrl = ({ origin, pathname, search }: URL) =>
  origin + (pathname === '/' ? '' : pathname) + (search === '' ? '' : '?…')

export function openRemote(address: URL): Remote {
  const headers = { ...HEADERS, ...basicOf(address) }
  const dispatcher = new Agent({
    connect: { timeout: CONNECT_MS },
    headersTimeout: SILENT_MS,
    bodyTimeout: SILENT_MS,
  })

  function send(url: string): Promise<Response> {
    const signal = AbortSignal.timeout(ANSWER_MS)
    return fetch(url, { dispatcher, headers, redirect: 'manual', signal }).catch(giveUp)
  }

  async function ask(path: string, mostMebibytes: number): Promise<RemoteResponse> {
    const url = address.origin + path
    const answer = await sendPatiently(() => send(url))
    const { status } = answer
    const location = answer.headers.get('location')
    if (status >= 300 && status < 400 && location !== null) {
      await answer.body?.cancel()
      throw new NoResponse(describeRedirect(location, url))
    }
    const contentType = cleanLine(answer.headers.get('content-type')?.split(';')[0] ?? '')
    return { status, contentType, body: await readBody(answer, mostMebibytes).catch(giveUp) }
  }

  return {
    ask,
    async read(path, mostMebibytes) {
      const { status, body } = await ask(path, mostMebibytes)
      if (status === 200) return body
      const message = `The answer was ${status}.`
      throw status >= 500 || BUSY.includes(status) ? new NoResponse(message) : new WrongAnswer(message)
    },
    close: () => dispatcher.destroy(),
  }
}

/** RFC 7617 §2. */
function basicOf({ username, password }: URL): { authorization?: string } {
  if (username === '' && password === '') return {}
  try {
    const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
    return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
  } catch {
    throw new UsageError('A % in the name or the password of an address is written %25.')
  }
}

const BUSY = [429, 503]
const PATIENCE_SECONDS = 120

/** A service lets each reader have so many answers a minute, and says when the next may come. */
async function sendPatiently(send: () => Promise<Response>): Promise<Response> {
  for (let waitedSeconds = 0; ; ) {
    const answer = await send()
    const waitSeconds = Number(answer.headers.get('retry-after') ?? Number.NaN)
    // Even one that asks for no wait at all is asked again only so often.
    waitedSeconds += Math.max(1, waitSeconds)
    const isWorthIt = waitSeconds >= 0 && waitedSeconds <= PATIENCE_SECONDS
    if (!BUSY.includes(answer.status) || !isWorthIt) return answer
    await answer.body?.cancel()
    await sleep(waitSeconds * 1000)
  }
}

function describeRedirect(location: string, base: string): string {
  const target = URL.canParse(location, base) ? new URL(location, base) : null
  const place = target && isWeb(target) ? showUrl(target) : 'elsewhere'
  return `It leads to ${place}. Redirects are not followed: name the address where it ends.`
}

async function readBody({ body }: Response, mostMebibytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    length += chunk.length
    if (length > mostMebibytes * 2 ** 20) throw new WrongAnswer(`It has more than ${mostMebibytes} MiB.`)
  }
  return Buffer.concat(chunks)
}

const IN_WORDS: Record<string, string> = {
  ENOTFOUND: 'There is no such host.',
  ECONNREFUSED: 'Nothing listens there.',
  UND_ERR_CONNECT_TIMEOUT: 'No connection came about in time.',
  UND_ERR_HEADERS_TIMEOUT: 'No answer came in time.',
  UND_ERR_BODY_TIMEOUT: 'The answer stopped half-way.',
  UND_ERR_SOCKET: 'The connection broke off.',
  ECONNRESET: 'The connection broke off.',
  TimeoutError: 'The answer took too long.',
}

/** What undici throws has the reason inside. */
function giveUp(error: unknown): never {
  if (error instanceof WrongAnswer) throw error
  const { name, cause } = error as Error & { cause?: NodeJS.ErrnoException }
  const reason = cause?.code ?? cause?.message ?? name
  throw new NoResponse(IN_WORDS[reason] ?? `There is no connection (${reason}).`)
}
