/** Pauses deliveries to a host where nearly everything fails: that is an outage, and should not count against each subscriber. */

export interface Breaker {
  note(host: string, succeeded: boolean): void
  /** Until when nothing is sent to the host, in milliseconds; null when deliveries are allowed. */
  openUntil(host: string): number | null
}

const WINDOW_MS = 5 * 60_000
const OPEN_MS = 5 * 60_000
const MIN_TRIES = 10
const FAILED_SHARE = 0.8

interface Tally {
  sinceMs: number
  tries: number
  failures: number
  openUntilMs: number | null
}

export function createBreaker(nowMs: () => number): Breaker {
  const tallies = new Map<string, Tally>()

  function current(host: string): Tally | undefined {
    const tally = tallies.get(host)
    if (!tally) return undefined
    const endsMs = tally.openUntilMs ?? tally.sinceMs + WINDOW_MS
    if (nowMs() < endsMs) return tally
    tallies.delete(host)
    return undefined
  }

  /** Drops hosts that nobody asks about again, so that the map cannot grow forever. */
  function forgetOld(): void {
    for (const host of tallies.keys()) current(host)
  }

  return {
    note(host, succeeded) {
      const tally = current(host)
      // A host that never failed needs no tally.
      if (!tally && succeeded) return
      if (!tally) forgetOld()
      const { sinceMs, tries, failures, openUntilMs } = tally ?? newTally(nowMs())
      const next = { sinceMs, tries: tries + 1, failures: failures + (succeeded ? 0 : 1), openUntilMs }
      const isOutage = next.tries >= MIN_TRIES && next.failures / next.tries >= FAILED_SHARE
      tallies.set(host, { ...next, openUntilMs: openUntilMs ?? (isOutage ? nowMs() + OPEN_MS : null) })
    },
    openUntil: host => current(host)?.openUntilMs ?? null,
  }
}

const newTally = (sinceMs: number): Tally => ({ sinceMs, tries: 0, failures: 0, openUntilMs: null })
