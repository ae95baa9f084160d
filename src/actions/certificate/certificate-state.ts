/** What is kept about the certificate in the database that all instances share, and which of them orders the next one. */
import { createHash, createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import type { Store } from '../../store/store.ts'
import { type Check, resultsOf } from '../check-result.ts'
import { nextAt, waitAfter } from '../pull/pull-state.ts'

export interface CertificateState {
  /** The directory of the authority whose terms the owner agreed to. */
  agreed_to: string | null
  /** Keys and certificates are PEM. The account's is the same for every authority. */
  account_key: string | null
  /** The directory of the authority that issued the certificate. */
  issued_by: string | null
  key: string | null
  /** The certificate, and those of the authorities above it. */
  chain: string | null
  last_attempt_at: string | null
  /** When to try again after a failure. */
  next_at: string | null
  /** Since the last success. */
  failures: number
  problem: string | null
  /** One instance works on it until then. */
  claimed_until: string | null
}

const UNKNOWN: CertificateState = {
  agreed_to: null,
  account_key: null,
  issued_by: null,
  key: null,
  chain: null,
  last_attempt_at: null,
  next_at: null,
  failures: 0,
  problem: null,
  claimed_until: null,
}

const certificateMemo = (domain: string) => `certificate:${domain}`

export const readCertificate = async (
  store: Pick<Store, 'memo'>,
  domain: string,
): Promise<CertificateState> => ({
  ...UNKNOWN,
  ...(await store.memo<CertificateState>(certificateMemo(domain))),
})

/** Changes what is kept, in one transaction. `change` returns null to leave it. */
export const changeCertificate = <T extends Partial<CertificateState> | null>(
  store: Pick<Store, 'write'>,
  domain: string,
  change: (state: CertificateState) => T,
): Promise<(CertificateState & T) | null> =>
  store.write(async writer => {
    const state = await readCertificate(writer, domain)
    const changes = change(state)
    if (changes === null) return null
    await writer.setMemo(certificateMemo(domain), { ...state, ...changes })
    return { ...state, ...changes }
  })

/** Longer than any order takes: then another instance may take over. */
const CLAIM_MS = 10 * 60_000
/** Restarting the service is how an owner tries again at once, but not more often than this. */
const URGENT_AFTER_MS = 60_000

/**
 * Claims the next order, so that only one of several instances sends it; null if another does, or if it is not due. `isUrgent` does not
 * wait after a failure, unless there is a certificate to go on with.
 */
export const claimOrder = (
  store: Pick<Store, 'write'>,
  domain: string,
  authority: string,
  now: Date,
  isUrgent: boolean,
) =>
  changeCertificate(store, domain, state => {
    const at = now.toISOString()
    const { claimed_until, next_at, last_attempt_at, chain, issued_by } = state
    if (claimed_until !== null && claimed_until > at) return null
    if (chain !== null && issued_by === authority && now < renewalOf(chain)) return null
    const isRecent = now.getTime() - Date.parse(last_attempt_at ?? '') < URGENT_AFTER_MS
    const mayHurry = isUrgent && chain === null && !isRecent
    if (next_at !== null && next_at > at && !mayHurry) return null
    return {
      account_key: state.account_key ?? generateKey(),
      last_attempt_at: at,
      claimed_until: new Date(now.getTime() + CLAIM_MS).toISOString(),
    }
  })

export const settleOrder = (
  store: Pick<Store, 'write'>,
  domain: string,
  issued: Pick<CertificateState, 'key' | 'chain' | 'issued_by'>,
) =>
  changeCertificate(store, domain, () => ({
    ...issued,
    next_at: null,
    failures: 0,
    problem: null,
    claimed_until: null,
  }))

const DAY_SECONDS = 86_400

/** The old certificate goes on. Authorities allow few failures an hour, so the waits grow. */
export const settleFailedOrder = (
  store: Pick<Store, 'write'>,
  domain: string,
  problem: string,
  { now, random }: { now: () => Date; random: () => number },
) =>
  changeCertificate(store, domain, state => {
    const failures = state.failures + 1
    const seconds = waitAfter(failures, { kind: 'passing', waitSeconds: null }, DAY_SECONDS)
    return { failures, problem, next_at: nextAt(now(), seconds, random), claimed_until: null }
  })

/** P-256, as PEM. */
export const generateKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  }) as string

/** What the authority must find at the address of a challenge: the token, and the digest of the account's key (RFC 8555 §8.1). */
export function respondToChallenge(token: string, accountKey: string): string {
  const { crv, kty, x, y } = createPublicKey(accountKey).export({ format: 'jwk' })
  const digest = createHash('sha256').update(JSON.stringify({ crv, kty, x, y }))
  return `${token}.${digest.digest('base64url')}`
}

const DAY_MS = DAY_SECONDS * 1000
const MOST_BEFORE_END_MS = 30 * DAY_MS

/** 30 days before its end, or after two thirds of a shorter life. */
function renewalOf(chain: string): Date {
  const { validFromDate, validToDate } = new X509Certificate(chain)
  const life = validToDate.getTime() - validFromDate.getTime()
  return new Date(validToDate.getTime() - Math.min(MOST_BEFORE_END_MS, life / 3))
}

/** From here on, a renewal that fails needs the operator. */
const URGENT_BEFORE_END_MS = 14 * DAY_MS
const ASK_CHECK = 'Run firsthand check --public, or look into the log.'

/** A fact about the service's health. */
export function describeCertificate({ chain, problem }: CertificateState, now: Date): Check {
  const results = resultsOf('certificate')
  if (chain === null)
    return problem === null
      ? results.warning('The certificate has been ordered and has not arrived yet.')
      : results.problem(
          `There is no certificate, so the site cannot be reached. ${problem}`,
          `There is no certificate. ${ASK_CHECK}`,
        )
  const { validToDate } = new X509Certificate(chain)
  const day = validToDate.toISOString().slice(0, 10)
  const leftMs = validToDate.getTime() - now.getTime()
  const reason = problem ?? 'Is the service running?'
  if (leftMs <= 0)
    return results.problem(
      `The certificate ended on ${day}, so browsers warn visitors. ${reason}`,
      `The certificate has ended. ${ASK_CHECK}`,
    )
  if (problem === null && (leftMs > URGENT_BEFORE_END_MS || now < renewalOf(chain)))
    return results.ok(`The certificate is valid until ${day}.`, 'The certificate is valid.')
  return results[leftMs > URGENT_BEFORE_END_MS ? 'warning' : 'problem'](
    `The certificate is valid until ${day}, and was not renewed. ${reason}`,
    `The certificate was not renewed yet. ${ASK_CHECK}`,
  )
}
