/** When to try again, with jitter, so that retries do not all come at the same moment. */

export type RetryDelays = ReturnType<typeof createRetryDelays>

/** How long a callback that gave way to others has to wait. */
export const PUT_OFF_SECONDS = 5

/** The delays of a delivery that waits without a failure: the longer it has waited, the longer the next. */
const MIN_WAIT_SECONDS = 30
const MAX_WAIT_SECONDS = 1800

export function waitSeconds(sinceMs: number, nowMs: number): number {
  return Math.min(Math.max((nowMs - sinceMs) / 1000, MIN_WAIT_SECONDS), MAX_WAIT_SECONDS)
}

const JITTER = 0.2

export function createRetryDelays(now: () => Date, random: () => number) {
  return {
    after: (seconds: number) =>
      new Date(now().getTime() + seconds * 1000 * (1 - JITTER + 2 * JITTER * random())),
  }
}
