/** The WebSub hub: accepts subscription requests, verifies them, and delivers new content to every subscriber. */
import { performance } from 'node:perf_hooks'
import type { Registry } from 'prom-client'
import { createWakeSignal } from '../model/system.ts'
import {
  connectAllowed,
  createIsAllowed,
  createResolve,
  hasTrustStore,
  type Resolve,
} from '../outgoing/guarded-connections.ts'
import { createHttpClient } from '../outgoing/http-client.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { createSeal } from '../store/base/sealed-secrets.ts'
import { CHALLENGE_DELAY_MS, createAcceptRequest } from './accept-request.ts'
import { createBreaker } from './circuit-breaker.ts'
import { createJobClaimer } from './claim-jobs.ts'
import { createDeliver, createSettle } from './deliver.ts'
import { createDenialNotices } from './denial-notices.ts'
import { startHubInstances } from './hub-instances.ts'
import { startHubLoop } from './hub-loop.ts'
import messages from './hub-messages.json' with { type: 'json' }
import { createHubMetrics, createMeasurement } from './hub-metrics.ts'
import type { HubInputs } from './hub-parts.ts'
import { createOutage, type OutageDependencies } from './outage.ts'
import { createAnswerSubscriber } from './own-subscription.ts'
import { concurrencyLimits, createRequestScheduler } from './request-scheduler.ts'
import { createRetryDelays } from './retry-delays.ts'
import { createSteadyClock, type SteadyClock } from './steady-clock.ts'
import { createTopicContents } from './topic-content.ts'
import { createVerify } from './verify-intent.ts'

/**
 * The hub as the rest of the program sees it. Any number of instances may share one store: each claims what it works on.
 *
 * @example
 * const hub = startHub({ store: store.hub, baseUrl, registry, log, ...settings })
 * hub.publish(snapshot, snapshot.version) // subscribers get its topics
 * const { status, text } = await hub.request(
 *   'hub.mode=subscribe&hub.topic=https://reviews.example/feed.xml&hub.callback=https://subscriber.example/',
 * )
 * hub.wake() // once the response is out, so that the challenge follows it
 * await hub.close()
 */
export type Hub = ReturnType<typeof startHub>

export interface HubDependencies extends HubInputs {
  secretKeys: string[]
  /** How many requests to callbacks may run at once. */
  slots: number
  userAgent: string
  registry: Registry
  random: () => number
  /** Uses the machine's name servers if absent. */
  resolve?: Resolve
  /** Opens real connections if absent. */
  createClient?: typeof createHttpClient
}

const CLOSE_MS = 10_000

