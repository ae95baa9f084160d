/** Histories of a whole hub, with faults of clock, name servers, network, disk, database and process at random moments. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import type { HubMode } from '../../../src/model/subscription.ts'
import {
  DATABASE_FAULTS,
  type HubHistory,
  KILL_POINTS,
  type Kill,
  MANNERS,
  OUTAGES,
  startHistory,
} from '../../kit/hub-history.ts'
import { nightlyRuns } from '../../kit/runs.ts'
import { openTestStore, type TestStore } from '../../kit/store.ts'
import { useVirtualTime, type VirtualTime } from '../../kit/virtual-time.ts'

const seconds = (min: number, max: number) => fc.integer({ min, max })
const eventOf = <Kind extends string, Rest>(
  kind: Kind,
  rest: { [Key in keyof Rest]: fc.Arbitrary<Rest[Key]> },
) => fc.record<Rest>(rest).map(parts => ({ kind, ...parts }))

const event = fc.oneof(
  eventOf('publish', {}),
  eventOf('publish', {}),
  eventOf('clock', { seconds: seconds(-86_400, 3600) }),
  eventOf('sleep', { seconds: seconds(1, 1000) }),
  eventOf('network', { outage: fc.constantFrom(...OUTAGES), seconds: seconds(1, 1000) }),
  eventOf('database', { fault: fc.constantFrom(...DATABASE_FAULTS), seconds: seconds(1, 300) }),
  eventOf('kill', {
    at: fc.constantFrom(...KILL_POINTS),
    commit: fc.constantFrom<Kill['commit'][]>('before', 'after'),
  }),
  eventOf('request', {
    mode: fc.constantFrom<HubMode[]>('subscribe', 'unsubscribe'),
    who: fc.nat({ max: 3 }),
  }),
)

const history = fc.record({
  subscribers: fc.array(
    fc.record({
      manner: fc.constantFrom(...MANNERS),
      failingShare: fc.constantFrom(0, 0, 0.3, 0.7, 1),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  steps: fc.array(fc.record({ event, waitSeconds: seconds(0, 15) }), {
    minLength: 4,
    maxLength: 10,
  }),
  seed: fc.integer({ min: 1, max: 2 ** 31 - 2 }),
})
type Plan = typeof history extends fc.Arbitrary<infer T> ? T : never
type Event = Plan['steps'][number]['event']

/** Small and repeatable: x ← 48271·x mod 2³¹−1. */
function makeRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % (2 ** 31 - 1)
    return state / (2 ** 31 - 1)
  }
}

async function live(
  opened: TestStore,
  time: VirtualTime,
  { subscribers, steps, seed }: Plan,
): Promise<void> {
  const hub = await startHistory(opened, time, subscribers, makeRandom(seed))
  const leaving = new Set<string>()
  try {
    await subscribeAll(hub)
    hub.callbacks.setPhase('trouble')
    for (const { event, waitSeconds } of steps) {
      happen(hub, event, leaving)
      await hub.pass(waitSeconds)
    }
    await recover(hub)
    const kept = hub.hosts.filter(host => hub.callbacks.isHealthy(host) && !leaving.has(host))
    await assertKept(hub, kept)
    if (kept.length > 0) await assertIdle(hub)
    assertSent(
      hub,
      steps.filter(({ event }) => !['publish', 'request', 'sleep'].includes(event.kind)).length,
    )
    if (kept[0]) await assertAllGet(hub)
    if (kept[0]) await assertTellsWhoIsBehind(hub, kept[0])
  } finally {
    hub.end()
  }
}

/** And gets a first delivery: whoever the hub has reached shows it later whether others are to blame. */
async function subscribeAll(hub: HubHistory): Promise<void> {
  await hub.pass(1)
  for (const host of hub.hosts) assert.equal(await hub.request('subscribe', host), 202)
  await hub.pass(1)
  hub.publish()
  await hub.pass(2)
  assert.equal(hub.callbacks.received.length, hub.hosts.length)
}

function happen(hub: HubHistory, event: Event, leaving: Set<string>): void {
  if (event.kind === 'publish') hub.publish()
  if (event.kind === 'clock') hub.machine.setClock(event.seconds)
  if (event.kind === 'sleep') hub.machine.pass(1000 * event.seconds)
  if (event.kind === 'network') hub.machine.cutNetwork(event.outage, event.seconds)
  if (event.kind === 'database') hub.machine.failDatabase(event.fault, event.seconds)
  if (event.kind === 'kill') hub.killAt(event)
  if (event.kind !== 'request') return
  const host = hub.hosts[event.who % hub.hosts.length]!
  if (event.mode === 'unsubscribe') leaving.add(host)
  if (event.mode === 'unsubscribe' || !leaving.has(host)) void hub.request(event.mode, host)
}

