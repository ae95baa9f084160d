/** A document with all that an answer needs: its bytes in every coding, each with a strong ETag of its own. */
import { digestOf } from '../pieces/content-digest.ts'
import { CODINGS, type Coding, type CodingOrNone, compress, isLarge } from './compression.ts'
import type { Document } from './document.ts'

export interface Variant {
  coding: CodingOrNone
  body: Uint8Array
  etag: string
}

export interface Representation {
  path: string
  contentType: string
  identity: Variant
  digest: string
  /** Only codings that make the body smaller. */
  encoded: Variant[]
  /** Codings that are made when somebody first asks for them. */
  later: PutOff[]
}

/** What is known of a variant before it is made. */
export type PutOff = { coding: Coding } & Pick<Variant, 'etag'>

/** Larger bodies move to the thread that serves them, and are gone here. */
export const WORTH_MOVING_BYTES = 64 * 1024

export type Represent = (documents: Document[]) => Promise<Representation[]>

/** Compresses a small document only when it is another than the last one at its address: most pages stay as they are. */
export function createRepresent(): Represent {
  let last = new Map<string, Representation>()
  return async documents => {
    const made = await Promise.all(documents.map(document => makeUnlessKnown(document, last)))
    const small = made.filter(({ identity }) => identity.body.length <= WORTH_MOVING_BYTES)
    last = new Map(small.map(one => [one.path, one]))
    return made
  }
}

async function makeUnlessKnown(
  document: Document,
  last: ReadonlyMap<string, Representation>,
): Promise<Representation> {
  const bytes = typeof document.body === 'string' ? Buffer.from(document.body) : document.body
  const digest = document.digest ?? digestOf(bytes)
  const known = last.get(document.path)
  return known?.digest === digest ? known : await make(document, bytes, digest)
}

async function make(
  { path, contentType, gzip, isSeldom }: Document,
  bytes: Uint8Array,
  digest: string,
): Promise<Representation> {
  const plain = { path, contentType, digest, identity: variantOf(digest, 'identity', bytes) }
  if (isSeldom)
    return { ...plain, encoded: [], later: CODINGS.map(coding => ({ coding, etag: etagOf(digest, coding) })) }
  const variants = await Promise.all(
    CODINGS.map(async coding => {
      const withGzip = coding === 'gzip' && gzip && isLarge(bytes.length)
      return variantOf(digest, coding, await (withGzip ? gzip() : compress(bytes, coding)))
    }),
  )
  return { ...plain, encoded: variants.filter(variant => variant.body.length < bytes.length), later: [] }
}

const variantOf = (digest: string, coding: CodingOrNone, body: Uint8Array): Variant => ({
  coding,
  body,
  etag: etagOf(digest, coding),
})

const underway = new WeakMap<PutOff, Promise<void>>()

/** Makes what was put off, once for all who wait for it. What readers get stays the same: only when it is computed is another matter. */
export function addCoding(representation: Representation, putOff: PutOff): Promise<void> {
  const making = underway.get(putOff) ?? makeCoding(representation, putOff)
  underway.set(putOff, making)
  return making
}

async function makeCoding(representation: Representation, putOff: PutOff): Promise<void> {
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
 * What readers of the last state had made holds where a document stayed the same. The variants are new objects, because
 * their headers, which are remembered by them, are not those of the last state.
 */
export function takeOverCodings(
  representations: Representation[],
  last: ReadonlyMap<string, Representation>,
): void {
  for (const representation of representations) {
    const known = last.get(representation.path)
    if (representation.later.length === 0 || known?.digest !== representation.digest) continue
    representation.encoded = known.encoded.map(variant => ({ ...variant }))
    representation.later = known.later.map(putOff => ({ ...putOff }))
  }
}

/** An ETag differs by content coding: two codings are two sequences of bytes (RFC 9110 §8.8.3.3). */
export function etagOf(digest: string, coding: CodingOrNone = 'identity'): string {
  return coding === 'identity' ? `"${digest}"` : `"${digest}-${coding}"`
}
