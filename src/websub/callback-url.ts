/** A callback is an address that only its subscriber knows: it is kept byte for byte, and never shown whole. */
import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type { IsAllowed } from './allowed-addresses.ts'

export interface Callback {
  origin: string
  /** Without brackets and final dot. */
  host: string
  /** Path and query as the subscriber wrote them. */
  target: string
}

export interface CallbackPolicy {
  baseUrl: string
  isAllowed: IsAllowed
  /** Where the operator allows networks, names may lead there. */
  allowsNetworks: boolean
}

const MAX_LENGTH = 2048
/** URL() mends what is wrong, so it only reads what this has found right: printable ASCII, and no backslash, which it takes for a slash. */
const HTTPS_URL = /^https:\/\/([^/?#\\]+)((?:[/?][^#\\]*)?)$/i
const PRINTABLE = /^[\x21-\x7e]*$/

/** Throws a sentence for the subscriber. */
export class CallbackProblem extends Error {
  override name = 'CallbackProblem'
}

export function readCallback(text: string, policy: CallbackPolicy): Callback {
  if (text.length > MAX_LENGTH)
    throw new CallbackProblem(`hub.callback must have at most ${MAX_LENGTH} characters.`)
  if (/^http:/i.test(text)) throw new CallbackProblem('hub.callback must be HTTPS, not plain HTTP.')
  if (text.includes('#')) throw new CallbackProblem('hub.callback must have no fragment.')
  if (!PRINTABLE.test(text) || !HTTPS_URL.test(text) || !URL.canParse(text))
    throw new CallbackProblem('hub.callback must be a complete HTTPS URL, percent-encoded where needed.')
  const url = new URL(text)
  if (url.username || url.password || text.match(HTTPS_URL)![1]!.includes('@'))
    throw new CallbackProblem('hub.callback must have no user name or password.')
  const callback = splitCallback(text)
  refuseHost(callback.host, url, policy)
  return callback
}

/** Of a callback that was read before. */
export function splitCallback(text: string): Callback {
  const { origin, hostname } = new URL(text)
  const rest = text.match(HTTPS_URL)![2]!
  return { origin, host: bare(hostname), target: rest.startsWith('/') ? rest : `/${rest}` }
}

const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

const PRIVATE_NAME = /^[^.]+$|\.(?:local|localhost|internal|home\.arpa)$/

function refuseHost(host: string, url: URL, { baseUrl, isAllowed, allowsNetworks }: CallbackPolicy): void {
  const port = Number(url.port || 443)
  if (port !== 443 && port < 1024)
    throw new CallbackProblem('hub.callback must use port 443 or one above 1023.')
  const own = new URL(baseUrl)
  if (host === bare(own.hostname) && url.port === own.port)
    throw new CallbackProblem('hub.callback must not be this service itself.')
  const isReachable = isIP(host) ? isAllowed(host) : allowsNetworks || !PRIVATE_NAME.test(host)
  if (!isReachable) throw new CallbackProblem('hub.callback must be an address of the public internet.')
}

/** Parameters of the hub follow those of the subscriber, which stay as they are (WebSub §5.3). */
export function addToTarget(target: string, parameters: Record<string, string | number>): string {
  const query = Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  if (!target.includes('?')) return `${target}?${query}`
  return /[?&]$/.test(target) ? target + query : `${target}&${query}`
}

const SHOWN_DIGITS = 12

/** For logs and lists: whoever knows a callback whole can speak as the hub. */
export function describeCallback(callback: string): string {
  const hash = createHash('sha256').update(callback).digest('hex')
  return `${new URL(callback).hostname} #${hash.slice(0, SHOWN_DIGITS)}`
}
