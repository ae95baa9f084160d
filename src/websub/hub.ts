/** The hub: takes requests, verifies them, and brings every subscriber that is behind up to date. */
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Snapshot } from '../publish/snapshot.ts'
import { StoreProblem } from '../store/base/store-problem.ts'
import type { Acceptance, Claim, HubStore, TopicMeasure } from '../store/hub/hub-store.ts'
import { createIsAllowed } from './allowed-addresses.ts'
import { createBreaker } from './circuit-breaker.ts'
import { createDeliver } from './deliver.ts'
import { behindSeconds, createHubMetrics } from './hub-metrics.ts'
import { createOutgoing, createResolve, type Resolve } from './outgoing-requests.ts'
import { createRetryDelays } from './retry-delays.ts'
import { createSeal } from './sealed-secrets.ts'
import { createSettle } from './settle-deliveries.ts'
import { createSlots, SLOT_COUNTS } from './slots.ts'
import { type HubRequest, RequestProblem, readRequest } from './subscription-request.ts'
import { createTopicContents } from './topic-content.ts'
import { createVerify } from './verify-intent.ts'

export interface Hub {
  /** Answers a request's form. The verification begins when the hub is woken. */
  request(form: string): Promise<HubAnswer>
  /** There may be something to do. */
  wake(): void
  /** The Snapshot's topics are what subscribers are to have from now on. */
  publish(snapshot: Snapshot, version: number): void
  /** How long the subscription waits that has waited longest. */
  oldestBehindSeconds(): number
  close(): Promise<void>
}

export interface HubAnswer {
  status: 202 | 400 | 429 | 503
  text: string
  retryAfterSeconds?: number
}

export interface HubDependencies {
  store: HubStore
  baseUrl: string
  secretKeys: string[]
  allowedNetworks: string[]
  minLeaseSeconds: number
  maxPerHost: number
  maxPerTopic: number
  /** The waits between tries of a delivery. */
  retrySeconds: number[]
  /** Seconds until the callback's host may be named in another request; 0 when it may now. */
  waitForHost: (host: string) => number
  userAgent: string
  registry: Registry
  now: () => Date
  randomBytes: (size: number) => Uint8Array
  random: () => number
  log: Logger
  /** Name servers; those of the machine if not given. */
  resolve?: Resolve
}

const MAX_PENDING = 1000
const MAX_LEASE_SECONDS = 30 * 86_400
const DEFAULT_LEASE_SECONDS = 10 * 86_400
/** Longer than a request may take and wait together. */
const CLAIM_SECONDS = 60
/** The answer to a request is out by then: the challenge must not come first. */
const AFTER_ANSWER_MS = 50
/** Every change wakes the hub; this is only for what is missed. */
const POLL_MS = 5000
const MEASURE_MS = 1000
/** So much of the time is for measuring at most, however many subscriptions there are. */
const MEASURE_SHARE = 1 / 20
/** What comes in this while is looked at together. */
const GATHER_MS = 20
/** While some must be left waiting. */
const CROWDED_MS = 100
/** So few at once that one host cannot fill the queue. */
const CLAIM_ROWS = 64
const START = { host: '', id: '' }
const SWEEP_MS = 60_000
const CLOSE_MS = 10_000

/** What is due but was not brought, and why. */
type Left = 'nothing' | 'no room' | 'crowded'

