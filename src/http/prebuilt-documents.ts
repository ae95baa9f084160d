/** Prebuilt documents. Most requests are for them, so they go straight to the socket. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { TopicPath } from '../model/subscription.ts'
import { topicLink } from '../publish/base/public-paths.ts'
import type { CodingOrNone } from '../publish/documents/compression.ts'
import type { PendingCoding, Representation, Variant } from '../publish/documents/representation.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { failsPrecondition, isNotModified } from './conditional-requests.ts'
import { acceptedCodings } from './content-negotiation.ts'
import { API_CATALOG_PATH, apiCatalogLink } from './discovery-files.ts'
import {
  COMMON_HEADERS,
  contentHeaders,
  type Headers,
  policyHeaders,
  validators,
} from './response-headers.ts'

export interface Exchange {
  incoming: IncomingMessage
  outgoing: ServerResponse
  requestId: string
  nowMs: number
}

/** Writes nothing and returns false if the client accepts no available coding, or one that is not compressed yet. */
export type WritePrebuilt = (
  exchange: Exchange,
  representation: Representation,
  snapshot: Snapshot,
) => boolean

export function createPrebuiltWriter(): WritePrebuilt {
  const prebuiltHeaders = new WeakMap<Variant | PendingCoding, PrebuiltHeaders>()

  /** Built once per variant, but not while its date is in the future: until then Last-Modified follows the clock. */
  function headersOf(
    variant: Variant | PendingCoding,
    representation: Representation,
    snapshot: Snapshot,
    nowMs: number,
  ): PrebuiltHeaders {
    const known = prebuiltHeaders.get(variant)
    if (known) return known
    const { lastModified } = snapshot
    const built = buildHeaders(
      variant,
      representation,
      snapshot,
      validators(variant.etag, lastModified, nowMs, representation.caching),
    )
    if (Date.parse(lastModified) <= nowMs) prebuiltHeaders.set(variant, built)
    return built
  }

  return ({ incoming, outgoing, requestId, nowMs }, representation, snapshot) => {
    const { headers } = incoming
    const variant = chooseVariant(representation, acceptedCodings(headers['accept-encoding']))
    if (!variant) return false
    const { full, notModified } = headersOf(variant, representation, snapshot, nowMs)
    if (isNotModified(headers, variant.etag, snapshot.lastModified))
      outgoing.writeHead(304, { ...notModified, 'x-request-id': requestId }).end()
    else if ('body' in variant)
      outgoing.writeHead(200, { ...full, 'x-request-id': requestId }).end(variant.body)
    else return false
    return true
  }
}

/** Whether the client wants another version than the current one. */
export function isOutdatedFor(
  representation: Representation,
  { headers }: IncomingMessage,
  { lastModified }: Snapshot,
): boolean {
  const variant = chooseVariant(representation, acceptedCodings(headers['accept-encoding']))
  return variant !== undefined && failsPrecondition(headers, variant.etag, lastModified)
}

/** The coding this client should get, if it is not compressed yet. A client that already has it needs only its ETag. */
export function missingCoding(
  representation: Representation,
  { headers }: IncomingMessage,
  { lastModified }: Snapshot,
): PendingCoding | null {
  if (representation.later.length === 0) return null
  const variant = chooseVariant(representation, acceptedCodings(headers['accept-encoding']))
  if (!variant || 'body' in variant || isNotModified(headers, variant.etag, lastModified)) return null
  return variant
}

function chooseVariant(
  { identity, encoded, later }: Representation,
  accepted: CodingOrNone[],
): Variant | PendingCoding | undefined {
  for (const coding of accepted) {
    if (coding === 'identity') return identity
    const hasCoding = (one: Variant | PendingCoding) => one.coding === coding
    const variant = encoded.find(hasCoding) ?? later.find(hasCoding)
    if (variant) return variant
  }
  return undefined
}

interface PrebuiltHeaders {
  full: Headers
  notModified: Headers
}

function buildHeaders(
  variant: Variant | PendingCoding,
  { path, contentType }: Representation,
  snapshot: Snapshot,
  validating: Headers,
): PrebuiltHeaders {
  const notModified: Headers = { ...COMMON_HEADERS, ...validating }
  const link = linkOf(path, snapshot)
  if (link) notModified.link = link
  const full = {
    ...notModified,
    ...('body' in variant && contentHeaders(contentType, variant.body, variant.coding)),
    ...policyHeaders(path, contentType, snapshot),
  }
  return { full, notModified }
}

/** A topic names its hub; the home page and the API catalog itself point to the catalog (RFC 9727). */
function linkOf(path: string, { baseUrl }: Snapshot): string | undefined {
  const topic = TopicPath.safeParse(path)
  if (topic.success) return topicLink(baseUrl, topic.data)
  return path === '/' || path === API_CATALOG_PATH ? apiCatalogLink(baseUrl) : undefined
}
