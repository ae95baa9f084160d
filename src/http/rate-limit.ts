/** Limits what each client may ask for per minute, and how much of that in one burst. An expensive request counts as several. */
import { randomInt } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { hashText } from '../model/hash-text.ts'
import type { ClientAddress } from './client-address.ts'
import type { Headers } from './response-headers.ts'

export type Rate = { perMinute: number; burst: number }

/** What a request that is not plain costs; one that is costs 1. */
export const COST = {
  /** A page that is rendered for this request alone. */
  page: 2,
  /** The reviews of one year only have to be compressed, and clients soon ask for the other years. */
  year: 4,
  /** A picture, or all reviews as a table. */
  large: 20,
}

export interface Limiter {
  /** Seconds that the client must wait; 0 when it may go on, and then it has paid. */
  waitSeconds(incoming: IncomingMessage, cost?: number): number
  /** What the client may still send. */
  headers(incoming: IncomingMessage): Headers
}

export const NO_LIMIT: Limiter = { waitSeconds: () => 0, headers: () => ({}) }

/** All clients in an IPv6 /48 network together get this many times as much expensive work as one. */
const NETWORK_FACTOR = 3
const networkOf = (client: string) => client.split(':', 3).join(':')

export function createLimiter(rate: Rate, clientOf: ClientAddress, nowMs?: () => number): Limiter {
  const clients = createRateLimiter(rate, nowMs)
  const { perMinute, burst } = rate
  const ofNetwork = { perMinute: perMinute * NETWORK_FACTOR, burst: burst * NETWORK_FACTOR }
  const networks = createRateLimiter(ofNetwork, nowMs)
  return {
    waitSeconds(incoming, cost = 1) {
      const client = clientOf(incoming)
      const seconds = clients.take(client, cost)
      return seconds > 0 || cost === 1 ? seconds : networks.take(networkOf(client), cost)
    },
    headers(incoming) {
      const { requests, resetSeconds } = clients.left(clientOf(incoming))
      const windowSeconds = Math.ceil((burst * 60) / perMinute)
      // As draft-ietf-httpapi-ratelimit-headers-10 defines them.
      return {
        'ratelimit-policy': `"requests";q=${burst};w=${windowSeconds}`,
        ratelimit: `"requests";r=${requests};t=${resetSeconds}`,
      }
    },
  }
}

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
  const unit = Math.ceil(MINUTE_US / perMinute)
  const ahead = burst * unit
  const nowUs = () => Math.floor(nowMs() * 1000)
  // Nobody can choose whose slot to share.
  const seed = randomInt(2 ** 32)
  const slotOf = (client: string) => hashText(client, 0, client.length, seed) & (SLOTS - 1)

  return {
    /** How many requests the client may send now, and how many seconds until it may send a whole burst again. */
    left(client: string) {
      const used = Math.max(0, times[slotOf(client)]! - nowUs())
      return {
        requests: Math.floor((ahead - used) / unit),
        resetSeconds: Math.ceil(used / 1_000_000),
      }
    },
    /** Seconds to wait, or 0 when the request may pass. One that costs more than a burst costs a whole burst. */
    take(client: string, cost = 1): number {
      const slot = slotOf(client)
      const now = nowUs()
      const used = Math.max(times[slot]!, now) + Math.min(cost, burst) * unit
      const seconds = Math.max(0, Math.ceil((used - now - ahead) / 1_000_000))
      if (seconds === 0) times[slot] = used
      return seconds
    },
  }
}
