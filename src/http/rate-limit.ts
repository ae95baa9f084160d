/** Limits the requests of each client per minute, and how many may come in one burst. */
import { randomInt } from 'node:crypto'
import { hashText } from '../model/hash-text.ts'
import type { Headers } from './response-headers.ts'

export type RateLimiter = ReturnType<typeof createRateLimiter>

export type Rate = { perMinute: number; burst: number }

const MINUTE_US = 60_000_000

/** With so many slots, it hardly ever happens that two clients share one. */
const SLOTS = 2 ** 18

/**
 * A leaky bucket: each request uses up some of its client's time, and a burst is how far that may run ahead of the clock.
 * Counted in whole microseconds: rounded fractions would sometimes reject the last request of a burst.
 */
export function createRateLimiter({ perMinute, burst }: Rate, nowMs = () => performance.now()) {
  /** The time that each client has used up. */
  const times = new Float64Array(SLOTS)
  const cost = Math.ceil(MINUTE_US / perMinute)
  const ahead = burst * cost
  const nowUs = () => Math.floor(nowMs() * 1000)
  // Nobody can choose whose slot to share.
  const seed = randomInt(2 ** 32)
  const slotOf = (client: string) => hashText(client, 0, client.length, seed) & (SLOTS - 1)
  const usedBy = (client: string) => times[slotOf(client)]!

  /** Until a client may spend so many; 0 when it may now. */
  function secondsUntil(used: number, count: number, now: number): number {
    const excess = Math.max(used, now) + count * cost - now - ahead
    return Math.max(0, Math.ceil(excess / 1_000_000))
  }

  function spend(client: string, count: number): void {
    times[slotOf(client)] = Math.max(usedBy(client), nowUs()) + Math.ceil(count * cost)
  }

  return {
    /** How many requests the client may send now, and how many seconds until it may send a whole burst again. */
    left(client: string) {
      const used = Math.max(0, usedBy(client) - nowUs())
      return { requests: Math.floor((ahead - used) / cost), resetSeconds: Math.ceil(used / 1_000_000) }
    },
    waitSeconds: (client: string, count: number) => secondsUntil(usedBy(client), count, nowUs()),
    spend,
    /** Seconds to wait, or 0 when the request may pass. */
    take(client: string): number {
      const seconds = secondsUntil(usedBy(client), 1, nowUs())
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
