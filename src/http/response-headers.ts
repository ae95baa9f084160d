/** The headers that answers have in common. */
import type { SiteSettings } from '../model/site.ts'
import type { CodingOrNone } from '../publish/documents/compression.ts'
import { EMBED_PATH, HTML } from '../publish/pieces/public-paths.ts'

export type Headers = Record<string, string>

export const EVERYWHERE: Headers = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Last-Modified, Link, Mcp-Session-Id, Retry-After, X-Request-Id',
  'x-content-type-options': 'nosniff',
  // A page that isolates itself may still show the badge.
  'cross-origin-resource-policy': 'cross-origin',
}

/** Readers ask again each time, which costs them a 304; a shared cache may answer for a few seconds in our place. */
const CACHE_CONTROL = 'public, max-age=0, s-maxage=10'

/** Versions made within one second are dated ahead, a second each; no answer is dated after itself (RFC 9110 §8.8.2.1). */
export const validators = (etag: string, lastModified: string, nowMs: number): Headers => ({
  etag,
  'last-modified': new Date(Math.min(Date.parse(lastModified), nowMs)).toUTCString(),
  'cache-control': CACHE_CONTROL,
  vary: 'Accept-Encoding',
})

/** A page takes nothing but what is our own; pictures of reviewers come from elsewhere where the owner wants them. */
export const pageHeaders = ({ site }: { site: SiteSettings }): Headers => ({
  'content-security-policy': `default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'${site.show_avatars ? ' https:' : ''}; base-uri 'none'; form-action 'self'; frame-ancestors 'self'`,
  'referrer-policy': 'strict-origin-when-cross-origin',
})

/** Anybody may put it in a frame: it shows what is public, and nothing in it can be clicked but links. */
export const EMBED_HEADERS: Headers = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *",
}

/** A picture has styles of its own, and nothing else. */
const SVG_HEADERS: Headers = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
}

export function policyOf(path: string, contentType: string, by: { site: SiteSettings }): Headers {
  if (path === EMBED_PATH) return EMBED_HEADERS
  if (contentType === 'image/svg+xml') return SVG_HEADERS
  return contentType === HTML ? pageHeaders(by) : {}
}

export const content = (type: string, body: Uint8Array, coding: CodingOrNone): Headers => ({
  'content-type': type,
  'content-length': String(body.length),
  ...(coding !== 'identity' && { 'content-encoding': coding }),
})
