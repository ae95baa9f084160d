/** When a review counts as verified: one rule for the ledger and the published data. */
import type { BusinessFile } from './business.ts'
import type { Verification } from './review.ts'

export type VerificationRules = BusinessFile['verification']

/** What the row says, else the owner's rule for the source, else `platform`; reviews sent in directly are not verified. */
export function verificationOf(
  source: string,
  stated: Verification | null,
  rules: VerificationRules,
): Verification {
  const rule = Object.hasOwn(rules, source) ? rules[source] : undefined
  return stated ?? rule ?? { level: source === 'direct' ? 'none' : 'platform', method: null }
}

/** Reviews that are not verified are kept but not published. */
export const isVerified = (...review: Parameters<typeof verificationOf>) =>
  verificationOf(...review).level !== 'none'
