/** Responses made per request take CPU time: an allowance for each client, and turns, so that all others get theirs in between. */
import type { IncomingMessage } from 'node:http'
import type { ClientAddress } from './client-address.ts'
import { createRateLimiter } from './rate-limit.ts'
import { type AnyResponse, type Ctx, respondError, tooManyRequests } from './response.ts'

/** In milliseconds of CPU time: a quarter of a core for a client, three quarters for everyone in an IPv6 /48. */
const ALLOWANCES = [
  { rate: { perMinute: 15_000, burst: 2500 }, keyOf: (client: string) => client },
  { rate: { perMinute: 45_000, burst: 7500 }, keyOf: (client: string) => client.split(':', 3).join(':') },
]

/** What a picture, or all reviews as a table, cost. They are made in parts or in a thread, so it cannot be measured here. */
export const LARGE_WORK_MS = 500
/** The reviews of one year only have to be compressed, and whoever wants one year soon asks for the others. */
export const YEAR_WORK_MS = 100
const MOST_LARGE = 16
/** A turn ends with the response that exceeds this; requests for prebuilt documents are handled before the next one. */
const TURN_MS = 10
/** A few seconds of work, if each of them waits for one turn. */
const MOST_WAITING_CLIENTS = 200
const BUSY = 'The service is busy with the requests of others. Try again in a moment.'

export type WorkBudget = ReturnType<typeof createWorkBudget>

export function createWorkBudget(
  clientOf: ClientAddress,
  isLimited: boolean,
  nowMs = () => performance.now(),
) {
  const allowances = (isLimited ? ALLOWANCES : []).map(({ rate, keyOf }) => ({
    limiter: createRateLimiter(rate, nowMs),
    keyOf,
  }))
  /** The work of each client that waits for a turn. */
  const waiting = new Map<string, (() => void)[]>()
  let [usedMs, large] = [0, 0]

  const waitSeconds = (client: string) =>
    Math.max(0, ...allowances.map(({ limiter, keyOf }) => limiter.waitSeconds(keyOf(client), 0)))
  const spend = (client: string, ms: number) => {
    for (const { limiter, keyOf } of allowances) limiter.spend(keyOf(client), ms)
  }
  const busy = (c: Ctx) => respondError(c, 'unavailable', BUSY, { 'retry-after': '2' })

  function make(c: Ctx, client: string, work: () => AnyResponse, largeMs: number): AnyResponse {
    const seconds = waitSeconds(client)
    if (seconds > 0) return tooManyRequests(c, seconds)
    if (largeMs > 0 && large >= MOST_LARGE) return busy(c)
    if (usedMs === 0) setImmediate(nextTurn)
    const startMs = nowMs()
    try {
      const response = work()
      if (largeMs > 0) {
        large++
        void Promise.allSettled([response]).then(() => large--)
      }
      return response
    } finally {
      const ms = nowMs() - startMs
      usedMs += ms
      spend(client, ms + largeMs)
    }
  }

  /** The clients take turns, however much each of them has asked for. */
  function nextTurn(): void {
    usedMs = 0
    for (const [client, line] of waiting) {
      if (usedMs > TURN_MS) return
      waiting.delete(client)
      line.shift()!()
      if (line.length > 0) waiting.set(client, line)
    }
  }

  return {
    waitSeconds: (incoming: IncomingMessage) => waitSeconds(clientOf(incoming)),
    spend: (incoming: IncomingMessage, ms: number) => spend(clientOf(incoming), ms),
    /** `largeMs` is what the work costs beside the time that it takes at once. */
    respond(c: Ctx, work: () => AnyResponse, largeMs = 0): AnyResponse {
      const client = clientOf(c.env.incoming)
      if (usedMs <= TURN_MS) return make(c, client, work, largeMs)
      const line = waiting.get(client) ?? []
      if (line.length === 0 && waiting.size >= MOST_WAITING_CLIENTS) return busy(c)
      waiting.set(client, line)
      return new Promise(resolve => {
        line.push(() => resolve(Promise.try(() => make(c, client, work, largeMs))))
      })
    },
  }
}
