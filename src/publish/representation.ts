/** A document with all that an answer needs: its bytes in every coding, each with a strong ETag of its own. */
import { hash } from 'node:crypto'
import { CODINGS, type Coding, compress } from './compress.ts'
import type { Document } from './edition.ts'

export interface Variant {
  coding: Coding | 'identity'
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

export async function represent({ path, contentType, body }: Document): Promise<Representation> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const digest = digestOf(bytes)
  const variants = await Promise.all(
    CODINGS.map(async coding => ({
      coding,
      body: await compress(bytes, coding),
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

export const digestOf = (bytes: Uint8Array | string) => hash('sha256', bytes, 'base64url').slice(0, 22)

/** An ETag differs by content coding: two codings are two sequences of bytes (RFC 9110 §8.8.3.3). */
export function etagOf(digest: string, coding: Coding | 'identity' = 'identity'): string {
  return coding === 'identity' ? `"${digest}"` : `"${digest}-${coding}"`
}
