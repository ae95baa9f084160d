/** Documents made at publish time. They are what most readers ask for, so they go straight to the socket. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { TopicPath } from '../model/subscription.ts'
import type { CodingOrNone } from '../publish/compress.ts'
import { topicLink } from '../publish/edition.ts'
import type { Representation, Variant } from '../publish/representation.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { isNotModified } from './conditional.ts'
import { content, EVERYWHERE, type Headers, HTML, PAGE_HEADERS, validators } from './headers.ts'
import { acceptedCodings } from './negotiate.ts'

export interface Exchange {
  incoming: IncomingMessage
  outgoing: ServerResponse
  requestId: string
  nowMs: number
}

/** false, with nothing written, where the reader accepts no coding that there is. */
export type WriteFixed = (exchange: Exchange, representation: Representation, snapshot: Snapshot) => boolean

export function createWriteFixed(baseUrl: string): WriteFixed {
  const readyHeaders = new WeakMap<Variant, ReadyHeaders>()

  /** Made once per variant: they change only with it, once its date is in the past. */
  function headersOf(
    variant: Variant,
    representation: Representation,
    { lastModified }: Snapshot,
    nowMs: number,
  ): ReadyHeaders {
    const known = readyHeaders.get(variant)
    if (known) return known
    const ready = makeHeaders(variant, representation, validators(variant.etag, lastModified, nowMs), baseUrl)
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
    else outgoing.writeHead(200, { ...full, 'x-request-id': requestId }).end(variant.body)
    return true
  }
}

function chooseVariant({ identity, encoded }: Representation, accepted: CodingOrNone[]): Variant | undefined {
  for (const coding of accepted) {
    if (coding === 'identity') return identity
    const variant = encoded.find(one => one.coding === coding)
    if (variant) return variant
  }
  return undefined
}

interface ReadyHeaders {
  full: Headers
  notModified: Headers
}

function makeHeaders(
  { body, coding }: Variant,
  { path, contentType }: Representation,
  validating: Headers,
  baseUrl: string,
): ReadyHeaders {
  const notModified: Headers = { ...EVERYWHERE, ...validating }
  const topic = TopicPath.safeParse(path)
  if (topic.success) notModified.link = topicLink(baseUrl, topic.data)
  const full = {
    ...notModified,
    ...content(contentType, body, coding),
    ...(contentType === HTML && PAGE_HEADERS),
  }
  return { full, notModified }
}
