/** Who may ask: anybody, but not through a page that tricks a browser into asking this machine (DNS rebinding). */
import { isIP } from 'node:net'

const LOCAL = ['localhost', '127.0.0.1', '[::1]']

/**
 * A page on a foreign name that suddenly leads here sends that name. Addresses, and names without a dot such as those of containers,
 * cannot be taken over like that: proxies ask under them.
 */
export function hostRefused(host: string | null, baseUrl: string): boolean {
  if (host === null) return false
  const url = `http://${host}`
  if (!URL.canParse(url)) return true
  const { hostname } = new URL(url)
  if (hostname === new URL(baseUrl).hostname) return false
  return hostname.includes('.') && isIP(hostname) === 0 && !hostname.startsWith('[')
}

/** What is on the public internet may be read by every page; what runs on this machine only by pages of this machine. */
export function originRefused(origin: string | null, baseUrl: string): boolean {
  if (origin === null) return false
  if (!URL.canParse(origin)) return true
  const { protocol, hostname } = new URL(origin)
  if (protocol !== 'http:' && protocol !== 'https:') return true
  return LOCAL.includes(new URL(baseUrl).hostname) && !LOCAL.includes(hostname)
}
