/** Reads addresses that a person typed on the command line: any address, with its password, but no other origin. */
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanLine, isWeb } from '../model/scalars.ts'
import { RequestFailure, reasonOfStatus } from './failures.ts'
import type { HttpResponse } from './http-client.ts'
import { createUncheckedClient } from './operator-client.ts'

/** A response that is not what was needed, rather than none or one to come later. */
export const isWrongResponse = (error: unknown) =>
  error instanceof RequestFailure &&
  (error.reason === 'wrong status' || error.reason === 'too large')

const HEADERS = {
  accept: 'application/feed+json, application/json, */*;q=0.5',
  'accept-encoding': 'gzip',
}
const SILENCE_MS = 30_000

/** For messages: without the password, and without the query, which may hold a key. */
export const showUrl = ({ origin, pathname, search }: URL) =>
  origin + (pathname === '/' ? '' : pathname) + (search === '' ? '' : '?…')

/** Where a service is: without user, query and a slash at its end. */
export const serviceAt = ({ origin, pathname }: URL) => origin + pathname.replace(/\/+$/, '')

/** Throws a URIError if the user name or password has a % that escapes nothing. */
export function openRemote(address: URL) {
  const headers = { ...HEADERS, ...basicAuth(address) }
  const client = createUncheckedClient()

  async function get(path: string, maxMebibytes: number) {
    const url = new URL(address.origin + path)
    const maxBytes = maxMebibytes * 2 ** 20
    const response = await sendPatiently(() =>
      client.send(url, { method: 'GET', headers, maxBytes, silenceMs: SILENCE_MS }),
    )
    const { status, body } = response
    const { location, 'content-type': contentType = '' } = response.headers
    if (status >= 300 && status < 400 && location !== undefined)
      throw new RequestFailure(describeRedirect(location, url), 'redirect')
    // `text/html`, without its parameters.
    return { status, contentType: cleanLine(contentType.split(';')[0]!), body }
  }

  return {
    /** Any response at a path of the same origin. Other origins get neither a request nor the password. */
    get,
    /** The body of a response with status 200. */
    async read(path: string, maxMebibytes: number): Promise<Buffer> {
      const { status, body } = await get(path, maxMebibytes)
      if (status === 200) return body
      throw new RequestFailure(`The response was ${status}.`, reasonOfStatus(status))
    },
    close: client.close,
    [Symbol.asyncDispose]: client.close,
  }
}

/** RFC 7617 §2. */
function basicAuth({ username, password }: URL): { authorization?: string } {
  if (username === '' && password === '') return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

const BUSY_STATUSES = [429, 503]
const MAX_WAIT_SECONDS = 120

/** Services limit requests per minute and say when to come back. */
async function sendPatiently(send: () => Promise<HttpResponse>): Promise<HttpResponse> {
  for (let waitedSeconds = 0; ; ) {
    const response = await send()
    const waitSeconds = Number(response.headers['retry-after'] ?? Number.NaN)
    // Counts at least a second per try, so that Retry-After: 0 cannot loop forever.
    waitedSeconds += Math.max(1, waitSeconds)
    const mayWait = waitSeconds >= 0 && waitedSeconds <= MAX_WAIT_SECONDS
    if (!BUSY_STATUSES.includes(response.status) || !mayWait) return response
    await sleep(waitSeconds * 1000)
  }
}

function describeRedirect(location: string, base: URL): string {
  const target = URL.canParse(location, base) ? new URL(location, base) : null
  const shown = target && isWeb(target) ? showUrl(target) : 'another address'
  return `It redirects to ${shown}. Redirects are not followed: use the final address.`
}
