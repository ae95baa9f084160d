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

/** Reuses the last representation of a document that did not change: most pages stay the same. */
export function createRepresent() {
  let last = new Map<string, Representation>()
  return async (documents: Document[]): Promise<Representation[]> => {
    const represented = await Promise.all(
      documents.map(async document => {
        const bytes = typeof document.body === 'string' ? Buffer.from(document.body) : document.body
        const digest = document.digest ?? digestOf(bytes)
        const known = last.get(document.path)
        return known?.digest === digest ? known : await represent(document, bytes, digest)
      }),
    )
    last = new Map(represented.map(one => [one.path, one]))
    return represented
  }
}

async function represent(
  { path, contentType, caching, isCompressedLater }: Document,
  bytes: Uint8Array,
  digest: string,
): Promise<Representation> {
  const plain = {
    path,
    contentType,
    ...(caching && { caching }),
    digest,
    identity: variantOf(digest, 'identity', bytes),
  }
  if (isCompressedLater || bytes.length > COMPRESSED_LATER_BYTES)
    return { ...plain, encoded: [], later: CODINGS.map(coding => ({ coding, etag: etagOf(digest, coding) })) }
  const variants = await Promise.all(
    CODINGS.map(async coding => variantOf(digest, coding, await compress(bytes, coding))),
  )
  return { ...plain, encoded: variants.filter(variant => variant.body.length < bytes.length), later: [] }
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

/**
 * Keeps the codings that clients of the last Snapshot requested, where a document did not change. The variants are new
 * objects because HTTP headers, which change with every Snapshot, are cached per variant.
 */
export function keepCodings(representations: Representation[], last: ReadonlyMap<string, Representation>) {
  for (const representation of representations) {
    const known = last.get(representation.path)
    if (representation.later.length === 0 || known?.digest !== representation.digest) continue
    representation.encoded = known.encoded.map(variant => ({ ...variant }))
    representation.later = known.later.map(putOff => ({ ...putOff }))
  }
}

/** Each content coding has its own ETag, because its bytes differ (RFC 9110 §8.8.3.3). */
export function etagOf(digest: string, coding: CodingOrNone = 'identity'): string {
  return coding === 'identity' ? `"${digest}"` : `"${digest}-${coding}"`
}
