/** How many requests to one host at once are worth their connections: the more, the longer this process mostly waits. */
import { performance } from 'node:perf_hooks'

/** Opening a connection costs as much as several deliveries. While this process computes all the time, more of them only slow it down. */
const MAX_BUSY_SHARE = 0.5
const STEP_MS = 100
/** After this time without a question, another fan-out begins. */
const FORGET_MS = 500

export function createHostLimit(
  most: number,
  nowMs = () => performance.now(),
  measure: typeof performance.eventLoopUtilization = performance.eventLoopUtilization,
): () => number {
  let [sinceMs, before] = [nowMs(), measure()]
  let limit = 1

  return () => {
    const passedMs = nowMs() - sinceMs
    if (passedMs < STEP_MS) return limit
    const isWaiting = measure(before).utilization < MAX_BUSY_SHARE
    limit = passedMs > FORGET_MS ? 1 : Math.min(Math.max(limit + (isWaiting ? 1 : -1), 1), most)
    ;[sinceMs, before] = [nowMs(), measure()]
    return limit
  }
}
