/** The salted commitment to a review's content, which a ledger entry holds instead of the content. */
import type { ReviewContent } from '../model/record.ts'
import type { Level } from '../model/review.ts'
import { canonicalJson } from './canonical-json.ts'
import { concatUtf8, type Sha256Sync, toBase64Url } from './encoding.ts'

export const SALT_BYTES = 32

export interface Committed {
  source: string
  source_key: string
  content: ReviewContent
  /** How the review was verified at the entry; null in version 1, which covers neither that nor the incentive. */
  level: Level | null
}

/** The salt, then the canonical form. All salts have the same length, so the border between the two cannot be moved. */
export function commitmentBytes(committed: Committed, salt: Uint8Array): Uint8Array {
  if (salt.length !== SALT_BYTES)
    throw new Error(`The salt of a commitment must have ${SALT_BYTES} bytes.`)
  const { source, source_key, content, level } = committed
  const { author, rating, date, text, owner_reply, incentive } = content
  const fields = { author, date, owner_reply, rating, source, source_key, text }
  return concatUtf8(salt, canonicalJson(level === null ? fields : { ...fields, incentive, level }))
}

/** Without the salt the content cannot be guessed from the hash. */
export function commit(committed: Committed, salt: Uint8Array, sha256: Sha256Sync): string {
  return toBase64Url(sha256(commitmentBytes(committed, salt)))
}
