/** Limits the requests of each client per minute, and how many may come in one burst. */
import type { Headers } from './response-headers.ts'

export type RateLimiter = ReturnType<typeof createRateLimiter>

export type Rate = { perMinute: number; burst: number }

const MINUTE_US = 60_000_000

/**
 * A leaky bucket: each request uses up some of its client's time, and a burst is how far that may run ahead of the clock.
 * Counted in whole microseconds: rounded fractions would sometimes reject the last request of a burst.
 */
export function createRateLimiter({ perMinute, burst }: Rate, nowMs: () => number) {
  const cost = Math.ceil(MINUTE_US / perMinute)
  const ahead = burst * cost
  const nowUs = () => Math.floor(nowMs() * 1000)
  let usedUntil = new Map<string, number>()
  let before = new Map<string, number>()
  let started = nowUs()

  /** Time used longer ago than a burst no longer counts: rotating two maps forgets it without a search. */
  function forget(now: number): void {
    const elapsed = now - started
    if (elapsed < ahead) return
    before = elapsed < 2 * ahead ? usedUntil : new Map()
    usedUntil = new Map()
    started = now
  }

  const usedBy = (client: string) => usedUntil.get(client) ?? before.get(client) ?? 0

  function spend(client: string, count: number): void {
    const now = nowUs()
    forget(now)
    usedUntil.set(client, Math.max(usedBy(client), now) + Math.ceil(count * cost))
  }

  /** Until the client may spend so many; 0 when it may now. */
  function waitSeconds(client: string, count: number): number {
    const now = nowUs()
    const excess = Math.max(usedBy(client), now) + count * cost - now - ahead
    return Math.max(0, Math.ceil(excess / 1_000_000))
  }

  return {
    /** How many requests the client may send now, and how many seconds until it may send a whole burst again. */
    left(client: string) {
      const used = Math.max(0, usedBy(client) - nowUs())
      return { requests: Math.floor((ahead - used) / cost), resetSeconds: Math.ceil(used / 1_000_000) }
    },
    waitSeconds,
    spend,
    /** Seconds to wait, or 0 when the request may pass. */
    take(client: string): number {
      const seconds = waitSeconds(client, 1)
      if (seconds === 0) spend(client, 1)
      return seconds
    },
  }
}

/** As draft-ietf-httpapi-ratelimit-headers-10 defines them: the quota of a window in seconds, and what is left of it. */
export function rateLimitHeaders({ perMinute, burst }: Rate, limiter: RateLimiter, client: string): Headers {
  const { requests, resetSeconds } = limiter.left(client)
  const windowSeconds = Math.ceil((burst * 60) / perMinute)
  return {
    'ratelimit-policy': `"requests";q=${burst};w=${windowSeconds}`,
    ratelimit: `"requests";r=${requests};t=${resetSeconds}`,
  }
}
