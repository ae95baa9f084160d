/** Suspends a callback that keeps failing, and a host where nearly everything fails: an outage should not count against each subscriber. */
import type { DueRow, Suspension } from '../store/hub/hub-store.ts'
import messages from './hub-messages.json' with { type: 'json' }
import type { SteadyClock } from './steady-clock.ts'

export type Breaker = ReturnType<typeof createBreaker>

export interface Noted {
  suspended: Suspension | null
  /** A trial succeeded. */
  lifted: Pick<Suspension, 'scope' | 'subject'>[]
}

/** `trial`: suspended, but one delivery now and then finds out whether it still must be. */
export type Admission = { kind: 'send' | 'trial' } | { kind: 'wait'; untilMs: number }

/** `host failed`: it did not respond, is overloaded, or reports an error of its own. Anything else is about one callback. */
export type DeliveryResult = 'succeeded' | 'failed' | 'host failed'

/** 429 and 5xx (RFC 6585 §4, RFC 9110 §15.6). */
export const resultOf = (status: number): DeliveryResult => {
  if (status >= 200 && status < 300) return 'succeeded'
  return status === 429 || status >= 500 ? 'host failed' : 'failed'
}

const WINDOW_MS = 5 * 60_000
const OPEN_MS = 5 * 60_000
/** Soon, because the overload may have been ours; at intervals, because it may be the host's. */
const TRIAL_MS = 30_000
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
  open: Opened | null
}

interface Opened {
  untilMs: number
  nextTrialMs: number
  /** The first trial that no delivery has been told to come back for. */
  freeTrialMs: number
  /** The callback of the last trial, until its result is known. */
  trial: string | null
}

export function createBreaker({ ms: nowMs, toDate }: SteadyClock) {
  const hosts = createTallies(HOST, nowMs)
  const callbacks = createTallies(CALLBACK, nowMs)

  function record(
    scope: 'host' | 'callback',
    subject: string,
    untilMs: number | null,
  ): Suspension | null {
    if (untilMs === null) return null
    const [started_at, ends_at] = [nowMs(), untilMs].map(ms => toDate(ms).toISOString()) as [
      string,
      string,
    ]
    return { scope, subject, started_at, ends_at, reason: messages.suspensions[scope] }
  }

  function lift(host: string, callback: string, result: DeliveryResult): Noted['lifted'] {
    const lifted: Noted['lifted'] = []
    // A host that says no to one callback is available.
    if (hosts.endTrial(host, callback, result !== 'host failed'))
      lifted.push({ scope: 'host', subject: host })
    if (callbacks.endTrial(callback, callback, result === 'succeeded'))
      lifted.push({ scope: 'callback', subject: callback })
    return lifted
  }

  return {
    /** Returns what this result changed. */
    note({ host, callback }: Pick<DueRow, 'host' | 'callback'>, result: DeliveryResult): Noted {
      const lifted = lift(host, callback, result)
      const ofCallback = callbacks.note(callback, callback, result !== 'succeeded')
      // That one callback is wrong says nothing about its host.
      const ofHost =
        result === 'failed' ? null : hosts.note(host, callback, result === 'host failed')
      return {
        lifted,
        suspended: record('host', host, ofHost) ?? record('callback', callback, ofCallback),
      }
    },
    /** Asked just before sending. */
    admit(row: Pick<DueRow, 'host' | 'callback' | 'failures' | 'last_delivered_at'>): Admission {
      const { host, callback, failures, last_delivered_at } = row
      // Others on its host may fail on purpose: a callback that worked last time is tried.
      const hasSucceeded = failures === 0 && last_delivered_at !== null
      const ofHost = hasSucceeded ? null : hosts.opened(host)
      const ofCallback = callbacks.opened(callback)
      if (!ofHost && !ofCallback) return SEND
      const opened = [ofHost, ofCallback].filter(one => one !== null)
      const mustWait = opened.some(({ nextTrialMs }) => nowMs() < nextTrialMs)
      // Nor may others keep a callback from its first delivery; if a trial is due, that is one.
      if (mustWait && failures === 0 && !ofCallback) return SEND
      if (mustWait) return { kind: 'wait', untilMs: Math.max(...opened.map(one => returnMs(one))) }
      for (const one of opened) startTrial(one, callback, nowMs())
      return { kind: 'trial' }
    },
    suspended: () => ({ hosts: hosts.countOpen(), callbacks: callbacks.countOpen() }),
  }
}

const SEND: Admission = { kind: 'send' }

function startTrial(opened: Opened, callback: string, nowMs: number): void {
  opened.trial = callback
  while (opened.nextTrialMs <= nowMs) opened.nextTrialMs += TRIAL_MS
  opened.freeTrialMs = Math.max(opened.freeTrialMs, opened.nextTrialMs)
}

/** When a delivery should come back: one for each trial, of another callback each time, and all others at the end. */
function returnMs(opened: Opened): number {
  const untilMs = Math.min(opened.freeTrialMs, opened.untilMs)
  opened.freeTrialMs += TRIAL_MS
  return untilMs
}

function createTallies({ minTries, minCallbacks }: Limits, nowMs: () => number) {
  const tallies = new Map<string, Tally>()

  function current(subject: string): Tally | undefined {
    const tally = tallies.get(subject)
    if (!tally) return undefined
    if (nowMs() < (tally.open?.untilMs ?? tally.sinceMs + WINDOW_MS)) return tally
    tallies.delete(subject)
    return undefined
  }

  /** Drops what nobody asks about again, so that the map cannot grow forever. */
  function forgetOld(): void {
    for (const subject of tallies.keys()) current(subject)
  }

  function start(subject: string): Tally {
    forgetOld()
    const tally = {
      sinceMs: nowMs(),
      tries: 0,
      failures: 0,
      failing: new Set<string>(),
      open: null,
    }
    tallies.set(subject, tally)
    return tally
  }

  return {
    /** Returns until when the subject is suspended if this failure was one too many. */
    note(subject: string, callback: string, failed: boolean): number | null {
      const known = current(subject)
      // What never failed needs no tally.
      if (!known && !failed) return null
      const tally = known ?? start(subject)
      tally.tries++
      if (failed) tally.failures++
      if (failed && tally.failing.size < minCallbacks) tally.failing.add(callback)
      const isOutage = tally.tries >= minTries && tally.failures / tally.tries >= FAILED_SHARE
      if (tally.open || !isOutage || tally.failing.size < minCallbacks) return null
      const trialMs = nowMs() + TRIAL_MS
      tally.open = {
        untilMs: nowMs() + OPEN_MS,
        nextTrialMs: trialMs,
        freeTrialMs: trialMs,
        trial: null,
      }
      return tally.open.untilMs
    },
    /** Returns true if that was a trial and ended the suspension. */
    endTrial(subject: string, callback: string, succeeded: boolean): boolean {
      const open = current(subject)?.open
      if (!open || open.trial !== callback) return false
      open.trial = null
      if (succeeded) tallies.delete(subject)
      return succeeded
    },
    opened: (subject: string) => current(subject)?.open ?? null,
    countOpen(): number {
      forgetOld()
      return [...tallies.values()].filter(({ open }) => open !== null).length
    },
  }
}
