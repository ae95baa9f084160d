/** The verifier for other programs, `firsthand/verify`: checks a service, or one of its reviews, without trusting it. Runs in Node and in browsers. */
import type { InclusionProof } from '../model/change.ts'
import type { Review } from '../model/review.ts'
import { type AuditInputs, type AuditResult, audit } from './audit.ts'
import { AuditFailure, failingAs } from './audit-failure.ts'
import type { Checkpoint } from './checkpoint.ts'
import { fromBase64, webSha256 } from './encoding.ts'
import { encodeEntry } from './ledger-entry.ts'
import { verifySignature } from './log-check.ts'
import { leafHash } from './merkle-tree.ts'
import { checkContents } from './review-check.ts'
import { verifyInclusion } from './verify-proof.ts'

export type { HistoryCounts, InclusionProof } from '../model/change.ts'
export {
  type AuditCode,
  AuditFailure,
  type AuditResult,
  describeCounts,
  type Pin,
} from './audit.ts'
export { type Checkpoint, type NoteSignature, parseCheckpoint } from './checkpoint.ts'

/** How `verifySite` reads the service, and what it compares with. */
export interface VerifySiteOptions extends Pick<AuditInputs, 'get' | 'onProgress' | 'choosePages'> {
  /** The `pin` of the last check. Without it, only this moment is verified, not that the log has only grown. */
  pinned?: AuditInputs['pinned']
}

/**
 * Verifies that a service shows exactly the reviews that its signed log says are shown, each as it was recorded.
 * Keep `pin` of the result where the owner of the service cannot write, and pass it the next time.
 *
 * @throws {AuditFailure} with a `code` that says what is wrong
 * @example
 * const get = async path => {
 *   const response = await fetch(`https://reviews.example.com${path}`)
 *   if (!response.ok) throw new Error(`HTTP ${response.status}`)
 *   return new Uint8Array(await response.arrayBuffer())
 * }
 * const { pin, counts } = await verifySite({ get })
 */
export function verifySite({ pinned = null, ...source }: VerifySiteOptions): Promise<AuditResult> {
  return audit({ ...source, pinned, hash: webSha256 })
}

/** A review, and what proves that it is in the log. */
export interface VerifyReviewInputs {
  /** The review as `/reviews.json` or `/api/reviews/ID` shows it. */
  review: Pick<Review, 'id' | 'source' | 'author' | 'rating' | 'date' | 'text' | 'owner_reply'> &
    Partial<Pick<Review, 'incentive' | 'verification'>>
  /** The response of `/api/log/proof?review_id=ID`. */
  proof: InclusionProof
  /** The line that `/log/key` serves, preferably as you saw it earlier. */
  key: string
}

/**
 * Verifies that a review says what an entry of the signed log recorded, and returns the checkpoint of that log.
 * It does not show that no later entry changed or removed the review; `verifySite` does.
 *
 * @throws {AuditFailure} with a `code` that says what is wrong
 * @example
 * const { size } = await verifyReview({ review, proof, key })
 */
export async function verifyReview({
  review,
  proof,
  key,
}: VerifyReviewInputs): Promise<Checkpoint> {
  const checkpoint = await verifySignature(webSha256, proof.checkpoint, key)
  const { entry, opening } = proof
  const read = failingAs('unreadable', 'The proof', () => ({
    leaf: encodeEntry(entry),
    path: proof.proof.map(fromBase64),
  }))
  const inclusion = {
    leaf: await leafHash(read.leaf, webSha256),
    index: entry.seq - 1,
    size: checkpoint.size,
    proof: read.path,
    root: checkpoint.root,
  }
  if (!(await verifyInclusion(inclusion, webSha256)))
    throw new AuditFailure('tampered', `Entry ${entry.seq} is not in the log that was signed.`)
  const { seq, commitment, v } = entry
  if (entry.review_id !== review.id || commitment === null)
    throw new AuditFailure('extra', `Entry ${seq} of the log does not show review ${review.id}.`)
  // A rule may have changed the level since: only the whole log can tell.
  const levelByRule = review.verification?.level ?? null
  await checkContents(
    [{ review, recorded: { seq, commitment, v: v ?? 1 }, opening, levelByRule }],
    webSha256,
  )
  return checkpoint
}
