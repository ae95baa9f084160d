/** A clock for waits within this process: it goes on when the machine's clock is set back. */

export type SteadyClock = ReturnType<typeof createSteadyClock>

export function createSteadyClock(now: () => Date) {
  let lastMs = Number.NEGATIVE_INFINITY
  let setBackMs = 0

  return {
    ms(): number {
      const machineMs = now().getTime()
      setBackMs = Math.max(setBackMs, lastMs - machineMs)
      lastMs = machineMs + setBackMs
      return lastMs
    },
    /** When the machine's clock will show, or has shown, a moment of this one. */
    toDate: (ms: number) => new Date(ms - setBackMs),
  }
}
