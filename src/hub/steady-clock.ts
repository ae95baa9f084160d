/** A clock for waits within this process: it goes on when the machine's clock is set back. */

export interface SteadyClock {
  ms(): number
  /** When the machine's clock will show, or has shown, a moment of this one. */
  toDate(ms: number): Date
}

export function createSteadyClock(now: () => Date): SteadyClock {
  let lastMs = Number.NEGATIVE_INFINITY
  let setBackMs = 0

  return {
    ms() {
      const machineMs = now().getTime()
      setBackMs = Math.max(setBackMs, lastMs - machineMs)
      lastMs = machineMs + setBackMs
      return lastMs
    },
    toDate: ms => new Date(ms - setBackMs),
  }
}
