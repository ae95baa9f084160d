import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { it } from 'node:test'
import fc from 'fast-check'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { createBreaker } from '../../src/hub/circuit-breaker.ts'
import { createDeliver } from '../../src/hub/deliver.ts'
import { createHubMetrics } from '../../src/hub/hub-metrics.ts'
import { createOutage } from '../../src/hub/outage.ts'
import { concurrencyLimits, createRequestScheduler } from '../../src/hub/request-scheduler.ts'
import { createRetryDelays } from '../../src/hub/retry-delays.ts'
import { createSteadyClock } from '../../src/hub/steady-clock.ts'
import { ForbiddenName, Unresolved } from '../../src/outgoing/failures.ts'
import { StoreProblem } from '../../src/store/base/store-problem.ts'
import type { Settled } from '../../src/store/hub/hub-store.ts'
import { runs, runsAboveStore } from '../kit/runs.ts'
import { openTestStore, type TestStore } from '../kit/store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const RETRY_SECONDS = [60, 1800]
const FEED = '/feed.xml'

const OUTAGES = ['resolver', 'lying resolver', 'rebinding', 'route', 'sockets', 'certificates'] as const
const MANNERS = ['no name', 'silent', 'refuses', '404', '500'] as const
/** On the hub's own machine. `no writes`: the disk is full, or the database away, from between a claim and its commit on. */
const FAULTS = ['clock set back', 'killed before the commit', 'killed after the commit', 'no writes'] as const
type Fault = Interval & { kind: (typeof FAULTS)[number] }

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

interface History {
  days: number
  subscribers: Subscriber[]
  outages: (Interval & { kind: (typeof OUTAGES)[number] })[]
  faults: Fault[]
  changesMs: number[]
  seed: number
}

const during = (lastDay: number, longestMs: number): fc.Arbitrary<Interval> =>
  fc
    .tuple(fc.integer({ min: 1, max: lastDay * DAY_MS - longestMs }), fc.integer({ min: 1, max: longestMs }))
    .map(([startMs, ms]) => ({ startMs, endMs: startMs + ms }))

/** Fewer than 20 minutes: three tries take longer. */
const healthy = (days: number) =>
  fc.record({
    manner: fc.constantFrom(...MANNERS),
    down: during(days, 15 * MINUTE_MS),
    isHealthy: fc.constant(true),
  })
const broken = (days: number) =>
  fc.record({
    manner: fc.constantFrom(...MANNERS),
    down: during(days, DAY_MS / 2).map(({ startMs }) => ({ startMs, endMs: Number.POSITIVE_INFINITY })),
    isHealthy: fc.constant(false),
  })

interface Scope {
  days: number
  /** By then all outages and faults are over, and everything has changed for the last time. */
  lastDay: number
  longestOutageMs: number
  most: { subscribers: number; changes: number; outages: number; faults: number }
}

const historyOf = ({ days, lastDay, longestOutageMs, most }: Scope): fc.Arbitrary<History> => {
  const kindOf = <T>(kinds: readonly T[], longestMs: number) =>
    fc.tuple(fc.constantFrom(...kinds), during(lastDay, longestMs))
  return (
    fc
      .record({
        days: fc.constant(days),
        subscribers: fc
          .array(
            fc.oneof({ arbitrary: healthy(lastDay), weight: 2 }, { arbitrary: broken(lastDay), weight: 1 }),
            { minLength: 2, maxLength: most.subscribers },
          )
          .map(all => all.map((one, number) => ({ ...one, host: `www.site${number}.example` }))),
        outages: fc.array(
          kindOf(OUTAGES, longestOutageMs)
            // Long enough for three tries.
            .map(([kind, { startMs, endMs }]) => ({ kind, startMs, endMs: endMs + HOUR_MS })),
          { minLength: 1, maxLength: most.outages },
        ),
        faults: fc.array(
          kindOf(FAULTS, HOUR_MS).map(([kind, interval]) => ({ kind, ...interval })),
          { minLength: Math.min(1, most.faults), maxLength: most.faults },
        ),
        changesMs: fc.array(fc.integer({ min: 1, max: lastDay * DAY_MS }), {
          minLength: 2,
          maxLength: most.changes,
        }),
        seed: fc.integer({ min: 1, max: 2 ** 31 - 2 }),
      })
      // Something always changes during an outage and a fault.
      .map(plan => {
        const added = [...plan.outages, ...plan.faults].map(({ startMs }) => startMs + MINUTE_MS)
        return { ...plan, changesMs: [...plan.changesMs, ...added].toSorted((a, b) => a - b) }
      })
  )
}

const month = historyOf({
  ...{ days: 30, lastDay: 27, longestOutageMs: 6 * HOUR_MS },
  most: { subscribers: 10, changes: 20, outages: 4, faults: 0 },
})
const badDay = historyOf({
  ...{ days: 3, lastDay: 1, longestOutageMs: 2 * HOUR_MS },
  most: { subscribers: 4, changes: 4, outages: 1, faults: 4 },
})

