/** Prebuilt documents. Most requests are for them, so they go straight to the socket. */
import type { IncomingMessage } from 'node:http'
import { TopicPath } from '../model/subscription.ts'
import { topicLink } from '../publish/base/public-paths.ts'
import type { PendingCoding, Representation, Variant } from '../publish/documents/representation.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { failsPrecondition, isNotModified } from './conditional-requests.ts'
import { acceptedCodings } from './content-negotiation.ts'
import type { Env } from './response.ts'
import {
  COMMON_HEADERS,
  contentHeaders,
  type Headers,
  policyHeaders,
  validators,
} from './response-headers.ts'
import { API_CATALOG_PATH, apiCatalogLink } from './well-known-texts.ts'

/** Writes nothing and returns false if the client accepts no available coding, or one that is not compressed yet. */
export function writePrebuilt(
  { incoming, outgoing, requestId, nowMs }: Omit<Env['Bindings'], 'onError'>,
  representation: Representation,
  snapshot: Snapshot,
  cache: HeaderCache,
): boolean {
  const variant = chooseVariant(representation, incoming)
  if (!variant) return false
  const { full, notModified } = headersOf(variant, representation, snapshot, nowMs, cache)
  if (isNotModified(incoming.headers, variant.etag, snapshot.lastModified))
    outgoing.writeHead(304, { ...notModified, 'x-request-id': requestId }).end()
  else if ('body' in variant)
    outgoing.writeHead(200, { ...full, 'x-request-id': requestId }).end(variant.body)
  else return false
  return true
}

/** Whether the client wants another version than the current one. */
export function isOutdatedFor(
  representation: Representation,
  incoming: IncomingMessage,
  { lastModified }: Snapshot,
): boolean {
  const variant = chooseVariant(representation, incoming)
  return variant !== undefined && failsPrecondition(incoming.headers, variant.etag, lastModified)
}

/** The coding this client should get, if it is not compressed yet. A client that already has it needs only its ETag. */
export function missingCoding(
  representation: Representation,
  incoming: IncomingMessage,
  { lastModified }: Snapshot,
): PendingCoding | null {
  if (representation.later.length === 0) return null
  const variant = chooseVariant(representation, incoming)
  if (!variant || 'body' in variant || isNotModified(incoming.headers, variant.etag, lastModified))
    return null
  return variant
}

type AnyVariant = Variant | PendingCoding

function chooseVariant({ identity, encoded, later }: Representation, { headers }: IncomingMessage) {
  for (const coding of acceptedCodings(headers['accept-encoding'])) {
    if (coding === 'identity') return identity
    const hasCoding = (one: AnyVariant) => one.coding === coding
    const variant = encoded.find(hasCoding) ?? later.find(hasCoding)
    if (variant) return variant
  }
  return undefined
}

type PrebuiltHeaders = { full: Headers; notModified: Headers }

/** Of one app, because its clock decides what is in it. */
export type HeaderCache = WeakMap<AnyVariant, PrebuiltHeaders>

/** Built once per variant, but not while its date is in the future: until then Last-Modified follows the clock. */
function headersOf(
  variant: AnyVariant,
  { path, contentType, caching }: Representation,
  snapshot: Snapshot,
  nowMs: number,
  cache: HeaderCache,
): PrebuiltHeaders {
  const known = cache.get(variant)
  if (known) return known
  const { lastModified } = snapshot
  const notModified = {
    ...COMMON_HEADERS,
    ...validators(variant.etag, lastModified, nowMs, caching),
    ...linkTo(path, snapshot),
  }
  const full = {
    ...notModified,
    ...('body' in variant && contentHeaders(contentType, variant.body, variant.coding)),
    ...policyHeaders(path, contentType, snapshot),
  }
  if (Date.parse(lastModified) <= nowMs) cache.set(variant, { full, notModified })
  return { full, notModified }
}

/** A topic names its hub; the home page and the API catalog itself point to the catalog (RFC 9727). */
function linkTo(path: string, { baseUrl }: Snapshot): Headers {
  const topic = TopicPath.safeParse(path)
  if (topic.success) return { link: topicLink(baseUrl, topic.data) }
  return path === '/' || path === API_CATALOG_PATH ? { link: apiCatalogLink(baseUrl) } : {}
}
