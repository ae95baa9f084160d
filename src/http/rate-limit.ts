/** So many requests a minute for each client, and so many of them at once. */

export interface RateLimiter {
  /** Seconds to wait, or 0 when the request may pass. */
  take(client: string): number
}

export interface Rate {
  perMinute: number
  burst: number
}

const MINUTE_MS = 60_000

/** Each request uses up a while of its client's time; a burst is how far ahead of the clock that may be. */
export function createRateLimiter({ perMinute, burst }: Rate, nowMs: () => number): RateLimiter {
  const costMs = MINUTE_MS / perMinute
  const aheadMs = burst * costMs
  let usedUntilMs = new Map<string, number>()
  let before = new Map<string, number>()
  let startedMs = nowMs()

  /** What was used up longer ago than a burst lasts no longer counts: two maps in turn forget it without a search. */
  function forget(now: number): void {
    const elapsedMs = now - startedMs
    if (elapsedMs < aheadMs) return
    before = elapsedMs < 2 * aheadMs ? usedUntilMs : new Map()
    usedUntilMs = new Map()
    startedMs = now
  }

  return {
    take(client) {
      const now = nowMs()
      forget(now)
      const used = usedUntilMs.get(client) ?? before.get(client) ?? 0
      const next = Math.max(used, now) + costMs
      const excessMs = next - now - aheadMs
      if (excessMs > 0) return Math.ceil(excessMs / 1000)
      usedUntilMs.set(client, next)
      return 0
    },
  }
}
