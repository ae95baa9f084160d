/** Keeps the certificate valid as long as the service runs: this instance orders it, or uses what another has ordered. */
import type { Logger } from 'pino'
import { startLoop } from '../../model/system.ts'
import type { OperatorClient } from '../../outgoing/operator-client.ts'
import type { Store } from '../../store/store.ts'
import { nextAt, waitAfter } from '../pull/pull-state.ts'
import { quoteService } from '../pull/source-pages.ts'
import {
  type CertificateState,
  changeCertificate,
  claimOrder,
  readCertificate,
} from './certificate-state.ts'

export interface CertificateLoopDependencies {
  store: Pick<Store, 'write' | 'memo'>
  domain: string
  /** The address of the authority's directory. */
  authority: string
  client: OperatorClient
  now: () => Date
  random: () => number
  log: Logger
  /** Called with the certificate at the start, and with each new one. */
  onCertificate: (certificate: { key: string; cert: string }) => void
}

const LOOK_EVERY_MS = 5000
/** Less than the time for which an instance claims it. */
const LONGEST_ORDER_MS = 5 * 60_000
const DAY_SECONDS = 86_400

export function startCertificateLoop(dependencies: CertificateLoopDependencies) {
  const { store, domain, authority, client, now, random, log, onCertificate } = dependencies
  let current: CertificateState | null = null
  let isFirstLook = true

  async function read(): Promise<void> {
    const state = await readCertificate(store, domain)
    const { key, chain } = state
    if (key !== null && chain !== null && chain !== current?.chain)
      onCertificate({ key, cert: chain })
    current = state
  }

  async function order(
    accountKey: string,
    signal: AbortSignal,
  ): Promise<Partial<CertificateState>> {
    // Loaded only where it is used: it is large, and most instances never order.
    const { orderCertificate } = await import('./order-certificate.ts')
    const limit = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_ORDER_MS)])
    const issued = await orderCertificate(domain, {
      url: authority,
      client,
      accountKey,
      signal: limit,
    })
    log.info(`There is a new certificate for ${domain}.`)
    return { ...issued, issued_by: authority, next_at: null, failures: 0, problem: null }
  }

  /** The old certificate goes on. Authorities allow few failures an hour, so the waits grow. */
  function noteFailure({ message }: Error, before: CertificateState): Partial<CertificateState> {
    const problem = `The order failed: ${quoteService(message, [])}`
    log.error(`There is no new certificate for ${domain}. ${problem}`)
    const failures = before.failures + 1
    const seconds = waitAfter(failures, { kind: 'passing', waitSeconds: null }, DAY_SECONDS)
    return { failures, problem, next_at: nextAt(now(), seconds, random) }
  }

  async function look(signal: AbortSignal): Promise<void> {
    await read()
    const claimed = await claimOrder(store, { domain, authority, now: now(), isFirstLook })
    if (!claimed) return
    const outcome = await order(claimed.account_key, signal).catch(error =>
      signal.aborted ? {} : noteFailure(error, claimed),
    )
    await changeCertificate(store, domain, () => ({ ...outcome, claimed_until: null }))
    await read()
  }

  const loop = startLoop(async signal => {
    await look(signal).catch(error =>
      log.error(`The certificate was not looked after: ${error.message}`),
    )
    isFirstLook = false
    return LOOK_EVERY_MS
  })
  /** `current` is as this instance last saw it; null before the first look. */
  return { ...loop, current: () => current }
}
