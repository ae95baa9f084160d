import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { it, type TestContext } from 'node:test'
import fc from 'fast-check'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { createBreaker } from '../../../src/hub/circuit-breaker.ts'
import { createDeliver } from '../../../src/hub/deliver.ts'
import { createHubMetrics } from '../../../src/hub/hub-metrics.ts'
import { createOutage } from '../../../src/hub/outage.ts'
import { concurrencyLimits, createRequestScheduler } from '../../../src/hub/request-scheduler.ts'
import { createRetryDelays } from '../../../src/hub/retry-delays.ts'
import { createSteadyClock } from '../../../src/hub/steady-clock.ts'
import { ForbiddenName, Unresolved } from '../../../src/outgoing/failures.ts'
import { runs } from '../../kit/runs.ts'
import { openTestStore } from '../../kit/store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const DAYS = 30
/** By then all outages are over. */
const LAST_OUTAGE_DAY = 27
const FEED = '/feed.xml'

const OUTAGES = [
  'resolver',
  'lying resolver',
  'rebinding',
  'route',
  'sockets',
  'certificates',
] as const
const MANNERS = ['no name', 'silent', 'refuses', '404', '500'] as const

interface Interval {
  startMs: number
  endMs: number
}

interface Subscriber {
  host: string
  manner: (typeof MANNERS)[number]
  /** When it cannot be reached; a healthy one never for long. */
  down: Interval
  isHealthy: boolean
}

interface Month {
  subscribers: Subscriber[]
  outages: (Interval & { kind: (typeof OUTAGES)[number] })[]
  changesMs: number[]
  seed: number
}

const during = (lastDay: number, longestMs: number): fc.Arbitrary<Interval> =>
  fc
    .tuple(
      fc.integer({ min: 1, max: lastDay * DAY_MS - longestMs }),
      fc.integer({ min: 1, max: longestMs }),
    )
    .map(([startMs, ms]) => ({ startMs, endMs: startMs + ms }))

/** Fewer than 20 minutes: three tries take longer. */
const healthy = fc.record({
  manner: fc.constantFrom(...MANNERS),
  down: during(DAYS - 2, 15 * MINUTE_MS),
  isHealthy: fc.constant(true),
})
const broken = fc.record({
  manner: fc.constantFrom(...MANNERS),
  down: during(DAYS - 2, DAY_MS).map(({ startMs }) => ({
    startMs,
    endMs: Number.POSITIVE_INFINITY,
  })),
  isHealthy: fc.constant(false),
})

/** Long enough for three tries. */
const outages = fc.array(
  fc
    .tuple(fc.constantFrom(...OUTAGES), during(LAST_OUTAGE_DAY, 6 * HOUR_MS))
    .map(([kind, { startMs, endMs }]) => ({ kind, startMs, endMs: endMs + HOUR_MS })),
  { minLength: 1, maxLength: 4 },
)

const month: fc.Arbitrary<Month> = fc
  .record({
    subscribers: fc
      .array(fc.oneof({ arbitrary: healthy, weight: 2 }, { arbitrary: broken, weight: 1 }), {
        minLength: 2,
        maxLength: 10,
      })
      .map(all => all.map((one, number) => ({ ...one, host: `www.site${number}.example` }))),
    outages,
    changesMs: fc.array(fc.integer({ min: 1, max: 28 * DAY_MS }), { minLength: 2, maxLength: 20 }),
    seed: fc.integer({ min: 1, max: 2 ** 31 - 2 }),
  })
  // Something always changes during an outage.
  .map(plan => {
    const changesMs = [...plan.changesMs, ...plan.outages.map(({ startMs }) => startMs + MINUTE_MS)]
    return { ...plan, changesMs: changesMs.toSorted((a, b) => a - b) }
  })

const START_MS = Date.parse('2026-06-01T00:00:00.000Z')
const contains = ({ startMs, endMs }: Interval, ms: number) => ms >= startMs && ms < endMs
const errorOf = (code: string) => Object.assign(new Error(code), { code })

/** The network that the hub sees: whether a host resolves, and whether it can be connected to. */
function makeNetwork({ subscribers, outages }: Month, elapsedMs: () => number) {
  const byHost = new Map(subscribers.map(one => [one.host, one]))
  const outage = () => outages.find(one => contains(one, elapsedMs()))?.kind
  const mannerOf = (host: string) => {
    const subscriber = byHost.get(host)
    return subscriber && contains(subscriber.down, elapsedMs()) ? subscriber.manner : undefined
  }

  function resolve(host: string): string[] {
    if (outage() === 'resolver') throw new Unresolved(host, 'ESERVFAIL')
    if (outage() === 'lying resolver' || mannerOf(host) === 'no name')
      throw new Unresolved(host, 'ENOTFOUND')
    return ['192.0.2.1']
  }

  function connect(host: string): void {
    resolve(host)
    if (outage() === 'rebinding') throw new ForbiddenName('10.0.0.1')
    if (outage() === 'sockets') throw errorOf('EMFILE')
    if (outage() === 'route' || mannerOf(host) === 'silent') throw errorOf('ETIMEDOUT')
    if (mannerOf(host) === 'refuses') throw errorOf('ECONNREFUSED')
    if (outage() === 'certificates') throw errorOf('UNABLE_TO_GET_ISSUER_CERT_LOCALLY')
  }

  const statusOf = (host: string) => Number(mannerOf(host) ?? 204)
  return { resolve, connect, statusOf }
}

