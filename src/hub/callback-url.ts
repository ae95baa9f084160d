/** Callback URLs: kept byte for byte, and never shown in full, because only the subscriber knows them. */
import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type { IsAllowed } from '../outgoing/guarded-connections.ts'

export interface Callback {
  origin: string
  /** Without brackets and trailing dot. */
  host: string
  /** Path and query as the subscriber wrote them. */
  target: string
}

export interface CallbackPolicy {
  baseUrl: string
  isAllowed: IsAllowed
  /** The operator allows private networks, so private names may resolve to them. */
  allowsNetworks: boolean
}

const MAX_LENGTH = 2048
/** Checked before URL(), which repairs mistakes silently and treats a backslash as a slash. */
const HTTPS_URL = /^https:\/\/([^/?#\\]+)((?:[/?][^#\\]*)?)$/i
/** PostgreSQL could not even look for some of the others. */
export const isPrintable = (text: string) => /^[\x21-\x7e]*$/.test(text)

/** Its message tells the subscriber what is wrong, in one sentence. */
export class RequestProblem extends Error {
  override name = 'RequestProblem'
}

export function readCallback(text: string, policy: CallbackPolicy): Callback {
  if (text.length > MAX_LENGTH)
    throw new RequestProblem(`hub.callback must be at most ${MAX_LENGTH} characters long.`)
  if (/^http:/i.test(text)) throw new RequestProblem('hub.callback must be HTTPS, not plain HTTP.')
  if (text.includes('#')) throw new RequestProblem('hub.callback must not have a fragment.')
  if (!isPrintable(text) || !HTTPS_URL.test(text) || !URL.canParse(text))
    throw new RequestProblem(
      'hub.callback must be a complete HTTPS URL, percent-encoded where needed.',
    )
  const url = new URL(text)
  if (text.match(HTTPS_URL)![1]!.includes('@'))
    throw new RequestProblem('hub.callback must not have a user name or password.')
  const callback = splitCallback(text)
  if (EMPTY_LABEL.test(callback.host))
    throw new RequestProblem('hub.callback must be a URL with a complete host name.')
  rejectForbidden(callback.host, url, policy)
  return callback
}

/** For a callback that has passed readCallback. */
export function splitCallback(text: string): Callback {
  const { origin, hostname } = new URL(text)
  const rest = text.match(HTTPS_URL)![2]!
  return { origin, host: bare(hostname), target: rest.startsWith('/') ? rest : `/${rest}` }
}

const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

/** Of names such as ".", "example.org.." or "example..org". One dot at the end is gone by then. */
const EMPTY_LABEL = /^$|^\.|\.$|\.\./
const PRIVATE_NAME = /^[^.]+$|\.(?:local|localhost|internal|home\.arpa)$/

function rejectForbidden(
  host: string,
  url: URL,
  { baseUrl, isAllowed, allowsNetworks }: CallbackPolicy,
) {
  const port = Number(url.port || 443)
  if (port !== 443 && port < 1024)
    throw new RequestProblem('hub.callback must use port 443 or a port above 1023.')
  const own = new URL(`${baseUrl}/`)
  const isOwnHost = host === bare(own.hostname) && url.port === own.port
  if (isOwnHost && url.pathname.startsWith(own.pathname))
    throw new RequestProblem('hub.callback must not point to this service itself.')
  const isReachable = isIP(host) ? isAllowed(host) : allowsNetworks || !PRIVATE_NAME.test(host)
  if (!isReachable) throw new RequestProblem('hub.callback must be on the public internet.')
}

/** Appends the hub's parameters and leaves the subscriber's own untouched (WebSub §5.3). */
export function addToTarget(target: string, parameters: Record<string, string | number>): string {
  const query = Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  if (!target.includes('?')) return `${target}?${query}`
  return /[?&]$/.test(target) ? target + query : `${target}&${query}`
}

const SHOWN_HASH_DIGITS = 12

/** For logs and lists: anyone who knows the full URL could impersonate the hub. */
export function describeCallback(callback: string): string {
  const hash = createHash('sha256').update(callback).digest('hex')
  return `${new URL(callback).hostname} #${hash.slice(0, SHOWN_HASH_DIGITS)}`
}
