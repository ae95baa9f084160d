/** Which addresses the hub may connect to: those of the public internet, and what the operator allows besides. */
import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

export type IsAllowed = (address: string) => boolean

export function createIsAllowed(allowedNetworks: string[]): IsAllowed {
  const networks = allowedNetworks.map(parseNetwork)
  return text => {
    const plain = plainForm(text)
    if (plain === null) return false
    // An IPv4 address in IPv6 clothes is judged as what it is.
    const address = ipaddr.process(plain)
    return isPublic(address) || networks.some(network => contains(network, address))
  }
}

/** One way to write it: the library takes `::8.8.8.8` for an IPv4 address, which it is not. */
function plainForm(text: string): string | null {
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

/** 2000::/3 is all of the public IPv6 there is so far; NAT64, 6to4 and Teredo lead to IPv4 and are no `unicast` here. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(GLOBAL_IPV6)
}

const contains = ([network, bits]: Network, address: Address) =>
  network.kind() === address.kind() && address.match(network as ipaddr.IPv4, bits)
