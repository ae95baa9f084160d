/** Pulls every source of the business file when it is due, as long as the service runs. */
import type { Logger } from 'pino'
import type { ReviewSource } from '../../model/review-source.ts'
import { startLoop } from '../../model/system.ts'
import type { Store } from '../../store/store.ts'
import { describePull, type PullDependencies, type PullOutcome, pullSource } from './pull-source.ts'

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
  async function pullDue(signal: AbortSignal): Promise<void> {
    const business = await dependencies.store.business()
    for (const source of business?.sources ?? []) {
      if (signal.aborted) return
      const outcome = await pullSource(source, { ...dependencies, signal }, { isUrgent: false })
      if (outcome.kind === 'skipped' || signal.aborted) continue
      const line = describePull(source, outcome)
      if (outcome.kind === 'failed') log.warn(`Reviews were not pulled; what is published stays. ${line}`)
      else log.info(`Pulled reviews: ${line}`)
      onOutcome?.(source, outcome)
    }
  }

  return startLoop(async signal => {
    await pullDue(signal).catch(error => log.error(`Reviews were not pulled: ${error.message}`))
    return waitMs
  })
}
