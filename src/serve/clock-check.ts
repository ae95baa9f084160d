/** Notices when the clock of this machine is set while the service runs. */
import { type Check, resultsOf } from '../actions/check-result.ts'
import { describeLaterEntry, MOST_DRIFT_MS } from '../actions/health-checks.ts'

export interface Clocks {
  now: () => Date
  /** Nobody can set this one. */
  monotonicMs: () => number
}

/** Long enough for the operator to notice. */
const REPORT_MS = 3_600_000

/** Call the result often: a step is the difference to the last call. */
export function createClockCheck({ now, monotonicMs }: Clocks): (lastEntryAt: string | null) => Check {
  const { ok, warning } = resultsOf('clock')
  const difference = () => now().getTime() - monotonicMs()
  let seen = difference()
  let step: { direction: string; atMs: number } | undefined
  return lastEntryAt => {
    const stepMs = difference() - seen
    seen += stepMs
    if (Math.abs(stepMs) > MOST_DRIFT_MS)
      step = { direction: stepMs < 0 ? 'back' : 'forward', atMs: monotonicMs() }
    const behind = describeLaterEntry(now(), lastEntryAt)
    if (behind) return behind
    return step && monotonicMs() - step.atMs < REPORT_MS
      ? warning(
          `The clock of this machine was set ${step.direction}. Check that it follows a time server, and that new entries of the log have the right date.`,
        )
      : ok('The clock runs evenly, and is not behind the log.')
  }
}
