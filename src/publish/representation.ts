/** A document with all that an answer needs: its bytes in every coding, each with a strong ETag of its own. */
import { CODINGS, type CodingOrNone, compress, isLarge } from './compress.ts'
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
  /** Only codings that make the body smaller, the preferred one first. */
  encoded: Variant[]
}

/** Larger bodies move to the thread that serves them, and are gone here. */
export const WORTH_MOVING_BYTES = 64 * 1024

const kept = new WeakMap<Document, Representation>()

/** A small document that never changes, such as a script, is the same object each time: it is compressed only once. */
export async function represent(document: Document): Promise<Representation> {
  const known = kept.get(document)
  if (known) return known
  const made = await make(document)
  if (made.identity.body.length <= WORTH_MOVING_BYTES) kept.set(document, made)
  return made
}

async function make({ path, contentType, body, ...ready }: Document): Promise<Representation> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const digest = ready.digest ?? digestOf(bytes)
  const variants = await Promise.all(
    CODINGS.map(async coding => ({
      coding,
      body: await (coding === 'gzip' && ready.gzip && isLarge(bytes.length)
        ? ready.gzip()
        : compress(bytes, coding)),
      etag: etagOf(digest, coding),
    })),
  )
  return {
    path,
    contentType,
    identity: { coding: 'identity', body: bytes, etag: etagOf(digest) },
    encoded: variants.filter(variant => variant.body.length < bytes.length),
  }
}

/** An ETag differs by content coding: two codings are two sequences of bytes (RFC 9110 §8.8.3.3). */
export function etagOf(digest: string, coding: CodingOrNone = 'identity'): string {
  return coding === 'identity' ? `"${digest}"` : `"${digest}-${coding}"`
}
