/** Keeps the certificate valid as long as the service runs: this instance orders it, or takes over what another has ordered. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { OperatorClient } from '../../outgoing/operator-client.ts'
import type { Store } from '../../store/store.ts'
import { quoteService } from '../pull/pull-problem.ts'
import {
  type CertificateState,
  changeCertificate,
  claimOrder,
  readCertificate,
  settleFailedOrder,
  settleOrder,
} from './certificate-state.ts'

export type CertificateLoop = ReturnType<typeof startCertificateLoop>

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

export function startCertificateLoop(dependencies: CertificateLoopDependencies) {
  const { store, domain, authority, client, now, log, onCertificate } = dependencies
  const closing = new AbortController()
  const { signal } = closing
  let current: CertificateState | null = null
  let isUrgent = true

  function use(state: CertificateState): void {
    const { key, chain } = state
    if (key !== null && chain !== null && chain !== current?.chain) onCertificate({ key, cert: chain })
    current = state
  }

  async function look(): Promise<void> {
    use(await readCertificate(store, domain))
    const claimed = await claimOrder(store, domain, authority, now(), isUrgent)
    isUrgent = false
    if (!claimed) return
    try {
      // Loaded only where it is used: it is large, and most instances never order.
      const { orderCertificate } = await import('./order-certificate.ts')
      const { account_key: accountKey } = claimed
      const issued = await orderCertificate(domain, { url: authority, client, accountKey, signal })
      await settleOrder(store, domain, { ...issued, issued_by: authority })
      log.info(`There is a new certificate for ${domain}.`)
    } catch (error) {
      await settle(error as Error)
    }
    use(await readCertificate(store, domain))
  }

  async function settle(error: Error): Promise<void> {
    // Another instance may order at once.
    if (signal.aborted) return void (await changeCertificate(store, domain, () => ({ claimed_until: null })))
    const problem = `The order failed: ${quoteService(error.message, [])}`
    await settleFailedOrder(store, domain, problem, dependencies)
    log.error(`There is no new certificate for ${domain}. ${problem}`)
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await look().catch(error => log.error(`The certificate was not looked after: ${error.message}`))
      await sleep(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  const running = run()
  return {
    /** As this instance last saw it; null before the first look. */
    current: () => current,
    async close(): Promise<void> {
      closing.abort()
      await running
    },
  }
}
