/** Pulls every source of the business file when it is due, as long as the service runs. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ReviewSource } from '../../model/review-source.ts'
import type { Store } from '../../store/store.ts'
import { describePull, type PullDependencies, type PullOutcome, pullSource } from './pull-source.ts'

export type PullLoop = ReturnType<typeof startPullLoop>

export interface PullLoopDependencies extends Omit<PullDependencies, 'signal' | 'store'> {
  store: Pick<Store, 'write' | 'business'>
  log: Logger
  onOutcome?: (source: ReviewSource, outcome: PullOutcome) => void
  /** How long to wait before looking again whether something is due; by default a minute. */
  waitMs?: number
}

const LOOK_EVERY_MS = 60_000

export function startPullLoop({
  log,
  onOutcome,
  waitMs = LOOK_EVERY_MS,
  ...dependencies
}: PullLoopDependencies) {
  const closing = new AbortController()
  const { signal } = closing

  async function pullDue(): Promise<void> {
    const business = await dependencies.store.business()
    for (const source of business?.sources ?? []) {
      if (signal.aborted) return
      const outcome = await pullSource(source, { ...dependencies, signal }, { isUrgent: false })
      if (outcome.kind === 'skipped' || signal.aborted) continue
      const line = `Pulled reviews: ${describePull(source, outcome)}`
      if (outcome.kind === 'failed')
        log.warn(`Reviews were not pulled; what is published stays. ${describePull(source, outcome)}`)
      else log.info(line)
      onOutcome?.(source, outcome)
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await pullDue().catch(error => log.error(`Reviews were not pulled: ${error.message}`))
      await sleep(waitMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  const running = run()
  return {
    async close(): Promise<void> {
      closing.abort()
      await running
    },
  }
}
