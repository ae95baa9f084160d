/** A document with all that an answer needs: its bytes in every coding, each with a strong ETag of its own. */
import { CODINGS, type Coding, type CodingOrNone, compress, isLarge } from './compress.ts'
import { digestOf } from './digest.ts'
import type { Document } from './edition.ts'

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
  /** Only codings that make the body smaller, the preferred one first. */
  encoded: Variant[]
  /** Codings that are made when somebody first asks for them. */
  later: Coding[]
}

/** Larger bodies move to the thread that serves them, and are gone here. */
export const WORTH_MOVING_BYTES = 64 * 1024

export type Represent = (document: Document) => Promise<Representation>

/** Compresses a small document only when it is another than the last one at its address: most pages stay as they are. */
export function createRepresent(): Represent {
  const last = new Map<string, { digest: string; made: Representation }>()
  return async document => {
    const { path, body } = document
    const bytes = typeof body === 'string' ? Buffer.from(body) : body
    const digest = document.digest ?? digestOf(bytes)
    const known = last.get(path)
    if (known?.digest === digest) return known.made
    const made = await make(document, bytes, digest)
    if (bytes.length <= WORTH_MOVING_BYTES) last.set(path, { digest, made })
    return made
  }
}

async function make(
  { path, contentType, gzip, isSeldom }: Document,
  bytes: Uint8Array,
  digest: string,
): Promise<Representation> {
  const plain = { path, contentType, digest, identity: variantOf(digest, 'identity', bytes) }
  if (isSeldom) return { ...plain, encoded: [], later: [...CODINGS] }
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

/** Makes what was put off. What readers get stays the same: only when it is computed is another matter. */
export async function addCoding(representation: Representation, coding: Coding): Promise<void> {
  const { identity, digest } = representation
  const body = await compress(identity.body, coding)
  if (!representation.later.includes(coding)) return
  representation.later = representation.later.filter(one => one !== coding)
  if (body.length < identity.body.length) representation.encoded.push(variantOf(digest, coding, body))
}

/** An ETag differs by content coding: two codings are two sequences of bytes (RFC 9110 §8.8.3.3). */
export function etagOf(digest: string, coding: CodingOrNone = 'identity'): string {
  return coding === 'identity' ? `"${digest}"` : `"${digest}-${coding}"`
}
