/** Leaves a host alone for a while when nearly everything sent to it fails: that is an outage, and no fault of each subscriber. */

export interface Breaker {
  note(host: string, succeeded: boolean): void
  /** Until when the host is left alone; null when it is not. */
  restsUntil(host: string): number | null
}

const WINDOW_MS = 5 * 60_000
const REST_MS = 5 * 60_000
const MIN_TRIES = 10
const FAILED_SHARE = 0.8

interface Record {
  sinceMs: number
  tries: number
  failures: number
  restsUntilMs: number | null
}

export function createBreaker(nowMs: () => number): Breaker {
  const records = new Map<string, Record>()

  function current(host: string): Record | undefined {
    const record = records.get(host)
    if (!record) return undefined
    const endsMs = record.restsUntilMs ?? record.sinceMs + WINDOW_MS
    if (nowMs() < endsMs) return record
    records.delete(host)
    return undefined
  }

  /** Hosts that nobody asks about again. */
  function forgetOld(): void {
    for (const host of records.keys()) current(host)
  }

  return {
    note(host, succeeded) {
      const record = current(host)
      // Who never failed needs no record.
      if (!record && succeeded) return
      if (!record) forgetOld()
      const { sinceMs, tries, failures, restsUntilMs } = record ?? NEW(nowMs())
      const next = { sinceMs, tries: tries + 1, failures: failures + (succeeded ? 0 : 1), restsUntilMs }
      const isOut = next.tries >= MIN_TRIES && next.failures / next.tries >= FAILED_SHARE
      records.set(host, { ...next, restsUntilMs: restsUntilMs ?? (isOut ? nowMs() + REST_MS : null) })
    },
    restsUntil: host => current(host)?.restsUntilMs ?? null,
  }
}

const NEW = (sinceMs: number): Record => ({ sinceMs, tries: 0, failures: 0, restsUntilMs: null })
