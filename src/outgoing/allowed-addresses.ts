/** Which addresses a request may go to: the public internet, and networks that the operator allows. */
import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

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
export const createIsListed = (listedNetworks: string[]): IsAllowed => ofText(listedIn(listedNetworks))

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
  const networks = texts.map(text => ipaddr.parseCIDR(text.includes('/') ? text : withAllBits(text)))
  return address =>
    networks.some(
      ([network, bits]) => network.kind() === address.kind() && address.match(network as ipaddr.IPv4, bits),
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
