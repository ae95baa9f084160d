/** How far subscriptions are behind, measured now and then for the health check. */
import type { HubStore, TopicMeasure } from '../store/hub/hub-store.ts'

export interface Measurement {
  /** Measures, unless the last time was too recent; then it returns in how many milliseconds to try again, otherwise Infinity. */
  refresh(): Promise<number>
  /** As of the last measurement. */
  oldestBehindSeconds(): number
}

const INTERVAL_MS = 1000
/** A measurement reads all subscriptions, a million in most of a second: it may take at most this share of the time, however many there are. */
const MAX_TIME_SHARE = 1 / 20

export function createMeasurement(store: Pick<HubStore, 'measure'>, nowMs: () => number): Measurement {
  let topics: TopicMeasure[] = []
  let dueMs = Number.NEGATIVE_INFINITY

  return {
    async refresh() {
      const startedMs = nowMs()
      if (startedMs < dueMs) return dueMs - startedMs
      topics = await store.measure()
      dueMs = nowMs() + Math.max(INTERVAL_MS, (nowMs() - startedMs) / MAX_TIME_SHARE)
      return Number.POSITIVE_INFINITY
    },
    oldestBehindSeconds: () => behindSeconds(topics, nowMs()),
  }
}

/** 0 if nobody is behind. */
export function behindSeconds(topics: TopicMeasure[], nowMs: number): number {
  const ages = topics
    .filter(topic => topic.oldest_behind_since !== null)
    .map(topic => (nowMs - Date.parse(topic.oldest_behind_since!)) / 1000)
  return Math.max(0, Math.round(Math.max(0, ...ages)))
}