export function startHub(dependencies: HubDependencies): Hub {
  const { store, baseUrl, secretKeys, allowedNetworks, now, randomBytes, log } = dependencies
  const nowMs = () => now().getTime()
  const isAllowed = createIsAllowed(allowedNetworks)
  const seal = createSeal(secretKeys, randomBytes)
  const metrics = createHubMetrics(dependencies.registry, () => store.measure(), nowMs)
  const topics = createTopicContents(store, baseUrl, nowMs)
  const outgoing = createOutgoing({
    isAllowed,
    resolve: dependencies.resolve ?? createResolve(isAllowed),
    userAgent: dependencies.userAgent,
  })
  // Where the last look found all that was due, an errand that ends makes room for nothing.
  let isDrained = false
  const lanes = createSlots(
    SLOT_COUNTS,
    () => performance.now(),
    () => isDrained || wake(),
  )
  const shared = {
    ...dependencies,
    lanes,
    outgoing,
    metrics,
    waits: createRetryDelays(now, dependencies.random),
  }
  const verify = createVerify(shared)
  const deliver = createDeliver({
    ...shared,
    seal,
    breaker: createBreaker(nowMs),
    settle: createSettle(store),
    topicOf: row => topics.get(row.topic)!,
  })

  let wake = () => {}
  let isClosing = false
  let isAway = false
  let measured: TopicMeasure[] = []
  let [sweptMs, measureAtMs] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  const errands = new Set<Promise<unknown>>()
  const instance = Buffer.from(randomBytes(9)).toString('base64url')
  let claims = 0
  const cursors = { fast: START, slow: START }

  function begin(errand: Promise<unknown>): void {
    const ended = errand
      .catch(error => log.error({ err: error }, 'The hub could not write down what came of a request'))
      .finally(() => {
        errands.delete(ended)
        // Nobody may be behind now: that is worth knowing at once.
        if (errands.size === 0) wake()
      })
    errands.add(ended)
  }

  /** Brings what is due on its way. Answers with how long the hub may sleep. */
  async function look(): Promise<number> {
    const topicsMs = (await topics.save()) ?? POLL_MS
    await sweep()
    const measureMs = await measure()
    const left = [await bring(false), await bring(true)]
    isDrained = !left.includes('no room')
    if (!isDrained) return Math.min(POLL_MS, topicsMs)
    if (left.includes('crowded')) return Math.min(CROWDED_MS, topicsMs)
    const dueAt = await store.nextDueAt()
    const dueMs = dueAt === null ? POLL_MS : Date.parse(dueAt) - nowMs()
    return Math.max(0, Math.min(POLL_MS, topicsMs, dueMs, measureMs))
  }

  /** Not at every look: it reads all subscriptions. Answers with how long it is to be left. */
  async function measure(): Promise<number> {
    const leftMs = measureAtMs - nowMs()
    if (leftMs > 0) return leftMs
    const beganMs = nowMs()
    measured = await store.measure()
    measureAtMs = nowMs() + Math.max(MEASURE_MS, (nowMs() - beganMs) / MEASURE_SHARE)
    return POLL_MS
  }

  async function bring(slow: boolean): Promise<Left> {
    const room = lanes.room(slow)
    if (room <= 0) return 'no room'
    const claim = { by: `${instance}-${claims++}`, seconds: CLAIM_SECONDS, slow }
    const requests = await store.claimRequests({ ...claim, limit: room, without: lanes.crowded() })
    for (const row of requests) begin(verify(row).then(() => wake()))
    return await bringBehind(claim, room - requests.length)
  }

  /**
   * Goes round through all subscriptions, a few at a time: from where the last call ended, and once more from the start. A host
   * whose callbacks pile up is left out until there are fewer.
   */
  async function bringBehind(claim: Omit<Claim, 'limit' | 'without'>, room: number): Promise<Left> {
    const hashes = topics.hashes()
    if (hashes.length === 0) return 'nothing'
    const lane = claim.slow ? 'slow' : 'fast'
    let left = room
    let rounds = 0
    while (left > 0) {
      const without = lanes.crowded()
      const limit = Math.min(left, CLAIM_ROWS)
      const part = { hashes, after: cursors[lane] }
      const behind = await store.claimDeliveries({ ...claim, limit, without }, part)
      for (const row of behind) begin(deliver(row).then(isToSee => isToSee && wake()))
      // Let answers in before the next claim.
      await turn()
      left -= behind.length
      const isEnd = behind.length < limit
      cursors[lane] = isEnd ? START : behind.at(-1)!
      if (isEnd && rounds++ > 0) return without.length > 0 ? 'crowded' : 'nothing'
    }
    return 'no room'
  }

  async function sweep(): Promise<void> {
    if (nowMs() - sweptMs < SWEEP_MS) return
    sweptMs = nowMs()
    const count = await store.removeExpired()
    if (count > 0) metrics.removal('expired', count)
  }

  /** Says once that the database is away, and once that it is back. */
  async function lookOn(): Promise<number> {
    try {
      const sleepMs = await look()
      if (isAway) log.info('The hub has its database again')
      isAway = false
      return sleepMs
    } catch (error) {
      if (!(error instanceof StoreProblem)) log.error({ err: error }, 'The hub could not look for work')
      else if (!isAway) log.error(`The hub waits for its database: ${error.message}`)
      isAway ||= error instanceof StoreProblem
      return POLL_MS
    }
  }

  async function run(): Promise<void> {
    while (!isClosing) {
      const woken = new Promise<void>(resolve => {
        wake = resolve
      })
      await atMost(await lookOn(), woken)
      await sleep(GATHER_MS)
    }
  }

  const running = run()

  async function accept(request: HubRequest): Promise<HubAnswer> {
    const { callback, callbackUrl, secret, ...rest } = request
    const waitSeconds = dependencies.waitForHost(callback.host)
    if (waitSeconds > 0) return refusal(429, `Too many requests for ${callback.host}.`, waitSeconds)
    const limits = {
      perTopic: dependencies.maxPerTopic,
      perHost: dependencies.maxPerHost,
      pending: MAX_PENDING,
    }
    const wanted = {
      ...rest,
      callback: callbackUrl,
      host: callback.host,
      secret: secret === null ? null : seal.close(secret),
      delayMs: AFTER_ANSWER_MS,
    }
    let acceptance = await store.accept(wanted, limits)
    if (acceptance === 'no topic') {
      // The first content is published, perhaps, and only not written down yet.
      await topics.save()
      acceptance = await store.accept(wanted, limits)
    }
    return ANSWERS[acceptance]
  }

  return {
    async request(form) {
      let mode = 'unknown'
      let answer: HubAnswer
      try {
        const policy = { baseUrl, isAllowed, allowsNetworks: allowedNetworks.length > 0 }
        const request = readRequest(form, policy, {
          minSeconds: dependencies.minLeaseSeconds,
          maxSeconds: MAX_LEASE_SECONDS,
          defaultSeconds: DEFAULT_LEASE_SECONDS,
        })
        mode = request.mode
        answer = await accept(request)
      } catch (error) {
        if (error instanceof RequestProblem) answer = { status: 400, text: error.message }
        else if (error instanceof StoreProblem)
          answer = refusal(503, 'The hub cannot reach its database.', 10)
        else throw error
      }
      metrics.request(mode, String(answer.status))
      return answer
    },
    wake: () => setTimeout(() => wake(), AFTER_ANSWER_MS),
    publish(snapshot, version) {
      topics.publish(snapshot, version)
      wake()
    },
    oldestBehindSeconds: () => behindSeconds(measured, nowMs()),
    async close() {
      isClosing = true
      wake()
      await running
      await lanes.close(CLOSE_MS)
      await Promise.all(errands)
      await outgoing.close()
    },
  }
}

const refusal = (status: 429 | 503, text: string, retryAfterSeconds: number): HubAnswer => ({
  status,
  text: `${text} Try again in ${retryAfterSeconds} seconds.`,
  retryAfterSeconds,
})

const ANSWERS: Record<Acceptance, HubAnswer> = {
  accepted: { status: 202, text: 'Accepted: the callback is asked to confirm.' },
  'no topic': refusal(503, 'The hub is starting.', 1),
  'too many pending': refusal(503, 'Too many requests wait for their verification.', 60),
  'topic full': refusal(503, 'This topic has as many subscriptions as this hub allows.', 3600),
  'host full': refusal(429, 'This host has as many subscriptions to the topic as this hub allows.', 3600),
}

async function atMost(ms: number, event: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const passed = new Promise<void>(resolve => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([event, passed])
  clearTimeout(timer)
}
