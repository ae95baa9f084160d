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
  function isForeignHost(host: string | null): boolean {
    if (host === null) return false
    const url = URL.parse(`http://${host}`)
    if (!url || url.hostname === own) return !url
    return url.hostname.includes('.') && isIP(url.hostname) === 0 && !url.hostname.startsWith('[')
  }

  /** Any page or app may read a public service; only local pages may read one that runs on this machine. */
  function isForeignOrigin(origin: string | null): boolean {
    if (origin === null) return false
    const url = URL.parse(origin)
    if (!url || !isLocal) return !url || !ORIGIN.test(origin)
    return !/^https?:$/.test(url.protocol) || !LOCAL.includes(url.hostname)
  }

  return { isForeignHost, isForeignOrigin }
}