const START_MS = Date.parse('2026-06-01T00:00:00.000Z')
const contains = ({ startMs, endMs }: Interval, ms: number) => ms >= startMs && ms < endMs
const errorOf = (code: string) => Object.assign(new Error(code), { code })

/** The network that the hub sees: whether a host resolves, and whether it can be connected to. */
function makeNetwork({ subscribers, outages }: History, elapsedMs: () => number) {
  const byHost = new Map(subscribers.map(one => [one.host, one]))
  const outage = () => outages.find(one => contains(one, elapsedMs()))?.kind
  const mannerOf = (host: string) => {
    const subscriber = byHost.get(host)
    return subscriber && contains(subscriber.down, elapsedMs()) ? subscriber.manner : undefined
  }

  function resolve(host: string): string[] {
    if (outage() === 'resolver') throw new Unresolved(host, 'ESERVFAIL')
    if (outage() === 'lying resolver' || mannerOf(host) === 'no name') throw new Unresolved(host, 'ENOTFOUND')
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

const TABLES = ['subscription', 'subscription_request', 'subscription_total', 'denial', 'suspension', 'topic']

async function startHistory({ store: whole, clock, query }: TestStore, plan: History) {
  for (const table of TABLES) await query(`delete from ${table}`)
  const store = whole.hub
  let elapsedMs = 0
  let setBackMs = 0
  const machineMs = () => START_MS + elapsedMs - setBackMs
  const goTo = (ms: number) => {
    elapsedMs = ms
    clock.now = new Date(machineMs()).toISOString()
  }
  goTo(0)
  const now = () => new Date(machineMs())
  const network = makeNetwork(plan, () => elapsedMs)
  const random = makeRandom(plan.seed)
  const log = pino({ enabled: false })
  let hash = 'first'
  const faults = plan.faults.toSorted((a, b) => a.startMs - b.startMs)
  let fault: Fault | undefined
  /** Successful deliveries, by host and content. */
  const arrived = new Map<string, number>()

  async function settle(settled: Settled): Promise<boolean> {
    if (fault?.kind === 'no writes') throw new StoreProblem('The disk is full.')
    if (fault?.kind === 'killed before the commit') throw new Error('killed')
    const removed = await store.settleDeliveries([settled])
    if (fault?.kind === 'killed after the commit') throw new Error('killed')
    return removed.has(settled.row.id)
  }

  /** A process of the hub, as it starts. */
  async function startProcess() {
    const steady = createSteadyClock(now)
    const outage = createOutage({
      listReached: store.listReached,
      open: async ({ host }) => network.connect(host),
      resolve: async host => network.resolve(host),
      baseUrl: 'https://reviews.example.net',
      hasTrustStore: () => !plan.outages.some(one => one.kind === 'certificates' && contains(one, elapsedMs)),
      random,
      nowMs: steady.ms,
      onPause: () => {},
      onResume: () => {},
      log,
    })
    const deliver = createDeliver({
      scheduler: createRequestScheduler(concurrencyLimits(64), () => elapsedMs),
      outgoing: {
        async send({ host }) {
          network.connect(host)
          outage.connected(host)
          const status = network.statusOf(host)
          const key = `${host} ${hash}`
          if (status === 204) arrived.set(key, (arrived.get(key) ?? 0) + 1)
          return { status, headers: {}, body: Buffer.alloc(0) }
        },
      },
      outage,
      breaker: createBreaker(steady),
      clock: steady,
      suspend: store.suspend,
      lift: store.liftSuspension,
      seal: { close: text => text, open: text => text },
      settle: (row, outcome) => settle({ row, outcome }),
      metrics: createHubMetrics(new Registry(), async () => [], steady.ms),
      retryDelays: createRetryDelays(now, random),
      topicOf: () => ({
        ...{ path: FEED, contentType: 'text/plain', body: Buffer.from(hash), hash, link: '' },
        ...{ publishedMs: steady.ms(), logSize: 1 },
      }),
      retrySeconds: RETRY_SECONDS,
      now,
      log,
    })
    const id = randomBytes(9).toString('hex')
    const held = await store.joinInstances(id, () => {})
    await store.freeClaimsOfEnded(id)
    if (await store.hasFutureRecords()) await store.bringForward(id, RETRY_SECONDS)
    return { id, deliver, outage, end: held.release }
  }

  let hub = await startProcess()
  let isInterrupted = false

  async function subscribeAll(): Promise<void> {
    const limits = { perTopic: 100, perHost: 100, pending: 100 }
    await store.setTopic(FEED, hash, 1)
    for (const { host } of plan.subscribers) {
      const request = {
        mode: 'subscribe',
        topic: FEED,
        topicUrl: `https://reviews.example.net${FEED}`,
      } as const
      const lease = { secret: null, leaseSeconds: (2 * plan.days * DAY_MS) / 1000, delayMs: 0 }
      await store.accept({ ...request, ...lease, callback: `https://${host}/`, host }, limits)
    }
    for (const row of await store.claimRequests({ ...claim(false), limit: 100 }))
      await store.settleRequest(row, { kind: 'verified', sentAt: now() })
  }

  let claims = 0
  const claim = (slow: boolean) => ({
    ...{ by: `${hub.id}-${claims++}`, seconds: 60, slow, limit: 64, without: [] },
  })

  /** Begins the next fault if it is time, and ends one that is over. */
  async function meetFault(): Promise<void> {
    if (fault && elapsedMs >= fault.endMs) fault = undefined
    if (fault || !faults[0] || elapsedMs < faults[0].startMs) return
    const next = faults.shift()!
    if (next.kind === 'clock set back') await setClockBack(next.endMs - next.startMs)
    else fault = next
  }

  async function setClockBack(ms: number): Promise<void> {
    setBackMs += ms
    goTo(elapsedMs)
    await store.bringForward(hub.id, RETRY_SECONDS)
  }

  async function deliverDue(): Promise<void> {
    // Without a database, nothing more can be claimed.
    if (fault && elapsedMs < fault.endMs) return
    await meetFault()
    const range = { hashes: [hash], after: { host: '', id: '' } }
    for (const slow of [false, true]) {
      const jobs = (await store.claimDeliveries(claim(slow), range)).map(hub.deliver)
      const results = await Promise.allSettled(jobs)
      isInterrupted ||= results.some(({ status }) => status === 'rejected')
      for (const result of results) if (result.status === 'rejected' && !fault) throw result.reason
    }
    if (!fault?.kind.startsWith('killed')) return
    fault = undefined
    hub.end()
    hub = await startProcess()
  }

  return {
    subscribeAll,
    deliverDue,
    setClockBack,
    arrived,
    /** The hosts that have the newest content. */
    async upToDate() {
      const rows = await query('select host, delivered_hash from subscription')
      return rows.filter(row => row.delivered_hash === hash).map(({ host }) => host)
    },
    elapsedMs: () => elapsedMs,
    async change(number: number) {
      hash = `change ${number}`
      await store.setTopic(FEED, hash, number + 2)
    },
    /** Goes on to the next job, but not past the given time. */
    async goOn(untilMs: number) {
      const dueAt = await store.nextDueAt()
      const dueMs = dueAt === null ? Number.POSITIVE_INFINITY : Date.parse(dueAt) - machineMs() + elapsedMs
      // What was claimed and not settled is free after a minute.
      const freeMs = isInterrupted ? elapsedMs + 2 * MINUTE_MS : Number.POSITIVE_INFINITY
      isInterrupted &&= fault !== undefined
      const jobMs = Math.max(Math.min(dueMs, freeMs), elapsedMs + hub.outage.pausedMs())
      goTo(Math.min(Math.max(jobMs, elapsedMs + 1), untilMs))
    },
    isPaused: () => hub.outage.isPaused(),
    pausedMs: () => hub.outage.pausedMs(),
    end: () => hub.end(),
  }
}

async function live(opened: TestStore, plan: History): Promise<void> {
  const hub = await startHistory(opened, plan)
  await hub.subscribeAll()
  for (const [number, changeMs] of [...plan.changesMs, plan.days * DAY_MS].entries()) {
    while (hub.elapsedMs() < changeMs) {
      await hub.goOn(changeMs)
      if (hub.pausedMs() === 0) await hub.deliverDue()
    }
    if (number < plan.changesMs.length) await hub.change(number)
    if (hub.pausedMs() === 0) await hub.deliverDue()
  }
  await assertUpToDate(hub, plan)
  // When all is well again, a change goes out at once, whatever the clock says.
  for (const number of [0, 1]) {
    await hub.change(plan.changesMs.length + number)
    await hub.deliverDue()
    await assertUpToDate(hub, plan)
    await hub.setClockBack(HOUR_MS)
  }
  assert.equal(hub.isPaused(), false)
  const interruptions = plan.faults.filter(({ kind }) => kind !== 'clock set back').length
  for (const [key, count] of hub.arrived)
    assert.ok(count <= 1 + interruptions, `${key} arrived ${count} times`)
  hub.end()
}

async function assertUpToDate(hub: Awaited<ReturnType<typeof startHistory>>, plan: History): Promise<void> {
  const upToDate = await hub.upToDate()
  for (const { host, isHealthy } of plan.subscribers)
    assert.ok(!isHealthy || upToDate.includes(host), `${host} was lost, or is behind`)
}

it('In a month of outages, no healthy subscriber is lost, and all get the newest content', async t => {
  const opened = await openTestStore(t)
  await fc.assert(
    fc.asyncProperty(month, plan => live(opened, plan)),
    runs(3),
  )
})

it('With faults of clock, disk, database and process at random moments of a day of outages, nobody is lost, and nothing is repeated without cause', async t => {
  const opened = await openTestStore(t)
  await fc.assert(
    fc.asyncProperty(badDay, plan => live(opened, plan)),
    runsAboveStore(200),
  )
})
