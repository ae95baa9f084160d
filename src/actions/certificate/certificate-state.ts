/** What is kept about the certificate in the database that all instances share, and which of them orders the next one. */
import { createPublicKey, generateKeyPairSync, hash, X509Certificate } from 'node:crypto'
import type { Store } from '../../store/store.ts'
import { type Check, resultsOf } from '../check-result.ts'

const UNKNOWN = {
  /** The directory of the authority whose terms the owner agreed to. */
  agreed_to: null as string | null,
  /** Keys and certificates are PEM. The account's key is the same for every authority. */
  account_key: null as string | null,
  /** The directory of the authority that issued the certificate. */
  issued_by: null as string | null,
  key: null as string | null,
  /** The certificate, and those of the authorities above it. */
  chain: null as string | null,
  /** When to try again after a failure. */
  next_at: null as string | null,
  /** Since the last success. */
  failures: 0,
  problem: null as string | null,
  /** One instance works on it until then. */
  claimed_until: null as string | null,
}
export type CertificateState = typeof UNKNOWN

const certificateMemo = (domain: string) => `certificate:${domain}`

export const readCertificate = async (
  store: Pick<Store, 'memo'>,
  domain: string,
): Promise<CertificateState> => ({
  ...UNKNOWN,
  ...(await store.memo<object>(certificateMemo(domain))),
})

/** Changes what is kept, in one transaction, and returns it. `change` returns null to leave it. */
export const changeCertificate = <T extends Partial<CertificateState> | null>(
  store: Pick<Store, 'write'>,
  domain: string,
  change: (state: CertificateState) => T,
) =>
  store.write(async writer => {
    const state = await readCertificate(writer, domain)
    const changes = change(state)
    if (changes !== null) await writer.setMemo(certificateMemo(domain), { ...state, ...changes })
    return changes && { ...state, ...changes }
  })

/** Longer than any order takes: then another instance may take over. */
const CLAIM_MS = 10 * 60_000

/**
 * Claims the next order, so that only one of several instances sends it; null if another does, or if it is not due. The first look after
 * a start does not wait after a failed first order: restarting is how an owner tries again.
 */
export const claimOrder = (
  store: Pick<Store, 'write'>,
  {
    domain,
    authority,
    now,
    isFirstLook,
  }: Record<'domain' | 'authority', string> & { now: Date; isFirstLook: boolean },
) =>
  changeCertificate(store, domain, ({ claimed_until, next_at, chain, issued_by, account_key }) => {
    const at = now.toISOString()
    const isCurrent = chain !== null && issued_by === authority && now < renewalOf(chain)
    const mustWait = next_at !== null && next_at > at && !(isFirstLook && chain === null)
    if (isCurrent || mustWait || (claimed_until !== null && claimed_until > at)) return null
    return {
      account_key: account_key ?? generateKey(),
      claimed_until: new Date(now.getTime() + CLAIM_MS).toISOString(),
    }
  })

/** P-256, as PEM. */
export const generateKey = () =>
  generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey

/** What the authority must find at the address of a challenge: the token, and the digest of the account's key (RFC 8555 §8.1). */
export function respondToChallenge(token: string, accountKey: string): string {
  const { crv, kty, x, y } = createPublicKey(accountKey).export({ format: 'jwk' })
  return `${token}.${hash('sha256', JSON.stringify({ crv, kty, x, y }), 'base64url')}`
}

const DAY_MS = 86_400_000
const MOST_BEFORE_END_MS = 30 * DAY_MS

/** 30 days before its end, or after two thirds of a shorter life. */
function renewalOf(chain: string): Date {
  const { validFromDate, validToDate } = new X509Certificate(chain)
  const life = validToDate.getTime() - validFromDate.getTime()
  return new Date(validToDate.getTime() - Math.min(MOST_BEFORE_END_MS, life / 3))
}

/** From here on, a renewal that fails needs the operator. */
const URGENT_BEFORE_END_MS = 14 * DAY_MS
const ASK = 'Run firsthand check --public, or look into the log.'

/** A fact about the service's health. */
export function describeCertificate({ chain, problem }: CertificateState, now: Date): Check {
  const results = resultsOf('certificate')
  if (chain === null && problem === null)
    return results.warning('The certificate has not arrived yet.')
  if (chain === null)
    return results.problem(
      `There is no certificate, so the site cannot be reached. ${problem}`,
      `There is no certificate. ${ASK}`,
    )
  const { validToDate } = new X509Certificate(chain)
  const leftMs = validToDate.getTime() - now.getTime()
  const day = validToDate.toISOString().slice(0, 10)
  if (problem === null && leftMs > 0)
    return results.ok(`The certificate is valid until ${day}.`, 'The certificate is valid.')
  return results[leftMs > URGENT_BEFORE_END_MS ? 'warning' : 'problem'](
    `The certificate was not renewed, and ${leftMs > 0 ? 'is valid until' : 'ended on'} ${day}. ${problem ?? 'Is the service running?'}`,
    `The certificate was not renewed. ${ASK}`,
  )
}
