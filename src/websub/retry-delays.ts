/** When something is tried again: never for all at the same moment. */

export interface RetryDelays {
  after(seconds: number): Date
}

/** A callback that was slow while others waited is tried again when those are done. */
export const PUT_OFF_SECONDS = 5

const JITTER = 0.2

export function createRetryDelays(now: () => Date, random: () => number): RetryDelays {
  return {
    after: seconds => new Date(now().getTime() + seconds * 1000 * (1 - JITTER + 2 * JITTER * random())),
  }
}
