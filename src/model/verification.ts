/** When a review counts as verified: one rule for the ledger and the published data. */
import type { BusinessFile } from './business.ts'
import platformHosts from './platform-hosts.json' with { type: 'json' }
import type { ReviewRecord } from './record.ts'
import { Basis, type Level, type Verification } from './review.ts'

export type VerificationRules = BusinessFile['verification']

/** What decides how a review is verified. */
type Verifiable = Pick<ReviewRecord, 'source' | 'source_key'> & {
  particulars: Pick<ReviewRecord['particulars'], 'verification' | 'basis' | 'source_url'>
}

/**
 * What the row says, else the owner's rule for the source, else `platform`. That a review was posted on a platform needs evidence,
 * unless it was published before evidence was recorded.
 */
export function verificationOf(review: Verifiable, rules: VerificationRules): Verification {
  const { source, source_key, particulars } = review
  const rule = Object.hasOwn(rules, source) ? rules[source] : undefined
  const { level, method } = particulars.verification ??
    rule ?? { level: defaultLevel(source), method: null }
  const hasEvidence = particulars.basis !== 'owner'
  return {
    ...(level === 'platform' && !hasEvidence ? { level: 'none', method: null } : { level, method }),
    basis: particulars.basis ?? basisOfRow(source, source_key, particulars.source_url),
  }
}

/** Without a word from row or rule. */
export const defaultLevel = (source: string): Level => (source === 'direct' ? 'none' : 'platform')

/** Reviews that are not verified are kept but not published. */
export const isVerified = (...review: Parameters<typeof verificationOf>) =>
  verificationOf(...review).level !== 'none'

/** What a row of our own format shows by itself: where on its platform anyone can read the review. */
export const basisOfRow = (
  source: string,
  sourceId: string | null,
  url: string | null | undefined,
): Basis =>
  sourceId !== null && !sourceId.startsWith('derived:') && isLinkOf(source, url) ? 'link' : 'owner'

const strength = (basis: Basis) => Basis.options.indexOf(basis)

export const weakerOf = (one: Basis, other: Basis) =>
  strength(one) < strength(other) ? one : other

/** Evidence is never lost; null, which stands for no record of it, is only replaced by evidence. */
export function strongerOf(stored: Basis | null, found: Basis | null): Basis | null {
  if (stored === null) return found === 'owner' ? null : found
  return found !== null && strength(found) > strength(stored) ? found : stored
}

/** Hosts of platforms besides those with their own name in it. */
const OTHER_HOSTS: Record<string, string[]> = platformHosts

/** www.yelp.com and yelp.co.uk belong to yelp; yelp.example.com does not. */
export function isLinkOf(source: string, url: string | null | undefined): boolean {
  if (!url || !URL.canParse(url)) return false
  const { hostname } = new URL(url)
  const others = Object.hasOwn(OTHER_HOSTS, source) ? OTHER_HOSTS[source]! : []
  if (others.some(host => hostname === host || hostname.endsWith(`.${host}`))) return true
  const name = source.replaceAll(/[_-]/g, '')
  const labels = hostname.replace(/(?:\.(?:com|co|org|net))?\.[a-z]{2,}$/, '').split('.')
  return labels.at(-1)?.replaceAll('-', '') === name
}
