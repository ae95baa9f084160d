/** Documents made at publish time. They are what most readers ask for, so they go straight to the socket. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { TopicPath } from '../model/subscription.ts'
import type { CodingOrNone } from '../publish/documents/compression.ts'
import type { PutOff, Representation, Variant } from '../publish/documents/representation.ts'
import { topicLink } from '../publish/pieces/public-paths.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { API_CATALOG_PATH, apiCatalogLink } from './api-catalog.ts'
import { isNotModified } from './conditional-requests.ts'
import { acceptedCodings } from './content-negotiation.ts'
import { content, EVERYWHERE, type Headers, policyOf, validators } from './response-headers.ts'

export interface Exchange {
  incoming: IncomingMessage
  outgoing: ServerResponse
  requestId: string
  nowMs: number
}

/** false, with nothing written, where the reader accepts no coding that there is, or one that is still to be made. */
export type WriteFixed = (exchange: Exchange, representation: Representation, snapshot: Snapshot) => boolean

export function createWriteFixed(): WriteFixed {
  const readyHeaders = new WeakMap<Variant | PutOff, ReadyHeaders>()

  /** Made once per variant: they change only with it, once its date is in the past. */
  function headersOf(
    variant: Variant | PutOff,
    representation: Representation,
    snapshot: Snapshot,
    nowMs: number,
  ): ReadyHeaders {
    const known = readyHeaders.get(variant)
    if (known) return known
    const { lastModified } = snapshot
    const ready = makeHeaders(
      variant,
      representation,
      snapshot,
      validators(variant.etag, lastModified, nowMs),
    )
    if (Date.parse(lastModified) <= nowMs) readyHeaders.set(variant, ready)
    return ready
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

/** What this reader should get, where it is still to be made. Who has it already needs only its ETag. */
export function codingToMake(
  representation: Representation,
  { headers }: IncomingMessage,
  { lastModified }: Snapshot,
): PutOff | null {
  if (representation.later.length === 0) return null
  const variant = chooseVariant(representation, acceptedCodings(headers['accept-encoding']))
  if (!variant || 'body' in variant || isNotModified(headers, variant.etag, lastModified)) return null
  return variant
}

function chooseVariant(
  { identity, encoded, later }: Representation,
  accepted: CodingOrNone[],
): Variant | PutOff | undefined {
  for (const coding of accepted) {
    if (coding === 'identity') return identity
    const variant = encoded.find(one => one.coding === coding) ?? later.find(one => one.coding === coding)
    if (variant) return variant
  }
  return undefined
}

interface ReadyHeaders {
  full: Headers
  notModified: Headers
}

function makeHeaders(
  variant: Variant | PutOff,
  { path, contentType }: Representation,
  snapshot: Snapshot,
  validating: Headers,
): ReadyHeaders {
  const notModified: Headers = { ...EVERYWHERE, ...validating }
  const link = linkOf(path, snapshot)
  if (link) notModified.link = link
  const full = {
    ...notModified,
    ...('body' in variant && content(contentType, variant.body, variant.coding)),
    ...policyOf(path, contentType, snapshot),
  }
  return { full, notModified }
}

/** A topic names its hub; the home page and the catalogue itself lead to the catalogue of the APIs (RFC 9727). */
function linkOf(path: string, { baseUrl }: Snapshot): string | undefined {
  const topic = TopicPath.safeParse(path)
  if (topic.success) return topicLink(baseUrl, topic.data)
  return path === '/' || path === API_CATALOG_PATH ? apiCatalogLink(baseUrl) : undefined
}
