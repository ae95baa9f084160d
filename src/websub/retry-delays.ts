/** When to try again, with jitter, so that retries do not all come at the same moment. */

export interface RetryDelays {
  after(seconds: number): Date
}

/** How long a callback that gave way to others has to wait. */
export const PUT_OFF_SECONDS = 5

const JITTER = 0.2

export function createRetryDelays(now: () => Date, random: () => number): RetryDelays {
  return {
    after: seconds => new Date(now().getTime() + seconds * 1000 * (1 - JITTER + 2 * JITTER * random())),
  }
}
