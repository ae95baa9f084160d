import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createBreaker, type DeliveryResult, resultOf } from '../../../src/hub/circuit-breaker.ts'
import { createSteadyClock } from '../../../src/hub/steady-clock.ts'
import type { DueRow } from '../../../src/store/hub/hub-store.ts'
import { answerWith, type CallbackServer, startCallback } from '../../kit/callback.ts'
import { startTestHub, subscribed, type TestHub } from '../../kit/hub.ts'
import { until } from '../../kit/service.ts'
import { authority } from '../../kit/tls.ts'

const MINUTE_MS = 60_000

interface Results {
  /** The callbacks of the host take turns. */
  callbacks?: number
  result?: DeliveryResult
}

function makeBreaker() {
  const clock = { ms: 1_000_000 }
  const breaker = createBreaker(createSteadyClock(() => new Date(clock.ms)))
  const note = (
    host: string,
    count: number,
    { callbacks = 100, result = 'host failed' }: Results = {},
  ) =>
    Array.from({ length: count }, (_, number) =>
      breaker.note({ host, callback: `https://${host}/${number % callbacks}` }, result),
    ).at(-1)!
  const admit = (host: string, row: Partial<DueRow> = {}) =>
    breaker.admit({
      host,
      callback: `https://${host}/x`,
      failures: 1,
      last_delivered_at: null,
      ...row,
    })
  const isOpen = (host: string, row: Partial<DueRow> = {}) => admit(host, row).kind !== 'send'
  const inMs = (ms: number) => new Date(clock.ms + ms).toISOString()
  return { breaker, clock, note, admit, isOpen, inMs }
}

const SUCCEEDED: Results = { result: 'succeeded' }

describe('The circuit breaker of a host', () => {
  it('A host is suspended for five minutes after ten failures', () => {
    const { note, isOpen, inMs } = makeBreaker()
    note('a', 9)
    assert.equal(isOpen('a'), false)
    assert.equal(note('a', 1).suspended?.ends_at, inMs(5 * MINUTE_MS))
    assert.equal(isOpen('a'), true)
    assert.equal(isOpen('b'), false)
  })

  it('A host is suspended when four of five tries failed, and not when fewer did', () => {
    const { note, isOpen } = makeBreaker()
    note('a', 7)
    note('a', 2, SUCCEEDED)
    assert.equal(isOpen('a'), false)
    note('a', 1)
    assert.equal(isOpen('a'), true)
    note('b', 7)
    note('b', 3, SUCCEEDED)
    for (let round = 0; round < 10; round++) {
      note('b', 3)
      note('b', 1, SUCCEEDED)
    }
    assert.equal(isOpen('b'), false)
  })

  it('A host is suspended for failures of three callbacks, not of two', () => {
    const { note, isOpen } = makeBreaker()
    note('a', 30, { callbacks: 2 })
    assert.equal(isOpen('a'), false)
    note('b', 30, { callbacks: 3 })
    assert.equal(isOpen('b'), true)
  })

  it('A host is not suspended for callbacks that respond with 404', () => {
    const { note, isOpen } = makeBreaker()
    note('a', 1000, { result: 'failed' })
    assert.equal(isOpen('a'), false)
  })

  it('A status of 429 or 5xx counts against the host, any other only against the callback', () => {
    assert.deepEqual([429, 500, 503, 599].map(resultOf), Array(4).fill('host failed'))
    assert.deepEqual([301, 400, 401, 403, 404, 428, 499].map(resultOf), Array(7).fill('failed'))
    assert.deepEqual([200, 202, 204, 299].map(resultOf), Array(4).fill('succeeded'))
  })

  it('A callback whose last delivery succeeded, or that has had none yet, is never suspended because of others', () => {
    const { note, isOpen } = makeBreaker()
    note('a', 30)
    const last_delivered_at = '2026-06-01T12:00:00.000Z'
    assert.equal(isOpen('a', { failures: 0, last_delivered_at }), false)
    assert.equal(isOpen('a', { failures: 1, last_delivered_at }), true)
    assert.equal(isOpen('a', { failures: 0 }), false)
  })

  it('The breaker forgets tries after five minutes', () => {
    const { clock, note, isOpen } = makeBreaker()
    note('a', 9)
    clock.ms += 5 * MINUTE_MS
    note('a', 9)
    assert.equal(isOpen('a'), false)
  })

  it('The breaker does not stay open longer because of requests that were under way', () => {
    const { clock, note, isOpen } = makeBreaker()
    note('a', 10)
    clock.ms += 4 * MINUTE_MS
    assert.equal(note('a', 8).suspended, null)
    assert.equal(isOpen('a'), true)
    clock.ms += MINUTE_MS
    assert.equal(isOpen('a'), false)
  })

  it('The breaker counts from zero after it was open', () => {
    const { clock, note, isOpen, inMs } = makeBreaker()
    note('a', 10)
    clock.ms += 5 * MINUTE_MS - 1
    assert.equal(isOpen('a'), true)
    clock.ms += 1
    note('a', 9)
    assert.equal(isOpen('a'), false)
    assert.equal(note('a', 1).suspended?.ends_at, inMs(5 * MINUTE_MS))
  })
})

