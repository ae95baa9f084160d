import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { pino } from 'pino'
import type { HubDependencies } from '../../../src/hub/hub.ts'
import { createOutage, type OutageDependencies } from '../../../src/hub/outage.ts'
import { failureKind, TimedOut, Unresolved } from '../../../src/outgoing/failures.ts'
import { answerWith, type CallbackServer, inTurn, startCallback } from '../../kit/callback.ts'
import { startTestHub, subscribed, type TestHub } from '../../kit/hub.ts'
import { startResolver, type TestResolver } from '../../kit/resolver.ts'
import { until } from '../../kit/service.ts'
import { authority } from '../../kit/tls.ts'

const LONG = { retrySeconds: [60, 1800] }
const DAY_SECONDS = 86_400

interface Stage {
  callback: CallbackServer
  hub: TestHub
  resolver: TestResolver
  urlOf(name: string): string
}

/** A hub, a resolver, and subscribers at these hosts that have received a delivery. */
async function stage(
  t: TestContext,
  names: string[],
  options: Partial<HubDependencies> = {},
): Promise<Stage> {
  const certificate = await (await authority()).issue([...names, 'another.example'])
  const callback = await startCallback(t, { certificate })
  const resolver = await startResolver(t)
  const hub = await startTestHub(t, { ...LONG, resolve: resolver.resolve, ...options })
  const urlOf = (name: string) => `https://${name}:${callback.port}/`
  for (const name of names)
    assert.equal((await hub.subscribe({ callback: urlOf(name) })).status, 202)
  await hub.settled()
  hub.publish('before')
  await until(async () => (await hub.active()).every(one => one.last_delivered_at !== null))
  return { callback, hub, resolver, urlOf }
}

const SITES = ['one.example', 'www.two.example', 'three.test', 'four.test', 'five.invalid']

/** Lets time pass in steps, and the hub act in each: whatever waits is tried, or put off, once more. */
async function pass(hub: TestHub, seconds: number, steps: number): Promise<void> {
  for (let step = 0; step < steps; step++) {
    hub.clock.advance(seconds / steps)
    await until(async () =>
      (await hub.active()).every(
        one => one.wait_reason === null || Date.parse(one.next_attempt_at) > hub.clock.nowMs,
      ),
    )
  }
}

/** Longer than a paused hub waits between two probes. */
const PROBE_SECONDS = 301

async function resume(hub: TestHub): Promise<void> {
  hub.clock.advance(PROBE_SECONDS)
  await until(() => hub.hub.problem() === null)
  // What was put off in the meantime.
  hub.clock.advance(60)
}

const upToDate = async (hub: TestHub) =>
  (
    await hub.query(
      'select 1 from subscription s join topic t on t.path = s.topic where s.delivered_hash <> t.hash',
    )
  ).length === 0

const gauge = async (hub: TestHub, name: string) =>
  (await hub.registry.getSingleMetric(`firsthand_websub_${name}`)!.get()).values[0]!.value

const waiting = (hub: TestHub, reason: string, count: number) =>
  until(async () => (await hub.active()).filter(one => one.wait_reason === reason).length === count)