export function startHub(dependencies: HubDependencies) {
  const { store, baseUrl, allowedNetworks, now, randomBytes } = dependencies
  const nowMs = () => now().getTime()
  const clock = createSteadyClock(now)
  const isAllowed = createIsAllowed(allowedNetworks)
  const seal = createSeal(dependencies.secretKeys, randomBytes)
  const metrics = createHubMetrics(dependencies.registry, () => store.measure(), nowMs)
  const topics = createTopicContents(store, baseUrl, clock.ms)
  const measurement = createMeasurement(store, nowMs, clock.ms)
  const signal = createWakeSignal()
  const limits = concurrencyLimits(dependencies.slots)
  const scheduler = createRequestScheduler(
    limits,
    () => performance.now(),
    createHostLimit(limits.perHost),
  )
  const resolve = dependencies.resolve ?? createResolve(isAllowed)
  const record = createRecorder(dependencies.log)
  const outage = createOutage({
    ...dependencies,
    ...recordPauses(store, record, clock, signal.wake),
    listReached: store.listReached,
    open: callback => outgoing.open(callback),
    resolve,
    hasTrustStore,
    nowMs: clock.ms,
  })
  const outgoing = (dependencies.createClient ?? createHttpClient)({
    connect: connectAllowed(isAllowed, resolve),
    userAgent: dependencies.userAgent,
    onConnect: outage.connected,
  })
  const retryDelays = createRetryDelays(now, dependencies.random)
  const sending = { outage, outgoing, scheduler, retryDelays }
  const instances = startHubInstances({
    ...dependencies,
    onLost: scheduler.rejectWaiting,
    onFreed: signal.wake,
    onError: error => dependencies.log.error({ err: error }, messages.not_taken_over),
  })
  const shared = {
    ...dependencies,
    ...sending,
    isAllowed,
    seal,
    metrics,
    topics,
    instances,
    nowMs,
    clock,
  }
  const breaker = createBreaker(clock)
  metrics.watch(() => ({ paused: outage.isPaused(), ...breaker.suspended() }))
  const verify = createVerify(shared)
  const deliver = createDeliver({
    ...shared,
    breaker,
    suspend: suspension => record(() => store.suspend(suspension)),
    lift(suspension) {
      record(async () => {
        await store.liftSuspension(suspension)
        signal.wake()
      })
    },
    settle: createSettle(store),
    topicOf: row => topics.get(row.topic)!,
  })
  const claimer = createJobClaimer({ ...shared, verify, deliver, wake: signal.wake })
  const denials = createDenialNotices(shared)
  const loop = startHubLoop({ ...shared, claimer, denials, measurement, signal })

  return {
    /** Answers a request, given as an HTML form. The verification starts when the hub is woken. */
    request: createAcceptRequest(shared),
    /** Answers subscribers who ask about their own subscription, with an HTML form. A replay starts when the hub is woken. */
    answerSubscriber: createAnswerSubscriber(shared),
    /** Tells the hub that there may be work. */
    wake: () => setTimeout(signal.wake, CHALLENGE_DELAY_MS),
    /** From now on, subscribers are to have the topics of this Snapshot. */
    publish(snapshot: Snapshot, version: number): void {
      topics.publish(snapshot, version)
      signal.wake()
    },
    /** How long the longest-waiting subscription has been behind; 0 if none is. */
    oldestBehindSeconds: measurement.oldestBehindSeconds,
    /** What keeps the hub from delivering anything; null if nothing does. */
    problem: () => (outage.isPaused() ? messages.paused : null),
    /** Stops accepting work, gives running requests ten seconds to end, and leaves the rest to the next start. */
    async close(): Promise<void> {
      await loop.stop()
      await scheduler.close(CLOSE_MS)
      await claimer.drain()
      await denials.drain()
      await outgoing.close()
      await record(async () => {})
      await instances.close()
    },
  }
}

const EVERYTHING = { scope: 'everything', subject: '' } as const
/** Longer than a probe takes, so that the record does not end before the next one replaces it. */
const PROBE_MARGIN_MS = 60_000

type Recorder = ReturnType<typeof createRecorder>

/** Writes what other processes see of this hub. Resolves in any case: the log says what could not be written. */
function createRecorder(log: HubDependencies['log']) {
  let recorded = Promise.resolve()
  /** One after the other: a pause that was recorded after its end would last in the eyes of others. */
  return (write: () => Promise<void>): Promise<void> => {
    recorded = recorded.then(write).catch(error => log.error({ err: error }, messages.not_recorded))
    return recorded
  }
}

/** Lets other processes see that this hub is paused. */
function recordPauses(
  store: HubDependencies['store'],
  record: Recorder,
  clock: SteadyClock,
  wake: () => void,
): Pick<OutageDependencies, 'onPause' | 'onResume'> {
  return {
    onPause(sinceMs, nextProbeMs) {
      const started_at = clock.toDate(sinceMs).toISOString()
      const ends_at = clock.toDate(nextProbeMs + PROBE_MARGIN_MS).toISOString()
      record(() => store.suspend({ ...EVERYTHING, started_at, ends_at, reason: messages.paused }))
    },
    onResume() {
      record(() => store.liftSuspension(EVERYTHING))
      wake()
    },
  }
}

/** Opening a connection costs as much as several deliveries. While this process computes all the time, more of them only slow it down. */
const MAX_BUSY_SHARE = 0.5
const STEP_MS = 100
/** After this time without a question, another fan-out begins. */
const FORGET_MS = 500

/** How many requests to one host at once are worth their connections: the more, the longer this process mostly waits. */
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
