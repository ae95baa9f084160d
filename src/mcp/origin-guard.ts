/** Anyone may send requests, but no page may trick a browser into sending them to this machine (DNS rebinding). */
import { isIP } from 'node:net'

/** A scheme, a host and perhaps a port (RFC 6454 §6.2): desktop apps and browser extensions have schemes of their own. */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/(?:[\w.~!$&'()*+,;=%-]+|\[[\da-f:.]+\])(?::\d+)?$/i

const LOCAL = ['localhost', '127.0.0.1', '[::1]']

export function createOriginGuard(baseUrl: string) {
  const own = new URL(baseUrl).hostname
  const isLocal = LOCAL.includes(own)

  /**
   * A page whose own name was rebound to this machine sends that name. IP addresses, and names without a dot such as those of
   * containers, cannot be rebound, and proxies use them.
   */
  function isForeignHost(host: string): boolean {
    const url = `http://${host}`
    if (!URL.canParse(url)) return true
    const { hostname } = new URL(url)
    if (hostname === own) return false
    return hostname.includes('.') && isIP(hostname) === 0 && !hostname.startsWith('[')
  }

  /** Any page or app may read a public service; only local pages may read one that runs on this machine. */
  function isForeignOrigin(origin: string): boolean {
    if (!URL.canParse(origin)) return true
    if (!isLocal) return !ORIGIN.test(origin)
    const { protocol, hostname } = new URL(origin)
    return (protocol !== 'http:' && protocol !== 'https:') || !LOCAL.includes(hostname)
  }

  return { rejectsHost: rememberLast(isForeignHost), rejectsOrigin: rememberLast(isForeignOrigin) }
}

/** Nearly every request repeats the header of the one before it. */
function rememberLast(isForeign: (header: string) => boolean): (header: string | null) => boolean {
  let last: string | undefined
  let wasForeign = false
  return header => {
    if (header === null) return false
    if (header !== last) wasForeign = isForeign(header)
    last = header
    return wasForeign
  }
}