describe('An outage on our side', { concurrency: 3 }, () => {
  for (const treatment of ['dead', 'servfail', 'nxdomain'] as const)
    it(`Nobody is removed while our name servers are ${treatment} for hours, and everyone gets the newest content afterwards`, async t => {
      const { callback, hub, resolver } = await stage(t, SITES)
      resolver.behave(treatment)
      hub.publish('news')
      await until(async () => hub.hub.problem() !== null)
      await until(async () => (await hub.store.hub.listSuspensions())[0]?.scope === 'everything')
      await pass(hub, 3 * 3600, 12)
      hub.publish('newer')
      await pass(hub, 3600, 4)
      assert.deepEqual(
        (await hub.active()).map(({ failures }) => failures),
        SITES.map(() => 0),
      )
      assert.equal(await gauge(hub, 'paused'), 1)
      resolver.behave('sound')
      await resume(hub)
      await until(() => upToDate(hub))
      assert.equal(callback.denials().length, 0)
      assert.equal(hub.hub.problem(), null)
      assert.equal(await gauge(hub, 'paused'), 0)
      await until(async () => (await hub.store.hub.listSuspensions()).length === 0)
      assert.match(JSON.stringify(hub.log), /can reach none of the subscribers/)
    })

  it('Strangers whose names are gone get their failures, and hold up nobody', async t => {
    const strangers = Array.from({ length: 12 }, (_, number) => `s${number}.stranger${number}.test`)
    const { hub, resolver, urlOf } = await stage(t, [...strangers, 'one.example'])
    for (const name of strangers) resolver.set(name, [])
    hub.publish('news')
    await until(
      async () => (await hub.active()).filter(({ failures }) => failures === 1).length === 12,
    )
    const healthy = (await hub.active()).find(one => one.callback === urlOf('one.example'))!
    assert.deepEqual([healthy.failures, hub.hub.problem()], [0, null])
    assert.equal(await gauge(hub, 'paused'), 0)
  })

  it('A name that does not exist is a failure while our own name resolves, even if nobody else is known', async t => {
    const { hub, resolver } = await stage(t, ['one.example'])
    resolver.set('one.example', [])
    hub.publish('news')
    await until(async () => (await hub.active())[0]!.failures === 1)
  })

  it('The only subscriber is not removed while our name servers are dead', async t => {
    const { hub, resolver } = await stage(t, ['one.example'])
    resolver.behave('dead')
    hub.publish('news')
    await waiting(hub, 'outage', 1)
    await pass(hub, 4 * 3600, 8)
    assert.equal((await hub.active())[0]!.failures, 0)
    assert.notEqual(hub.hub.problem(), null)
  })

  it('The outage is over when the only subscriber leaves, because nobody is left who could show that', async t => {
    const { hub, resolver } = await stage(t, ['one.example'])
    resolver.behave('dead')
    hub.publish('news')
    await waiting(hub, 'outage', 1)
    assert.equal(await gauge(hub, 'paused'), 1)
    await hub.store.hub.remove((await hub.active())[0]!.id, 'a test')
    hub.clock.advance(PROBE_SECONDS)
    await until(() => hub.hub.problem() === null)
    assert.equal(await gauge(hub, 'paused'), 0)
  })

  it('A request to subscribe waits for the end of an outage', async t => {
    const { hub, resolver, urlOf } = await stage(t, ['one.example', 'two.test'])
    resolver.behave('dead')
    await hub.subscribe({ callback: urlOf('another.example') })
    await until(async () => hub.hub.problem() !== null)
    hub.clock.advance(PROBE_SECONDS)
    await until(async () => Date.parse((await hub.pending())[0]!.next_attempt_at) > hub.clock.nowMs)
    assert.equal((await hub.pending())[0]?.attempts, 0)
    resolver.behave('sound')
    await resume(hub)
    await until(async () => (await hub.active()).length === 3)
  })
})

describe('A host name that leads to a forbidden address', { concurrency: 3 }, () => {
  for (const addresses of [['10.0.0.1'], ['127.0.0.1', '192.168.1.1'], ['::ffff:169.254.169.254']])
    it(`A delivery waits without a connection or a failure while its host name resolves to ${addresses.join(' and ')}`, async t => {
      const { callback, hub, resolver } = await stage(t, ['one.example'])
      const { connections } = callback
      resolver.behave(addresses)
      hub.publish('news')
      await waiting(hub, 'forbidden', 1)
      await pass(hub, 10 * 3600, 6)
      assert.equal(callback.connections, connections)
      assert.equal((await hub.active())[0]!.failures, 0)
      resolver.behave('sound')
      hub.clock.advance(1800 * 1.2)
      await until(() => upToDate(hub))
    })

  it('A subscription ends when its name has been forbidden for three days while others work, with a notice once it can be sent', async t => {
    const { callback, hub, resolver } = await stage(t, ['one.example', 'two.test'])
    resolver.set('one.example', ['10.0.0.1'])
    hub.publish('news')
    await waiting(hub, 'forbidden', 1)
    await pass(hub, 3 * DAY_SECONDS - 3600, 3)
    assert.equal((await hub.active()).length, 2)
    await pass(hub, 3 * 3600, 2)
    await until(async () => (await hub.active()).length === 1)
    assert.equal(callback.denials().length, 0)
    resolver.set('one.example', ['127.0.0.1'])
    hub.clock.advance(90)
    await until(() => callback.denials().length === 1)
    assert.match(callback.denials()[0]!.url, /hub\.reason=the%20callback%20leads/)
  })

  it('Nobody is removed while our name servers lie about every name', async t => {
    const { hub, resolver } = await stage(t, SITES)
    resolver.behave(['10.1.2.3'])
    hub.publish('news')
    await waiting(hub, 'forbidden', SITES.length)
    await pass(hub, 6 * DAY_SECONDS, 6)
    assert.equal((await hub.active()).length, SITES.length)
  })
})

