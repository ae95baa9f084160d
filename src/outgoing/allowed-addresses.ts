/** Which addresses the hub may connect to: the public internet, and networks that the operator allows. */
import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

export type IsAllowed = (address: string) => boolean

export function createIsAllowed(allowedNetworks: string[]): IsAllowed {
  const networks = allowedNetworks.map(parseNetwork)
  return text => {
    const address = canonical(text)
    if (address === null) return false
    // An IPv4-mapped IPv6 address is judged as the IPv4 address that it reaches.
    const parsed = ipaddr.process(address)
    const isListed = (one: Address) => networks.some(network => contains(network, one))
    const inner = translated(parsed)
    // Whoever allows the network of a NAT64 does not mean private addresses behind it.
    if (inner) return isListed(parsed) && (isPublic(inner) || isListed(inner))
    return isPublic(parsed) || isListed(parsed)
  }
}

/** The prefix with which DNS64 maps IPv4 into IPv6 (RFC 6052 §2.1). */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** The IPv4 address to which a NAT64 sends packets for this one. */
function translated(address: Address): ipaddr.IPv4 | null {
  if (address.kind() !== 'ipv6' || !(address as ipaddr.IPv6).match(NAT64)) return null
  return new ipaddr.IPv4(address.toByteArray().slice(12))
}

/** Only these networks, not the public internet. */
export function createIsListed(listedNetworks: string[]): IsAllowed {
  const networks = listedNetworks.map(parseNetwork)
  return text => {
    const address = canonical(text)
    if (address === null) return false
    const parsed = ipaddr.process(address)
    return networks.some(network => contains(network, parsed))
  }
}

/** The canonical spelling: the library would take `::8.8.8.8` for an IPv4 address. */
function canonical(text: string): string | null {
  if (isIPv4(text)) return text
  const url = `https://[${text}]`
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : null
}

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Network = [Address, number]

function parseNetwork(text: string): Network {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.parse(text)
  return [address, address.kind() === 'ipv6' ? 128 : 32]
}

/** All public IPv6 addresses allocated so far. NAT64, 6to4 and Teredo lead to IPv4, and the library does not call them `unicast`. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(GLOBAL_IPV6)
}

const contains = ([network, bits]: Network, address: Address) =>
  network.kind() === address.kind() && address.match(network as ipaddr.IPv4, bits)
