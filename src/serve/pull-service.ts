/** Starts the pulls of the service, with the machine's clock, randomness and environment. */
import type { Logger } from 'pino'
import packageJson from '../../package.json' with { type: 'json' }
import { type PullLoop, type PullLoopDependencies, startPullLoop } from '../actions/pull/pull-loop.ts'
import { system } from '../model/system.ts'
import { createOperatorClient } from '../outgoing/operator-client.ts'
import type { Store } from '../store/store.ts'

export interface PullSettings {
  baseUrl: string
  outgoingAllowCidrs: string[]
}

export function startPulls(
  store: Pick<Store, 'write' | 'business'>,
  { baseUrl, outgoingAllowCidrs }: PullSettings,
  log: Logger,
  onOutcome: NonNullable<PullLoopDependencies['onOutcome']>,
): PullLoop {
  const client = createOperatorClient(outgoingAllowCidrs, `Firsthand/${packageJson.version} (+${baseUrl})`)
  const loop = startPullLoop({
    store,
    client,
    environment: process.env,
    now: system.now,
    random: Math.random,
    log,
    onOutcome,
  })
  return {
    async close() {
      await loop.close()
      await client.close()
    },
  }
}