describe('Denial notices', { concurrency: 2 }, () => {
  it('A denial notice is sent again until the subscriber is available, across a restart', async t => {
    const { callback, hub } = await stage(t, ['one.example'])
    const { id } = (await hub.active())[0]!
    callback.onDenial = inTurn(answerWith(503), answerWith(503), answerWith(200))
    await hub.store.hub.remove(id, 'a test')
    hub.hub.wake()
    await until(() => callback.denials().length === 1)
    await hub.restart()
    for (const [index, seconds] of [60, 300].entries()) {
      hub.clock.advance(seconds)
      await until(() => callback.denials().length === index + 2)
      await until(async () => (await hub.query(CLAIMED_DENIAL)).length === 0)
    }
    await until(async () => (await hub.query('select 1 from denial')).length === 0)
    assert.match(callback.denials()[2]!.url, /hub\.mode=denied.*hub\.reason=a%20test/)
  })

  it('A denial notice that cannot be sent is dropped after a day', async t => {
    const { callback, hub } = await stage(t, ['one.example'])
    const { id } = (await hub.active())[0]!
    callback.onDenial = answerWith(500)
    await hub.store.hub.remove(id, 'a test')
    const delays = [0, 60, 300, 1800, 7200, 14_400, 14_400, 14_400, 14_400, 14_400]
    for (const [index, seconds] of delays.entries()) {
      assert.equal((await hub.query('select 1 from denial')).length, 1)
      hub.clock.advance(seconds)
      await until(() => callback.denials().length === index + 1)
      await until(async () => (await hub.query(CLAIMED_DENIAL)).length === 0)
    }
    // The next one would come after more than a day.
    assert.deepEqual(await hub.query('select 1 from denial'), [])
  })

  it('A subscriber who subscribes again gets no denial notice for the subscription before', async t => {
    const { callback, hub, urlOf } = await stage(t, ['one.example'])
    const { id } = (await hub.active())[0]!
    callback.onDenial = answerWith(503)
    await hub.store.hub.remove(id, 'a test')
    hub.hub.wake()
    await until(() => callback.denials().length === 1)
    await subscribed(hub, { callback: urlOf('one.example') })
    assert.deepEqual(await hub.query('select 1 from denial'), [])
  })
})

const CLAIMED_DENIAL = `select 1 from denial where claimed_until <> ''`

const errorOf = (code: string) => Object.assign(new Error(code), { code })

