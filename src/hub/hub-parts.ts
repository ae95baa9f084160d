/** What the parts of the hub share. Each part says which of it it uses. */
import type { Logger } from 'pino'
import type { IsAllowed } from '../outgoing/guarded-connections.ts'
import type { HttpClient } from '../outgoing/http-client.ts'
import type { Seal } from '../store/base/sealed-secrets.ts'
import type { HubStore } from '../store/hub/hub-store.ts'
import type { HubInstances } from './hub-instances.ts'
import type { HubMetrics } from './hub-metrics.ts'
import type { Outage } from './outage.ts'
import type { RequestScheduler } from './request-scheduler.ts'
import type { RetryDelays } from './retry-delays.ts'
import type { SteadyClock } from './steady-clock.ts'
import type { TopicContents } from './topic-content.ts'

/** What whoever starts the hub provides. */
export interface HubInputs {
  store: HubStore
  baseUrl: string
  allowedNetworks: string[]
  minLeaseSeconds: number
  maxPerHost: number
  maxPerTopic: number
  /** The delays between tries of a delivery; after the last one the subscription ends. */
  retrySeconds: number[]
  /** Seconds until another request may name this callback host; 0 if it may now. */
  waitForHost: (host: string) => number
  /** The same for a topic and a callback that is subscribed to it, so that nobody else can use up its allowance. */
  waitForPair: (pair: string) => number
  now: () => Date
  randomBytes: (size: number) => Uint8Array
  log: Logger
}

export interface HubParts extends HubInputs {
  isAllowed: IsAllowed
  scheduler: RequestScheduler
  outgoing: Pick<HttpClient, 'send'>
  outage: Omit<Outage, 'connected'>
  metrics: HubMetrics
  retryDelays: RetryDelays
  seal: Seal
  topics: TopicContents
  instances: Pick<HubInstances, 'join'>
  nowMs: () => number
  /** For waits within this process. */
  clock: SteadyClock
}