/** Longer than any wait together: for the next probe, after an outage, and for two retries. */
const RECOVERY_MINUTES = 120
/** The machine sleeps most of the time, so that the hub need not be watched doing nothing. */
const SLEEP_MINUTES = 20

async function recover(hub: HubHistory): Promise<void> {
  await hub.recover()
  hub.publish()
  for (let minutes = 0; minutes < RECOVERY_MINUTES; minutes += SLEEP_MINUTES) {
    await act(hub)
    hub.machine.pass(SLEEP_MINUTES * 60_000)
  }
  await act(hub)
}

/** Long enough for the hub to look for due deliveries, for those to be over, and for it to notice who is no longer behind. */
async function act(hub: HubHistory): Promise<void> {
  await hub.pass(6)
  if (hub.callbacks.isAnyHanging()) await hub.pass(10)
  await hub.pass(2)
}

async function assertKept(hub: HubHistory, kept: string[]): Promise<void> {
  const delivered = await hub.delivered()
  for (const host of kept)
    assert.equal(delivered.get(host), hub.contents.at(-1), `${host} is lost or behind`)
  for (const host of hub.unsubscribed)
    assert.ok(!delivered.has(host), `${host} is still subscribed`)
}

/** Those that always failed are gone; as long as nobody else can be reached, they might not be to blame. */
async function assertIdle(hub: HubHistory): Promise<void> {
  for (const host of (await hub.delivered()).keys())
    assert.ok(hub.callbacks.isHealthy(host), `${host} always fails, and is still subscribed`)
  assert.deepEqual([hub.problem(), hub.oldestBehindSeconds()], [null, 0])
}

function assertSent({ callbacks, contents, hosts, uninvited }: HubHistory, faults: number): void {
  assert.deepEqual(uninvited, [], 'someone who had unsubscribed got a delivery')
  for (const host of hosts) {
    const received = callbacks.received.filter(one => one.host === host)
    const numbers = received.map(({ content }) => contents.indexOf(content))
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => a - b),
      `${host} got older content after newer`,
    )
    for (const [content, same] of Map.groupBy(received, one => one.content)) {
      assert.equal(new Set(same.map(({ id }) => id)).size, 1, `${host} cannot recognize a repeat`)
      const confirmed = same.filter(one => one.isConfirmed).length
      assert.ok(confirmed <= 1 + faults, `${host} got ${content} ${confirmed} times`)
    }
  }
  const ids = Map.groupBy(callbacks.received, one => one.id)
  for (const same of ids.values())
    assert.equal(new Set(same.map(({ host, content }) => `${host} ${content}`)).size, 1)
}

/** When all is well again, each change goes out at once, in order, and once. */
async function assertAllGet(hub: HubHistory): Promise<void> {
  const subscribed = [...(await hub.delivered()).keys()].sort()
  const before = hub.callbacks.received.length
  for (let change = 0; change < 3; change++) {
    hub.publish()
    await hub.pass(3)
  }
  const received = hub.callbacks.received.slice(before)
  const expected = hub.contents
    .slice(-3)
    .flatMap(content => subscribed.map(host => `${content} ${host}`))
  const got = received.map(({ content, host }) => `${content} ${host}`)
  assert.deepEqual(got.sort(), expected.sort())
  await assertIdle(hub)
}

async function assertTellsWhoIsBehind(hub: HubHistory, host: string): Promise<void> {
  hub.callbacks.failOnce(host)
  hub.publish()
  await hub.pass(3)
  hub.machine.pass(30_000)
  const behind = hub.oldestBehindSeconds()
  assert.ok(behind >= 31 && behind <= 33, `${behind} seconds instead of about 33`)
  // The first retry comes after a minute, more or less.
  hub.machine.pass(60_000)
  await hub.pass(8)
  assert.equal(hub.oldestBehindSeconds(), 0)
  assert.equal((await hub.delivered()).get(host), hub.contents.at(-1))
}

/** Found by the benchmark: the outcome of a delivery is saved after the clock was set back, with the time of the next one by the old clock. */
const OUTCOME_BY_OLD_CLOCK: Plan = {
  subscribers: [
    { manner: 'hangs', failingShare: 1 },
    { manner: 'no name', failingShare: 0 },
  ],
  steps: [
    { event: { kind: 'publish' }, waitSeconds: 1 },
    { event: { kind: 'publish' }, waitSeconds: 0 },
    { event: { kind: 'database', fault: 'locked', seconds: 10 }, waitSeconds: 10 },
    { event: { kind: 'clock', seconds: -4768 }, waitSeconds: 0 },
  ],
  seed: 1,
}

it('Whatever fails at whatever moment, no subscriber is lost, and afterwards everyone gets every change in order', async t => {
  const opened = await openTestStore(t)
  const time = useVirtualTime(t)
  await fc.assert(
    fc.asyncProperty(history, plan => live(opened, time, plan)),
    { ...nightlyRuns(200), examples: [[OUTCOME_BY_OLD_CLOCK]] },
  )
})