describe('What a request died of', () => {
  const cases: [kind: string, errors: unknown[]][] = [
    ['limit', ['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL'].map(errorOf)],
    [
      'resolver',
      ['ESERVFAIL', 'ETIMEOUT', 'ECONNREFUSED', 'EAI_AGAIN'].map(code => new Unresolved('a', code)),
    ],
    ['no name', ['ENOTFOUND', 'ENODATA'].map(code => new Unresolved('a', code))],
    [
      'silence',
      [...['ENETUNREACH', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'].map(errorOf), new TimedOut()],
    ],
    ['answer', ['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET', 'CERT_HAS_EXPIRED'].map(errorOf)],
    ['answer', [new AggregateError([errorOf('ENETUNREACH'), errorOf('ECONNREFUSED')])]],
    ['silence', [new AggregateError([errorOf('ENETUNREACH'), errorOf('ETIMEDOUT')])]],
  ]
  for (const [kind, errors] of cases)
    it(`The kind is ${kind} for ${errors.map(error => (error as { code?: string }).code ?? (error as Error).name).join(', ')}`, () => {
      assert.deepEqual(
        errors.map(failureKind),
        errors.map(() => kind),
      )
    })
})

interface World {
  clock: { ms: number }
  /** The error of each host that cannot be connected to. */
  broken: Map<string, Error>
  opened: string[]
}

function makeOutage(known: string[], options: Partial<OutageDependencies> = {}) {
  const world: World = { clock: { ms: 1_000_000 }, broken: new Map(), opened: [] }
  const outage = createOutage({
    listReached: async () => known.map(host => ({ host, callback: `https://${host}/` })),
    async open({ host }) {
      world.opened.push(host)
      const error = world.broken.get(host)
      if (error) throw error
    },
    resolve: async () => ['192.0.2.1'],
    baseUrl: 'https://reviews.example.net',
    hasTrustStore: () => true,
    random: () => 0.5,
    nowMs: () => world.clock.ms,
    onPause: () => {},
    onResume: () => {},
    log: pino({ enabled: false }),
    ...options,
  })
  const judge = (host: string, code: string) => outage.judge(host, errorOf(code), world.clock.ms)
  return { outage, world, judge }
}

describe('Whose fault it is', () => {
  it('A host without a route is at fault if another can be reached', async () => {
    const { outage, judge, world } = makeOutage(['a.example', 'b.test'])
    assert.equal(await judge('a.example', 'ENETUNREACH'), 'theirs')
    assert.deepEqual(world.opened, ['b.test'])
    assert.equal(outage.isPaused(), false)
  })

  it('Nobody is asked if another was reached since the request began', async () => {
    const { outage, judge, world } = makeOutage(['a.example', 'b.test'])
    outage.connected('c.test')
    assert.equal(await judge('a.example', 'ENETUNREACH'), 'theirs')
    assert.deepEqual(world.opened, [])
  })

  it('The fault is ours if no other can be reached, and a host that refuses has been reached', async () => {
    const { outage, judge, world } = makeOutage(['a.example', 'b.test', 'c.test'])
    for (const host of ['b.test', 'c.test']) world.broken.set(host, errorOf('EHOSTUNREACH'))
    assert.equal(await judge('a.example', 'ETIMEDOUT'), 'ours')
    assert.equal(outage.isPaused(), true)
    world.broken.set('c.test', errorOf('ECONNREFUSED'))
    world.clock.ms += 10_000
    assert.equal(await judge('a.example', 'ETIMEDOUT'), 'theirs')
    assert.equal(outage.isPaused(), false)
  })

  it('A probe also asks others, so that no host whose name does not exist can use it up', async () => {
    const { outage, judge, world } = makeOutage(['a.example', 'b.test'])
    assert.equal(await judge('a.example', 'EMFILE'), 'ours')
    world.clock.ms += 15_000
    assert.equal(outage.admits('c.test'), true)
    const noName = new Unresolved('c.test', 'ENOTFOUND')
    assert.equal(await outage.judge('c.test', noName, world.clock.ms), 'theirs')
    assert.equal(outage.isPaused(), false)
  })

  it('Three sites without a valid certificate are our trust store, two are not', async () => {
    const { judge, world } = makeOutage(['a.example', 'b.test', 'c.org'])
    for (const host of ['a.example', 'b.test', 'c.org'])
      world.broken.set(host, errorOf('UNABLE_TO_GET_ISSUER_CERT_LOCALLY'))
    assert.equal(await judge('a.example', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'), 'ours')
    const two = makeOutage(['a.example', 'b.test'])
    two.world.broken.set('b.test', errorOf('UNABLE_TO_GET_ISSUER_CERT_LOCALLY'))
    assert.equal(await two.judge('a.example', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'), 'theirs')
    const empty = makeOutage([], { hasTrustStore: () => false })
    assert.equal(await empty.judge('a.example', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'), 'ours')
  })

  it('A limit of this machine is always our fault', async () => {
    const { judge } = makeOutage(['a.example', 'b.test'])
    assert.equal(await judge('a.example', 'EMFILE'), 'ours')
  })

  it('Silence of the only known host is unclear, a refusal is not', async () => {
    const { outage, judge } = makeOutage(['a.example'])
    assert.equal(await judge('a.example', 'ETIMEDOUT'), 'unclear')
    assert.equal(await judge('a.example', 'ECONNREFUSED'), 'theirs')
    assert.equal(outage.isPaused(), false)
  })

  it('Many hosts of one site count as one', async () => {
    const names = Array.from({ length: 50 }, (_, number) => `${number}.stranger.test`)
    const { judge, world } = makeOutage([...names, 'b.example'])
    for (const name of names) world.broken.set(name, errorOf('ETIMEDOUT'))
    assert.equal(await judge(names[0]!, 'ETIMEDOUT'), 'theirs')
  })

  it('A callback without a name says nothing about name servers, and is not held up by them', async () => {
    const { outage, world } = makeOutage(['a.example', '192.0.2.7'], { resolve: async () => [] })
    outage.connected('192.0.2.7')
    assert.equal(
      await outage.judge('a.example', new Unresolved('a.example', 'ESERVFAIL'), world.clock.ms),
      'ours',
    )
    assert.equal(outage.admits('192.0.2.7'), true)
    assert.equal(outage.admits('a.example'), false)
    outage.connected('192.0.2.7')
    assert.equal(outage.isPaused(), true)
    outage.connected('b.example')
    assert.equal(outage.isPaused(), false)
  })

  it('A paused hub probes with one request at a time, ever less often, and resumes with the first connection', async () => {
    const { outage, judge, world } = makeOutage(['a.example', 'b.test'])
    world.broken.set('b.test', errorOf('ETIMEDOUT'))
    await judge('a.example', 'ETIMEDOUT')
    const admitted: number[] = []
    const startedMs = world.clock.ms
    for (let second = 0; second < 1000; second++) {
      for (let request = 0; request < 3; request++)
        if (outage.admits('a.example')) admitted.push((world.clock.ms - startedMs) / 1000)
      world.clock.ms += 1000
    }
    assert.deepEqual(admitted, [15, 45, 105, 225, 465, 765])
    outage.connected('a.example')
    assert.equal(outage.admits('a.example') && outage.admits('a.example'), true)
  })
})
