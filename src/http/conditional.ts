/** Conditional requests (RFC 9110 §13): does the reader have these very bytes already? */
import type { IncomingHttpHeaders } from 'node:http'

export function isNotModified(headers: IncomingHttpHeaders, etag: string, lastModified: string): boolean {
  const ifNoneMatch = headers['if-none-match']
  // If-Modified-Since counts only where If-None-Match is absent (§13.1.3).
  if (ifNoneMatch !== undefined) return matchesEtag(ifNoneMatch, etag)
  const ifModifiedSince = headers['if-modified-since']
  return ifModifiedSince !== undefined && parseHttpDate(ifModifiedSince) >= wholeSeconds(lastModified)
}

/** The weak comparison (§13.1.2): a W/ prefix, which proxies add, does not count. */
function matchesEtag(header: string, etag: string): boolean {
  if (header === etag || header.trim() === '*') return true
  return header.match(/"[^"]*"/g)?.includes(etag) ?? false
}

/** All three forms of an HTTP date (§5.6.7); anything else is NaN, and NaN is never late enough. */
function parseHttpDate(text: string): number {
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return Number.NaN
  return Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
}

const wholeSeconds = (time: string) => Math.floor(Date.parse(time) / 1000) * 1000
