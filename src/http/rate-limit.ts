/** So many requests a minute for each client. */

export interface RateLimiter {
  /** Seconds to wait, or 0 when the request may pass. */
  take(client: string): number
}

const MINUTE_MS = 60_000

export function createRateLimiter(perMinute: number, nowMs: () => number): RateLimiter {
  let counts = new Map<string, number>()
  let startedMs = nowMs()
  return {
    take(client) {
      const elapsedMs = nowMs() - startedMs
      if (elapsedMs >= MINUTE_MS) {
        counts = new Map()
        startedMs += elapsedMs - (elapsedMs % MINUTE_MS)
      }
      const count = (counts.get(client) ?? 0) + 1
      if (count <= perMinute) counts.set(client, count)
      return count <= perMinute ? 0 : Math.ceil((MINUTE_MS - (elapsedMs % MINUTE_MS)) / 1000)
    },
  }
}