describe('The circuit breaker of a callback', () => {
  const callback = 'https://a/0'

  it('A callback is suspended after five failures of any kind, and others on its host are not', () => {
    const { note, isOpen, inMs } = makeBreaker()
    note('a', 4, { callbacks: 1, result: 'failed' })
    assert.equal(isOpen('a', { callback }), false)
    assert.equal(note('a', 1, { callbacks: 1 }).suspended?.ends_at, inMs(5 * MINUTE_MS))
    assert.equal(isOpen('a', { callback }), true)
    assert.equal(isOpen('a'), false)
  })

  it('The breaker returns each suspension once, and counts those that last', () => {
    const { breaker, clock, note } = makeBreaker()
    note('a', 4, { callbacks: 1 })
    const row = { host: 'a', callback }
    const { suspended } = breaker.note(row, 'failed')
    assert.deepEqual([suspended?.scope, suspended?.subject], ['callback', callback])
    assert.equal(breaker.note(row, 'failed').suspended, null)
    assert.deepEqual(breaker.suspended(), { hosts: 0, callbacks: 1 })
    clock.ms += 5 * MINUTE_MS
    assert.deepEqual(breaker.suspended(), { hosts: 0, callbacks: 0 })
  })
})

describe('Trials of what is suspended', () => {
  const [one, two] = ['https://a/one', 'https://a/two']

  it('One delivery every half minute is a trial, and those that come back for one are told when', () => {
    const { clock, note, admit } = makeBreaker()
    note('a', 10)
    const startMs = clock.ms
    for (const seconds of [30, 60, 90])
      assert.deepEqual(admit('a'), { kind: 'wait', untilMs: startMs + seconds * 1000 })
    clock.ms = startMs + 31_000
    assert.deepEqual(admit('a', { callback: one }), { kind: 'trial' })
    assert.deepEqual(admit('a', { callback: two }), { kind: 'wait', untilMs: startMs + 120_000 })
    clock.ms = startMs + 60_000
    assert.deepEqual(admit('a', { callback: two }), { kind: 'trial' })
  })

  it('The first delivery to a callback is a trial if one is due', () => {
    const { breaker, clock, note, admit } = makeBreaker()
    note('a', 10)
    assert.deepEqual(admit('a', { callback: one, failures: 0 }), { kind: 'send' })
    clock.ms += 30_000
    assert.deepEqual(admit('a', { callback: one, failures: 0 }), { kind: 'trial' })
    assert.equal(admit('a', { callback: two }).kind, 'wait')
    assert.equal(breaker.note({ host: 'a', callback: one }, 'succeeded').lifted.length, 1)
  })

  it('Deliveries for which there is no trial come back at the end of the suspension', () => {
    const { clock, note, admit } = makeBreaker()
    note('a', 10)
    for (let trial = 1; trial < 10; trial++) admit('a')
    for (let more = 0; more < 3; more++)
      assert.deepEqual(admit('a'), { kind: 'wait', untilMs: clock.ms + 5 * MINUTE_MS })
  })

  for (const [result, lifts] of [
    ['succeeded', true],
    ['failed', true],
    ['host failed', false],
  ] as const)
    it(`A trial that ${result} ${lifts ? 'ends' : 'does not end'} the suspension of a host`, () => {
      const { breaker, clock, note, admit, isOpen } = makeBreaker()
      note('a', 10)
      clock.ms += 30_000
      admit('a', { callback: one })
      const { lifted } = breaker.note({ host: 'a', callback: one }, result)
      assert.deepEqual(lifted, lifts ? [{ scope: 'host', subject: 'a' }] : [])
      assert.equal(isOpen('a', { callback: two }), !lifts)
    })

  it('Only a trial that succeeded ends the suspension of a callback', () => {
    const { breaker, clock, note, admit, isOpen } = makeBreaker()
    const callback = 'https://a/0'
    note('a', 5, { callbacks: 1, result: 'failed' })
    for (const [result, lifted] of [
      ['failed', []],
      ['succeeded', [{ scope: 'callback', subject: callback }]],
    ] as const) {
      clock.ms += 30_000
      assert.equal(admit('a', { callback }).kind, 'trial')
      assert.deepEqual(breaker.note({ host: 'a', callback }, result).lifted, lifted)
    }
    assert.equal(isOpen('a', { callback }), false)
  })

  it('A success that was no trial does not end a suspension', () => {
    const { breaker, note, isOpen } = makeBreaker()
    note('a', 30)
    assert.deepEqual(breaker.note({ host: 'a', callback: one }, 'succeeded').lifted, [])
    assert.equal(isOpen('a', { callback: two }), true)
  })
})

async function subscribeMany(hub: TestHub, callback: CallbackServer, host: string, count: number) {
  for (let number = 0; number < count; number++) {
    const url = `https://${host}:${callback.port}/${number}`
    assert.equal((await hub.subscribe({ callback: url })).status, 202)
  }
  await hub.settled()
}

