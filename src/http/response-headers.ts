/** Headers that responses have in common. */
import type { SiteSettings } from '../model/business.ts'
import { FRAME_PATH, HTML } from '../publish/base/public-paths.ts'
import type { CodingOrNone } from '../publish/documents/compression.ts'
import type { Caching } from '../publish/documents/document.ts'

export type Headers = Record<string, string>

export const COMMON_HEADERS: Headers = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Last-Modified, Link, Mcp-Session-Id, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
  'x-content-type-options': 'nosniff',
  // Cross-origin isolated pages may show the badge, too.
  'cross-origin-resource-policy': 'cross-origin',
}

/** docs/decisions/search-and-feeds.md has the reasons. */
export const CACHE_CONTROL: Record<Caching, string> = {
  /** No stale-while-revalidate: a removed review must not be shown again, except for minutes when the service fails. */
  reviews: 'public, max-age=0, s-maxage=10, stale-if-error=600',
  figures: 'public, max-age=0, s-maxage=10, stale-while-revalidate=60, stale-if-error=86400',
  asset: 'public, max-age=300, stale-while-revalidate=3600, stale-if-error=86400',
  /** As SEP-2127 recommends for server cards. */
  discovery: 'public, max-age=3600',
  immutable: 'public, max-age=31536000, immutable',
}

/** Versions made within one second are dated a second apart, so ahead of time; Last-Modified must not be later than Date (RFC 9110 §8.8.2.1). */
export const validators = (
  etag: string,
  lastModified: string,
  nowMs: number,
  caching: Caching = 'reviews',
): Headers => ({
  etag,
  'last-modified': new Date(Math.min(Date.parse(lastModified), nowMs)).toUTCString(),
  'cache-control': CACHE_CONTROL[caching],
  vary: 'Accept-Encoding',
})

/** Nothing here needs a sensor, a camera or a payment, and no frame may ask for one. */
const PERMISSIONS_POLICY =
  'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()'

type PageSettings = { site: Pick<SiteSettings, 'show_avatars'> }

/** A page loads only its own origin; reviewers' pictures come from elsewhere if the owner wants them. */
export const pageHeaders = ({ site }: PageSettings): Headers => ({
  'content-security-policy': `default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'${site.show_avatars ? ' https:' : ''}; base-uri 'none'; form-action 'self'; frame-ancestors 'self'`,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': PERMISSIONS_POLICY,
  // A page that opens this one, or that this one opens, gets no handle on its window.
  'cross-origin-opener-policy': 'same-origin',
})

/** Anyone may frame it: it shows public data, and only its links can be clicked. */
export const EMBED_HEADERS: Headers = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *",
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': PERMISSIONS_POLICY,
}

/** An SVG has inline styles and loads nothing. */
const SVG_HEADERS: Headers = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
}

/** Shown before there is a stylesheet to load, so it brings its own. */
export const STARTING_HEADERS: Headers = {
  'content-type': HTML,
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
  'retry-after': '1',
}

export function policyHeaders(path: string, contentType: string, snapshot: PageSettings): Headers {
  if (path === FRAME_PATH) return EMBED_HEADERS
  if (contentType === 'image/svg+xml') return SVG_HEADERS
  return contentType === HTML ? pageHeaders(snapshot) : {}
}

/** The length of what is made while it is sent is not known. */
export const contentHeaders = (
  type: string,
  body: Uint8Array | null,
  coding: CodingOrNone,
): Headers => ({
  'content-type': type,
  ...(body && { 'content-length': String(body.length) }),
  ...(coding !== 'identity' && { 'content-encoding': coding }),
})
