/** How a review counts as verified: one rule for the ledger and for what is shown. */
import type { BusinessFile } from './business.ts'
import type { Verification } from './review.ts'

export type VerificationRules = BusinessFile['verification']

/** What the row says, else what the owner says of the source; else a platform vouches for its reviews, and nobody for those sent in directly. */
export function verificationOf(
  source: string,
  stated: Verification | null,
  rules: VerificationRules,
): Verification {
  const rule = Object.hasOwn(rules, source) ? rules[source] : undefined
  return stated ?? rule ?? { level: source === 'direct' ? 'none' : 'platform', method: null }
}

/** A review that is not verified is kept, not published. */
export const isVerified = (...review: Parameters<typeof verificationOf>) =>
  verificationOf(...review).level !== 'none'
