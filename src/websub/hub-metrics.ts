/** What the operator can watch of the hub. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { TopicMeasure } from '../store/hub/hub-store.ts'

export interface HubMetrics {
  request(mode: string, outcome: string): void
  verification(mode: string, outcome: string): void
  delivery(topic: string, outcome: string): void
  removal(reason: RemovalReason, count?: number): void
  /** From the moment that content was published until a subscriber had it. */
  delivered(topic: string, seconds: number): void
}

export type RemovalReason = 'expired' | 'gone' | 'failures' | 'unsubscribed' | 'forbidden' | 'key'

const SECONDS = [0.5, 1, 2, 5, 10, 30, 60, 300, 1800, 3600]

export function createHubMetrics(
  registry: Registry,
  measure: () => Promise<TopicMeasure[]>,
  nowMs: () => number,
): HubMetrics {
  const registers = [registry]
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: `firsthand_websub_${name}_total`, help, labelNames, registers })
  const requests = counter('requests', 'Requests to the hub.', ['mode', 'outcome'])
  const verifications = counter('verifications', 'Challenges sent to callbacks.', ['mode', 'outcome'])
  const deliveries = counter('deliveries', 'Contents sent to callbacks.', ['topic', 'outcome'])
  const removals = counter('removals', 'Subscriptions that ended.', ['reason'])
  const delays = new Histogram({
    name: 'firsthand_websub_delivery_seconds',
    help: 'From the publication of content until a subscriber had it.',
    labelNames: ['topic'],
    buckets: SECONDS,
    registers,
  })
  addGauges(registers, measure, nowMs)
  return {
    request: (mode, outcome) => requests.inc({ mode, outcome }),
    verification: (mode, outcome) => verifications.inc({ mode, outcome }),
    delivery: (topic, outcome) => deliveries.inc({ topic, outcome }),
    removal: (reason, count = 1) => removals.inc({ reason }, count),
    delivered: (topic, seconds) => delays.observe({ topic }, seconds),
  }
}

function addGauges(registers: Registry[], measure: () => Promise<TopicMeasure[]>, nowMs: () => number): void {
  let measuring: Promise<TopicMeasure[]> | undefined
  /** One for all the gauges of a visit. */
  const measureOnce = () => {
    measuring ??= measure().finally(() => {
      measuring = undefined
    })
    return measuring
  }
  const gauge = (name: string, help: string, value: (row: TopicMeasure) => number) =>
    new Gauge({
      name: `firsthand_websub_${name}`,
      help,
      labelNames: ['topic'],
      registers,
      async collect() {
        for (const row of await measureOnce()) this.set({ topic: row.topic }, value(row))
      },
    })
  gauge('subscriptions', 'Subscriptions that are active.', row => row.active)
  gauge('pending', 'Requests that are not verified yet.', row => row.pending)
  gauge('behind', 'Subscriptions without the newest content.', row => row.behind)
  gauge('oldest_behind_seconds', 'How long the subscription waits that has waited longest.', row =>
    behindSeconds([row], nowMs()),
  )
}

/** 0 where nobody is behind. */
export function behindSeconds(rows: TopicMeasure[], nowMs: number): number {
  const ages = rows
    .filter(row => row.oldest_behind_since !== null)
    .map(row => (nowMs - Date.parse(row.oldest_behind_since!)) / 1000)
  return Math.max(0, Math.round(Math.max(0, ...ages)))
}
