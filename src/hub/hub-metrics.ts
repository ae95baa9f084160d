/** The hub's Prometheus metrics, and how far subscriptions are behind. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { HubStore, TopicMeasure } from '../store/hub/hub-store.ts'

export type HubMetrics = ReturnType<typeof createHubMetrics>

/** What the hub does not send to at the moment. */
export type HubState = { paused: boolean; hosts: number; callbacks: number }

export type RemovalReason = 'expired' | 'gone' | 'failures' | 'unsubscribed' | 'forbidden' | 'key'

const SECONDS = [0.5, 1, 2, 5, 10, 30, 60, 300, 1800, 3600]

export function createHubMetrics(
  registry: Registry,
  measure: () => Promise<TopicMeasure[]>,
  nowMs: () => number,
) {
  const registers = [registry]
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `firsthand_websub_${name}_total`, help, labelNames, registers })
  addGauges(registers, measure, nowMs)
  return {
    requests: counter('requests', 'Requests to the hub.', 'mode', 'outcome'),
    verifications: counter(
      'verifications',
      'Verification challenges sent to callbacks.',
      'mode',
      'outcome',
    ),
    deliveries: counter('deliveries', 'Deliveries to callbacks.', 'topic', 'outcome'),
    removals: counter('removals', 'Subscriptions that ended.', 'reason'),
    denials: counter('denials', 'Denial notices sent to callbacks.', 'outcome'),
    /** From publishing the content to a subscriber's confirmation. */
    delays: new Histogram({
      name: 'firsthand_websub_delivery_seconds',
      help: 'Time from publication to successful delivery.',
      labelNames: ['topic'],
      buckets: SECONDS,
      registers,
    }),
    /** Shows these numbers from now on. */
    watch: (read: () => HubState) => watchState(registers, read),
  }
}

const STATES: Record<keyof HubState, [name: string, help: string]> = {
  paused: ['paused', '1 while the hub can reach nobody, so that all deliveries wait.'],
  hosts: ['suspended_hosts', 'Hosts that get no deliveries for a while, because most failed.'],
  callbacks: [
    'suspended_callbacks',
    'Callbacks that get no deliveries for a while, because all failed.',
  ],
}

function watchState(registers: Registry[], read: () => HubState): void {
  for (const [state, [name, help]] of Object.entries(STATES))
    new Gauge({
      name: `firsthand_websub_${name}`,
      help,
      registers,
      collect() {
        this.set(Number(read()[state as keyof HubState]))
      },
    })
}

function addGauges(
  registers: Registry[],
  measure: () => Promise<TopicMeasure[]>,
  nowMs: () => number,
): void {
  let measuring: Promise<TopicMeasure[]> | undefined
  /** The gauges of one scrape share one measurement. */
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
  gauge('subscriptions', 'Active subscriptions.', row => row.active)
  gauge('pending', 'Requests waiting for verification.', row => row.pending)
  gauge('behind', 'Subscriptions that do not have the newest content.', row => row.behind)
  gauge(
    'oldest_behind_seconds',
    'How long the longest-waiting subscription has been behind.',
    row => behindSeconds([row], nowMs()),
  )
}

/** How far subscriptions are behind, measured now and then for the health check. */
export type Measurement = ReturnType<typeof createMeasurement>

const INTERVAL_MS = 1000

export function createMeasurement(
  store: Pick<HubStore, 'measure'>,
  nowMs: () => number,
  steadyMs: () => number,
) {
  let topics: TopicMeasure[] = []
  let dueMs = Number.NEGATIVE_INFINITY

  return {
    /** Measures, unless the last time was too recent; then it returns in how many milliseconds to try again, otherwise Infinity. */
    async refresh(): Promise<number> {
      const startedMs = steadyMs()
      if (startedMs < dueMs) return dueMs - startedMs
      topics = await store.measure()
      dueMs = steadyMs() + INTERVAL_MS
      return Number.POSITIVE_INFINITY
    },
    /** As of the last measurement. */
    isAnyoneWaiting: () => topics.some(({ behind, pending }) => behind + pending > 0),
    oldestBehindSeconds: () => behindSeconds(topics, nowMs()),
  }
}

/** 0 if nobody is behind. */
function behindSeconds(topics: TopicMeasure[], nowMs: number): number {
  const ages = topics
    .filter(topic => topic.oldest_behind_since !== null)
    .map(topic => (nowMs - Date.parse(topic.oldest_behind_since!)) / 1000)
  return Math.max(0, Math.round(Math.max(0, ...ages)))
}
