/** Who may ask: anybody, but not through a page that tricks a browser into asking this machine (DNS rebinding). */
import { isIP } from 'node:net'

export interface OriginGuard {
  refusesHost(host: string | null): boolean
  refusesOrigin(origin: string | null): boolean
}

const LOCAL = ['localhost', '127.0.0.1', '[::1]']

export function createOriginGuard(baseUrl: string): OriginGuard {
  const own = new URL(baseUrl).hostname
  const isLocal = LOCAL.includes(own)

  /**
   * A page on a foreign name that suddenly leads here sends that name. Addresses, and names without a dot such as those of
   * containers, cannot be taken over like that: proxies ask under them.
   */
  function refusesHost(host: string): boolean {
    const url = `http://${host}`
    if (!URL.canParse(url)) return true
    const { hostname } = new URL(url)
    if (hostname === own) return false
    return hostname.includes('.') && isIP(hostname) === 0 && !hostname.startsWith('[')
  }

  /** What is on the public internet may be read by every page; what runs on this machine only by pages of this machine. */
  function refusesOrigin(origin: string): boolean {
    if (!URL.canParse(origin)) return true
    const { protocol, hostname } = new URL(origin)
    if (protocol !== 'http:' && protocol !== 'https:') return true
    return isLocal && !LOCAL.includes(hostname)
  }

  return { refusesHost: rememberLast(refusesHost), refusesOrigin: rememberLast(refusesOrigin) }
}

/** Nearly every request says the same as the one before it. */
function rememberLast(refuses: (text: string) => boolean): (text: string | null) => boolean {
  let last: string | undefined
  let refused = false
  return text => {
    if (text === null) return false
    if (text !== last) refused = refuses(text)
    last = text
    return refused
  }
}