async function countAborted(hub: TestHub): Promise<number> {
  const { values } = await hub.registry.getSingleMetric('firsthand_websub_deliveries_total')!.get()
  return values.find(({ labels }) => labels.outcome === 'slow')?.value ?? 0
}

const deliveriesTo = (callback: CallbackServer, host: string) =>
  callback.deliveries().filter(({ headers }) => headers.host!.startsWith(`${host}:`))

describe('A host that fails', { concurrency: 3 }, () => {
  const retrySeconds = [60, 1800]

  const untilPutOff = (hub: TestHub) =>
    until(async () =>
      (await hub.active()).every(one => Date.parse(one.next_attempt_at) > hub.clock.nowMs + 20_000),
    )

  it('Every callback of a failing host gets one delivery, then one at a time is tried, which counts, until one succeeds', async t => {
    const callback = await startCallback(t)
    const hub = await startTestHub(t, { retrySeconds })
    await subscribeMany(hub, callback, 'localhost', 30)
    callback.onDelivery = answerWith(500)
    hub.publish('news')
    await untilPutOff(hub)
    const failures = async () => (await hub.active()).reduce((sum, one) => sum + one.failures, 0)
    assert.equal(await failures(), 30)
    // A slow delivery may be aborted for others and repeated.
    const repeated = callback.deliveries().length - 30
    assert.ok(repeated <= (await countAborted(hub)), `${repeated} more were sent`)

    hub.clock.advance(61)
    await until(async () => (await failures()) === 31)
    await untilPutOff(hub)
    await hub.idle()
    assert.equal(callback.deliveries().length, 31 + repeated)

    callback.onDelivery = answerWith(204)
    hub.clock.advance(31)
    await until(
      async () => (await hub.active()).filter(one => one.last_status === 204).length === 29,
    )
    assert.deepEqual(await hub.store.hub.listSuspensions(), [])
  })

  it('New callbacks on the host of many that fail get the first change at once, and those that keep failing are removed', async t => {
    const callback = await startCallback(t)
    const hub = await startTestHub(t, { retrySeconds })
    await subscribeMany(hub, callback, 'localhost', 40)
    const isHealthy = ({ url }: { url: string }) => url.startsWith('/healthy')
    callback.onDelivery = (request, response) =>
      answerWith(isHealthy(request) ? 204 : 503)(request, response)
    hub.publish('news')
    await until(async () => (await hub.store.hub.listSuspensions()).length === 1)
    for (let number = 0; number < 5; number++)
      assert.equal(
        (await hub.subscribe({ callback: callback.url(`/healthy/${number}`) })).status,
        202,
      )
    await hub.settled()
    hub.publish('more news')
    const reached = () =>
      new Set(
        callback
          .deliveries()
          .filter(isHealthy)
          .map(({ url }) => url),
      )
    await until(() => reached().size === 5)

    // Far longer than all retries of one callback take.
    for (let turn = 0; turn < 100 && (await hub.active()).length > 5; turn++) {
      await hub.idle()
      hub.clock.advance(300)
    }
    assert.equal((await hub.active()).length, 5)
    assert.ok((await hub.active()).every(({ failures }) => failures === 0))
  })

  it('Callbacks of a stranger do not hold up healthy ones on the same host', async t => {
    const callback = await startCallback(t)
    const hub = await startTestHub(t, { retrySeconds })
    await subscribeMany(hub, callback, 'localhost', 35)
    hub.publish('news')
    await until(async () => (await hub.active()).every(one => one.last_delivered_at !== null))
    const isHealthy = ({ url }: { url: string }) => Number(url.slice(1)) >= 30
    for (const [index, status] of [404, 500].entries()) {
      callback.received.length = 0
      callback.onDelivery = (request, response) =>
        answerWith(isHealthy(request) ? 204 : status)(request, response)
      hub.publish(`news ${status}`)
      await until(
        () =>
          new Set(
            callback
              .deliveries()
              .filter(isHealthy)
              .map(({ url }) => url),
          ).size === 5,
      )
      hub.clock.advance(61)
      await until(async () => (await hub.store.hub.listSuspensions()).length === index)
    }
  })

  it('A failing host does not keep others from their deliveries', async t => {
    const certificate = await (await authority()).issue(['broken.localhost', 'sound.localhost'])
    const callback = await startCallback(t, { certificate })
    const hub = await startTestHub(t, { retrySeconds })
    await subscribeMany(hub, callback, 'broken.localhost', 12)
    await subscribed(hub, { callback: `https://sound.localhost:${callback.port}/` })
    callback.onDelivery = (request, response) =>
      answerWith(request.headers.host!.startsWith('broken') ? 500 : 204)(request, response)
    for (const [index, text] of ['one', 'two', 'three'].entries()) {
      hub.publish(text)
      await until(() => deliveriesTo(callback, 'sound.localhost').length === index + 1)
    }
    assert.ok(deliveriesTo(callback, 'broken.localhost').length <= 12)
  })
})
