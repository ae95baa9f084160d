/** The salted commitment to a review's content that an entry of the ledger holds in its place. */
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { ReviewContent } from '../model/record.ts'

export interface Committed {
  source: string
  source_key: string
  content: ReviewContent
}

/** RFC 8785: one spelling for one content, so that anybody who holds the content computes the same hash. */
export function canonicalForm({ source, source_key, content }: Committed): string {
  const { author, rating, date, text, owner_reply } = content
  return canonicalize({ source, source_key, author, rating, date, text, owner_reply })!
}

/** SHA-256 over the salt, then the canonical form: without the salt the content cannot be guessed from the hash. */
export function commit(committed: Committed, salt: Uint8Array): string {
  return createHash('sha256').update(salt).update(canonicalForm(committed)).digest('base64url')
}
