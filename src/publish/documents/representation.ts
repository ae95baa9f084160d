/** Representations: a document's bytes in every content coding, each with its own strong ETag. */
import { digestOf } from '../base/content-digest.ts'
import { CODINGS, type Coding, type CodingOrNone, compress } from './compression.ts'
import type { Caching, Document } from './document.ts'

export type Variant = { coding: CodingOrNone; body: Uint8Array; etag: string }

export interface Representation {
  path: string
  contentType: string
  caching?: Caching
  identity: Variant
  digest: string
  /** Only codings that make the body smaller. */
  encoded: Variant[]
  /** Codings that are made on first request. */
  later: PendingCoding[]
}

/** What is known about a variant before it is made. */
export type PendingCoding = { coding: Coding } & Pick<Variant, 'etag'>

/** Compressing more would delay the change that it is for. */
const COMPRESSED_LATER_BYTES = 4 * 1024 * 1024

export const representAll = (documents: Document[]): Promise<Representation[]> =>
  Promise.all(documents.map(represent))

/** Compressed when a client asks for it. */
export function representLater({
  path,
  contentType,
  caching,
  body,
  digest,
}: Document): Representation {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const known = digest ?? digestOf(bytes)
  return {
    path,
    contentType,
    ...(caching && { caching }),
    digest: known,
    identity: variantOf(known, 'identity', bytes),
    encoded: [],
    later: CODINGS.map(coding => ({ coding, etag: etagOf(known, coding) })),
  }
}

/** Compressed at once: subscribers and readers of datasets come right after a change. */
async function represent(document: Document): Promise<Representation> {
  const plain = representLater(document)
  const { digest, identity } = plain
  const { body: bytes } = identity
  if (bytes.length > COMPRESSED_LATER_BYTES) return plain
  const variants = await Promise.all(
    CODINGS.map(async coding => variantOf(digest, coding, await compress(bytes, coding))),
  )
  const encoded = variants.filter(variant => variant.body.length < bytes.length)
  return { ...plain, encoded, later: [] }
}

const variantOf = (digest: string, coding: CodingOrNone, body: Uint8Array): Variant => ({
  coding,
  body,
  etag: etagOf(digest, coding),
})

const underway = new WeakMap<PendingCoding, Promise<void>>()

/** Makes a coding that was put off, once for all requests that wait for it. The content of the Snapshot stays the same. */
export function addCoding(representation: Representation, putOff: PendingCoding): Promise<void> {
  const compressing = underway.get(putOff) ?? makeCoding(representation, putOff)
  underway.set(putOff, compressing)
  return compressing
}

async function makeCoding(representation: Representation, putOff: PendingCoding): Promise<void> {
  const { identity, digest } = representation
  try {
    const body = await compress(identity.body, putOff.coding)
    representation.later = representation.later.filter(one => one !== putOff)
    if (body.length < identity.body.length)
      representation.encoded = [...representation.encoded, variantOf(digest, putOff.coding, body)]
  } catch (error) {
    underway.delete(putOff)
    throw error
  }
}

/** Each content coding has its own ETag, because its bytes differ (RFC 9110 §8.8.3.3). */
export function etagOf(digest: string, coding: CodingOrNone = 'identity'): string {
  return coding === 'identity' ? `"${digest}"` : `"${digest}-${coding}"`
}
