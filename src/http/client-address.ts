/** The address of the client, seen through the proxies that the operator trusts. */
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

export type ClientAddress = (incoming: IncomingMessage) => string

/** `trusted` lists addresses and networks, such as `127.0.0.1` or `10.0.0.0/8`, whose X-Forwarded-For is believed. */
export function createClientAddress(trusted: string[]): ClientAddress {
  const proxies = new BlockList()
  for (const entry of trusted) {
    const [address = '', prefix] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) proxies.addAddress(address, family)
    else proxies.addSubnet(address, Number(prefix), family)
  }
  const isProxy = (address: string) =>
    isIP(address) !== 0 && proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

  return incoming => {
    let client = unmapped(incoming.socket.remoteAddress ?? '')
    if (trusted.length === 0) return network(client)
    const forwarded = String(incoming.headers['x-forwarded-for'] ?? '').split(',')
    // From the right: each proxy appends the address it saw, and only those that trusted proxies appended are true.
    while (isProxy(client)) {
      const next = unmapped(withoutPort(forwarded.pop()?.trim() ?? ''))
      if (isIP(next) === 0) break
      client = next
    }
    return network(client)
  }
}

/** Some proxies write `192.0.2.7:4711` or `[2001:db8::7]:4711`. */
const withoutPort = (entry: string) =>
  entry.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1').replace(/^\[([^\]]+)\](?::\d+)?$/, '$1')

const unmapped = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** An IPv6 customer has a whole /64, so that counts as one client. */
function network(address: string): string {
  if (!address.includes(':')) return address
  const [left = '', right] = address.split('::')
  const groups = left === '' ? [] : left.split(':')
  const rest = right === undefined || right === '' ? [] : right.split(':')
  const zeros =
    right === undefined ? [] : Array(Math.max(0, 8 - groups.length - rest.length)).fill('0')
  return [...groups, ...zeros, ...rest].slice(0, 4).join(':')
}
