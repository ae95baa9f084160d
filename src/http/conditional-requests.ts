/** Conditional requests (RFC 9110 §13): does the client already have these bytes, or want others than these? */
import type { IncomingHttpHeaders } from 'node:http'

export function isNotModified(
  headers: IncomingHttpHeaders,
  etag: string,
  lastModified: string,
): boolean {
  const ifNoneMatch = headers['if-none-match']
  // If-Modified-Since counts only if If-None-Match is absent (§13.1.3).
  if (ifNoneMatch !== undefined) return matchesEtag(ifNoneMatch, etag)
  const ifModifiedSince = headers['if-modified-since']
  return (
    ifModifiedSince !== undefined && parseHttpDate(ifModifiedSince) >= wholeSeconds(lastModified)
  )
}

export const hasPrecondition = (headers: IncomingHttpHeaders) =>
  headers['if-match'] !== undefined || headers['if-unmodified-since'] !== undefined

/** Evaluated before all other conditions (§13.2.2). */
export function failsPrecondition(
  headers: IncomingHttpHeaders,
  etag: string,
  lastModified: string,
): boolean {
  const ifMatch = headers['if-match']
  if (ifMatch !== undefined) return !matchesStrongly(ifMatch, etag)
  const ifUnmodifiedSince = headers['if-unmodified-since']
  // A date that cannot be read counts for nothing (§13.1.4).
  return (
    ifUnmodifiedSince !== undefined && parseHttpDate(ifUnmodifiedSince) < wholeSeconds(lastModified)
  )
}

/** Strong comparison (§13.1.1): a weak ETag matches nothing. */
const matchesStrongly = (header: string, etag: string) =>
  header.trim() === '*' || (header.match(/(?:W\/)?"[^"]*"/g)?.includes(etag) ?? false)

/** Weak comparison (§13.1.2): ignores the W/ prefix, which proxies add. */
function matchesEtag(header: string, etag: string): boolean {
  if (header === etag || header.trim() === '*') return true
  return header.match(/"[^"]*"/g)?.includes(etag) ?? false
}

const MONTH = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec'
const CLOCK = '\\d{2}:\\d{2}:\\d{2}'
/** IMF-fixdate, and the two obsolete formats that a server must still accept (§5.6.7). */
const HTTP_DATES = [
  new RegExp(`^\\w{3}, \\d{2} (?:${MONTH}) \\d{4} ${CLOCK} GMT$`),
  new RegExp(`^\\w{6,9}, \\d{2}-(?:${MONTH})-\\d{2} ${CLOCK} GMT$`),
  new RegExp(`^\\w{3} (?:${MONTH}) [ \\d]\\d ${CLOCK} \\d{4}$`),
]

/** NaN for anything else, which compares as never recent enough. `Date.parse` alone would accept "Monkey 2027". */
function parseHttpDate(text: string): number {
  if (!HTTP_DATES.some(form => form.test(text))) return Number.NaN
  return Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
}

const wholeSeconds = (time: string) => Math.floor(Date.parse(time) / 1000) * 1000