/** Small and repeatable: x ← 48271·x mod 2³¹−1. */
function makeRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % (2 ** 31 - 1)
    return state / (2 ** 31 - 1)
  }
}

async function startMonth(t: TestContext, plan: Month) {
  const { store: whole, clock, query } = await openTestStore(t)
  const store = whole.hub
  let nowMs = START_MS
  const goTo = (ms: number) => {
    nowMs = ms
    clock.now = new Date(ms).toISOString()
  }
  goTo(START_MS)
  const now = () => new Date(nowMs)
  const steady = createSteadyClock(now)
  const network = makeNetwork(plan, () => nowMs - START_MS)
  const random = makeRandom(plan.seed)
  const log = pino({ enabled: false })
  const outage = createOutage({
    listReached: store.listReached,
    open: async ({ host }) => network.connect(host),
    resolve: async host => network.resolve(host),
    baseUrl: 'https://reviews.example.net',
    hasTrustStore: () =>
      !plan.outages.some(one => one.kind === 'certificates' && contains(one, nowMs - START_MS)),
    random,
    nowMs: () => nowMs,
    onPause: () => {},
    onResume: () => {},
    log,
  })
  let hash = 'first'
  const deliver = createDeliver({
    scheduler: createRequestScheduler(concurrencyLimits(64), () => nowMs),
    outgoing: {
      async send({ host }) {
        network.connect(host)
        outage.connected(host)
        return { status: network.statusOf(host), headers: {}, body: Buffer.alloc(0) }
      },
    },
    outage,
    breaker: createBreaker(steady),
    clock: steady,
    suspend: store.suspend,
    lift: store.liftSuspension,
    seal: { close: text => text, open: text => text },
    settle: (row, outcome) => store.settleDeliveries([{ row, outcome }]),
    metrics: createHubMetrics(
      new Registry(),
      async () => [],
      () => nowMs,
    ),
    retryDelays: createRetryDelays(now, random),
    topicOf: () => ({
      ...{
        path: FEED,
        contentType: 'text/plain',
        body: Buffer.from(hash),
        hash,
        link: '',
        publishedMs: nowMs,
        logSize: 1,
      },
    }),
    retrySeconds: [60, 1800],
    now,
    log,
  })

  async function subscribeAll(): Promise<void> {
    const limits = { perTopic: 100, perHost: 100, pending: 100 }
    await store.setTopic(FEED, hash, 1)
    for (const { host } of plan.subscribers) {
      const request = {
        mode: 'subscribe',
        topic: FEED,
        topicUrl: `https://reviews.example.net${FEED}`,
      } as const
      const lease = { secret: null, leaseSeconds: (2 * DAYS * DAY_MS) / 1000, delayMs: 0 }
      await store.accept({ ...request, ...lease, callback: `https://${host}/`, host }, limits)
    }
    for (const row of await store.claimRequests({ ...claim(false), limit: 100 }))
      await store.settleRequest(row, { kind: 'verified', sentAt: now() })
  }

  const claim = (slow: boolean) => ({
    ...{ by: randomBytes(9).toString('hex'), seconds: 60, slow, limit: 64, without: [] },
  })

  async function deliverDue(): Promise<void> {
    for (const slow of [false, true]) {
      const range = { hashes: [hash], after: { host: '', id: '' } }
      await Promise.all((await store.claimDeliveries(claim(slow), range)).map(deliver))
    }
  }

  return {
    subscribeAll,
    deliverDue,
    /** The hosts that have the newest content. */
    async upToDate() {
      const rows = await query('select host, delivered_hash from subscription')
      return rows.filter(row => row.delivered_hash === hash).map(({ host }) => host)
    },
    elapsedMs: () => nowMs - START_MS,
    async change(number: number) {
      hash = `change ${number}`
      await store.setTopic(FEED, hash, number + 2)
    },
    /** Goes on to the next job, but not past the given time. */
    async goOn(untilMs: number) {
      const dueAt = await store.nextDueAt()
      const dueMs = dueAt === null ? Number.POSITIVE_INFINITY : Date.parse(dueAt)
      const jobMs = Math.max(dueMs, nowMs + outage.pausedMs())
      goTo(Math.min(Math.max(jobMs, nowMs + 1), START_MS + untilMs))
    },
    isPaused: outage.isPaused,
    pausedMs: outage.pausedMs,
  }
}

async function live(t: TestContext, plan: Month): Promise<void> {
  const hub = await startMonth(t, plan)
  await hub.subscribeAll()
  for (const [number, changeMs] of [...plan.changesMs, DAYS * DAY_MS].entries()) {
    while (hub.elapsedMs() < changeMs) {
      await hub.goOn(changeMs)
      if (hub.pausedMs() === 0) await hub.deliverDue()
    }
    if (number < plan.changesMs.length) await hub.change(number)
    if (hub.pausedMs() === 0) await hub.deliverDue()
  }
  const upToDate = await hub.upToDate()
  for (const { host, isHealthy } of plan.subscribers)
    assert.ok(!isHealthy || upToDate.includes(host), `${host} was lost, or is behind`)
  // Where nobody can be reached any more, nothing shows that an outage is over.
  if (plan.subscribers.some(({ isHealthy }) => isHealthy)) assert.equal(hub.isPaused(), false)
}

it('In a month of outages, no healthy subscriber is lost, and all get the newest content', async t => {
  await fc.assert(
    fc.asyncProperty(month, plan => live(t, plan)),
    runs(3),
  )
})
