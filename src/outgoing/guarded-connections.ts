/** Opens every connection of this program to other machines, except those of the database driver. Addresses are checked as each opens. */
import { Resolver } from 'node:dns/promises'
import { isIP, isIPv4, type LookupFunction, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSecureContext, getCACertificates } from 'node:tls'
import ipaddr from 'ipaddr.js'
import type { buildConnector } from 'undici'
import { once } from '../model/once-per.ts'
import { ForbiddenAddress, ForbiddenName, Unresolved } from './failures.ts'

export type Connect = buildConnector.connector
export type Resolve = (host: string) => Promise<string[]>

const CONNECT_MS = 5000
/** For addresses that a person chose and waits for. */
const PATIENT_CONNECT_MS = 10_000

/** Without trusted authorities, every certificate looks wrong. */
export const hasTrustStore = () => getCACertificates('default').length > 0

/** For one protocol: every connection is checked as it opens, whatever its URL says. */
export function connectAllowed(
  isAllowed: IsAllowed,
  resolve: Resolve,
  protocol: 'https:' | 'http:' = 'https:',
): Connect {
  const connect = connectLater(() => ({
    allowH2: false,
    timeout: CONNECT_MS,
    rejectUnauthorized: true,
    // Shared by all connections: creating one costs more than a connection.
    secureContext: createSecureContext(),
    lookup: guardLookup(isAllowed, resolve),
  }))
  return (options, callback) => {
    const host = bareHost(options.hostname)
    // Node does not look up literal addresses, so guardLookup never sees them.
    const isForbidden = options.protocol !== protocol || (isIP(host) !== 0 && !isAllowed(host))
    if (isForbidden) callback(new ForbiddenAddress(`${host} is forbidden`), null)
    else connect(options, callback)
  }
}

/** For targets that the operator configured: HTTPS to the public internet; other networks, and plain HTTP, only where the operator lists them. */
export function connectConfigured(
  networks: string[],
  isPlainAllowed = createIsListed(networks),
): Connect {
  const isAllowed = createIsAllowed(networks)
  const resolve = createResolve(isAllowed)
  const secure = connectAllowed(isAllowed, resolve)
  const plain = connectAllowed(isPlainAllowed, resolve, 'http:')
  return (options, callback) => (options.protocol === 'https:' ? secure : plain)(options, callback)
}

/** For addresses that nobody but the operator can name. Uses the system's resolver, because the name may stand in its hosts file. */
export const connectAnywhere = (): Connect =>
  connectLater(() => ({ allowH2: false, timeout: PATIENT_CONNECT_MS }))

/** undici is the largest dependency, and most services connect to nobody for days: it is loaded with the first connection. */
function connectLater(options: () => buildConnector.BuildOptions): Connect {
  const load = once(async () => {
    const { default: undici } = await import('undici')
    return undici.buildConnector(options())
  })
  return (target, callback) => {
    load().then(
      connect => connect(target, callback),
      error => callback(error, null),
    )
  }
}

/** Rejects if there is no connection. */
export function openConnection(
  connect: Connect,
  url: Pick<URL, 'hostname' | 'host' | 'protocol' | 'port'>,
) {
  const { hostname, host, protocol, port } = url
  return new Promise<Socket>((resolve, reject) =>
    connect({ hostname, host, protocol, port }, (error, socket) =>
      error ? reject(error) : resolve(socket),
    ),
  )
}

/** Without the brackets of an IPv6 address. */
export const bareHost = (hostname: string) => hostname.replace(/^\[|\]$/g, '')

/** One forbidden address is enough to reject a name: mixing it with public ones is a typical attack. */
function guardLookup(isAllowed: IsAllowed, resolve: Resolve): LookupFunction {
  return (host, options, callback) => {
    resolve(host)
      .then(addresses => {
        if (addresses.length === 0) throw new Unresolved(host, 'ENODATA')
        if (!addresses.every(isAllowed))
          throw new ForbiddenName(`${host} resolves to a forbidden address`)
        const found = addresses.map(address => ({ address, family: isIP(address) }))
        if (options.all) callback(null, found)
        else callback(null, found[0]!.address, found[0]!.family)
      })
      .catch(error => callback(asUnresolved(host, error), ''))
  }
}

/** So that a refusal by a name server is not taken for one by the other side. */
function asUnresolved(host: string, error: NodeJS.ErrnoException): Error {
  if (error instanceof Unresolved || error instanceof ForbiddenAddress) return error
  return new Unresolved(host, error.code ?? error.message)
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

async function queryAddresses(resolver: Resolver, host: string) {
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

/** Which addresses a request may go to: the public internet, and networks that the operator allows. */
export type IsAllowed = (address: string) => boolean

export function createIsAllowed(allowedNetworks: string[]): IsAllowed {
  const isListed = listedIn(allowedNetworks)
  return ofText(address => {
    const inner = translated(address)
    // Whoever allows the network of a NAT64 does not mean private addresses behind it.
    if (inner) return isListed(address) && (isPublic(inner) || isListed(inner))
    return isPublic(address) || isListed(address)
  })
}

/** Only these networks, not the public internet. */
export const createIsListed = (listedNetworks: string[]): IsAllowed =>
  ofText(listedIn(listedNetworks))

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** An IPv4-mapped IPv6 address is judged as the IPv4 address that it reaches, and what is no address is not allowed. */
const ofText =
  (judge: (address: Address) => boolean): IsAllowed =>
  text => {
    const address = canonical(text)
    return address !== null && judge(ipaddr.process(address))
  }

/** The canonical spelling: the library would take `::8.8.8.8` for an IPv4 address. */
function canonical(text: string): string | null {
  if (isIPv4(text)) return text
  const url = `https://[${text}]`
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : null
}

function listedIn(texts: string[]): (address: Address) => boolean {
  const networks = texts.map(text =>
    ipaddr.parseCIDR(text.includes('/') ? text : withAllBits(text)),
  )
  return address =>
    networks.some(
      ([network, bits]) =>
        network.kind() === address.kind() && address.match(network as ipaddr.IPv4, bits),
    )
}

const withAllBits = (address: string) => `${address}/${isIPv4(address) ? 32 : 128}`

/** The prefix with which DNS64 maps IPv4 into IPv6 (RFC 6052 §2.1). */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** The IPv4 address to which a NAT64 sends packets for this one. */
function translated(address: Address): ipaddr.IPv4 | null {
  if (address.kind() !== 'ipv6' || !(address as ipaddr.IPv6).match(NAT64)) return null
  return new ipaddr.IPv4(address.toByteArray().slice(12))
}

/** All public IPv6 addresses allocated so far. NAT64, 6to4 and Teredo lead to IPv4, and the library does not call them `unicast`. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(GLOBAL_IPV6)
}
