/** Suspends a callback that keeps failing, and a host where nearly everything fails: an outage should not count against each subscriber. */
import type { DueRow, Suspension } from '../store/hub/hub-store.ts'

export interface Breaker {
  /** Returns the suspension that this result led to, if any. */
  note(row: Pick<DueRow, 'host' | 'callback'>, result: DeliveryResult): Suspension | null
  /** Until when nothing is sent to the callback, in milliseconds; null when deliveries are allowed. */
  openUntil(row: Pick<DueRow, 'host' | 'callback' | 'failures' | 'last_delivered_at'>): number | null
  suspended(): { hosts: number; callbacks: number }
}

/** `host failed`: it did not respond, is overloaded, or reports an error of its own. Anything else is about one callback. */
export type DeliveryResult = 'succeeded' | 'failed' | 'host failed'

/** 429 and 5xx (RFC 6585 §4, RFC 9110 §15.6). */
export const resultOf = (status: number): DeliveryResult => {
  if (status >= 200 && status < 300) return 'succeeded'
  return status === 429 || status >= 500 ? 'host failed' : 'failed'
}

const WINDOW_MS = 5 * 60_000
const OPEN_MS = 5 * 60_000
const FAILED_SHARE = 0.8
/** Several callbacks, because one may be misconfigured, or belong to somebody who wants to harm the others. */
const HOST = { minTries: 10, minCallbacks: 3 }
/** More than the failures that end a subscription: it has to fail for several topics. */
const CALLBACK = { minTries: 5, minCallbacks: 1 }
type Limits = typeof HOST

interface Tally {
  sinceMs: number
  tries: number
  failures: number
  failing: Set<string>
  openUntilMs: number | null
}

export function createBreaker(nowMs: () => number): Breaker {
  const hosts = createTallies(HOST, nowMs)
  const callbacks = createTallies(CALLBACK, nowMs)

  function record(scope: 'host' | 'callback', subject: string, untilMs: number | null): Suspension | null {
    if (untilMs === null) return null
    const [started_at, ends_at] = [nowMs(), untilMs].map(ms => new Date(ms).toISOString()) as [string, string]
    return { scope, subject, started_at, ends_at, reason: REASONS[scope] }
  }

  return {
    note({ host, callback }, result) {
      const ofCallback = callbacks.note(callback, callback, result !== 'succeeded')
      // That one callback is wrong says nothing about its host.
      const ofHost = result === 'failed' ? null : hosts.note(host, callback, result === 'host failed')
      return record('host', host, ofHost) ?? record('callback', callback, ofCallback)
    },
    openUntil({ host, callback, failures, last_delivered_at }) {
      // Others on its host may fail on purpose: a callback that worked last time is tried.
      const hasSucceeded = failures === 0 && last_delivered_at !== null
      const ofHost = hasSucceeded ? null : hosts.openUntil(host)
      const times = [ofHost, callbacks.openUntil(callback)].filter(time => time !== null)
      return times.length > 0 ? Math.max(...times) : null
    },
    suspended: () => ({ hosts: hosts.countOpen(), callbacks: callbacks.countOpen() }),
  }
}

const REASONS = {
  host: 'Nearly all deliveries to this host failed.',
  callback: 'All deliveries to this callback failed.',
}

interface Tallies {
  /** Returns until when the subject is suspended if this failure was one too many. */
  note(subject: string, callback: string, failed: boolean): number | null
  openUntil(subject: string): number | null
  countOpen(): number
}

function createTallies({ minTries, minCallbacks }: Limits, nowMs: () => number): Tallies {
  const tallies = new Map<string, Tally>()

  function current(subject: string): Tally | undefined {
    const tally = tallies.get(subject)
    if (!tally) return undefined
    if (nowMs() < (tally.openUntilMs ?? tally.sinceMs + WINDOW_MS)) return tally
    tallies.delete(subject)
    return undefined
  }

  /** Drops what nobody asks about again, so that the map cannot grow forever. */
  function forgetOld(): void {
    for (const subject of tallies.keys()) current(subject)
  }

  function start(subject: string): Tally {
    forgetOld()
    const tally = { sinceMs: nowMs(), tries: 0, failures: 0, failing: new Set<string>(), openUntilMs: null }
    tallies.set(subject, tally)
    return tally
  }

  return {
    note(subject, callback, failed) {
      const known = current(subject)
      // What never failed needs no tally.
      if (!known && !failed) return null
      const tally = known ?? start(subject)
      tally.tries++
      if (failed) tally.failures++
      if (failed && tally.failing.size < minCallbacks) tally.failing.add(callback)
      const isOutage = tally.tries >= minTries && tally.failures / tally.tries >= FAILED_SHARE
      if (tally.openUntilMs !== null || !isOutage || tally.failing.size < minCallbacks) return null
      tally.openUntilMs = nowMs() + OPEN_MS
      return tally.openUntilMs
    },
    openUntil: subject => current(subject)?.openUntilMs ?? null,
    countOpen() {
      forgetOld()
      return [...tallies.values()].filter(({ openUntilMs }) => openUntilMs !== null).length
    },
  }
}
