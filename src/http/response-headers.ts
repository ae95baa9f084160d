/** Headers that responses have in common. */
import type { SiteSettings } from '../model/site.ts'
import type { CodingOrNone } from '../publish/documents/compression.ts'
import { EMBED_PATH, HTML } from '../publish/pieces/public-paths.ts'

export type Headers = Record<string, string>

export const COMMON_HEADERS: Headers = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Last-Modified, Link, Mcp-Session-Id, Retry-After, X-Request-Id',
  'x-content-type-options': 'nosniff',
  // Cross-origin isolated pages may show the badge, too.
  'cross-origin-resource-policy': 'cross-origin',
}

/** Clients revalidate every time, at the price of a 304; shared caches may respond for us for a few seconds. */
const CACHE_CONTROL = 'public, max-age=0, s-maxage=10'

/** Versions made within one second are dated a second apart, so ahead of time; Last-Modified must not be later than Date (RFC 9110 §8.8.2.1). */
export const validators = (
  etag: string,
  lastModified: string,
  nowMs: number,
  maxAgeSeconds?: number,
): Headers => ({
  etag,
  'last-modified': new Date(Math.min(Date.parse(lastModified), nowMs)).toUTCString(),
  'cache-control': maxAgeSeconds === undefined ? CACHE_CONTROL : `public, max-age=${maxAgeSeconds}`,
  vary: 'Accept-Encoding',
})

/** A page loads only its own origin; reviewers' pictures come from elsewhere if the owner wants them. */
export const pageHeaders = ({ site }: { site: SiteSettings }): Headers => ({
  'content-security-policy': `default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'${site.show_avatars ? ' https:' : ''}; base-uri 'none'; form-action 'self'; frame-ancestors 'self'`,
  'referrer-policy': 'strict-origin-when-cross-origin',
})

/** Anyone may frame it: it shows public data, and only its links can be clicked. */
export const EMBED_HEADERS: Headers = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *",
}

/** An SVG has inline styles and loads nothing. */
const SVG_HEADERS: Headers = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
}

/** Shown before there is a stylesheet to load, so it brings its own. */
export const STARTING_HEADERS: Headers = {
  'content-type': HTML,
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
  'retry-after': '1',
}

export function policyHeaders(path: string, contentType: string, snapshot: { site: SiteSettings }): Headers {
  if (path === EMBED_PATH) return EMBED_HEADERS
  if (contentType === 'image/svg+xml') return SVG_HEADERS
  return contentType === HTML ? pageHeaders(snapshot) : {}
}

export const contentHeaders = (type: string, body: Uint8Array, coding: CodingOrNone): Headers => ({
  'content-type': type,
  'content-length': String(body.length),
  ...(coding !== 'identity' && { 'content-encoding': coding }),
})
