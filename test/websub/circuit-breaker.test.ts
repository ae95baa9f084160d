import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createBreaker } from '../../src/websub/circuit-breaker.ts'
import { answerWith, type CallbackServer, startCallback } from '../kit/callback.ts'
import { startTestHub, subscribed, type TestHub } from '../kit/hub.ts'
import { until } from '../kit/service.ts'
import { authority } from '../kit/tls.ts'

const MINUTE_MS = 60_000

function makeBreaker() {
  const clock = { ms: 1_000_000 }
  const breaker = createBreaker(() => clock.ms)
  const note = (host: string, failures: number, successes = 0) => {
    for (let number = 0; number < failures; number++) breaker.note(host, false)
    for (let number = 0; number < successes; number++) breaker.note(host, true)
  }
  return { breaker, clock, note }
}

describe('The circuit breaker', () => {
  it('The breaker opens for five minutes after ten failures', () => {
    const { breaker, clock, note } = makeBreaker()
    note('a', 10)
    assert.equal(breaker.openUntil('a'), clock.ms + 5 * MINUTE_MS)
  })

  it('The breaker stays closed after nine failures', () => {
    const { breaker, note } = makeBreaker()
    note('a', 9)
    assert.equal(breaker.openUntil('a'), null)
  })

  it('The breaker stays closed for hosts that are unknown or never failed', () => {
    const { breaker, note } = makeBreaker()
    note('a', 0, 100)
    assert.equal(breaker.openUntil('a'), null)
    assert.equal(breaker.openUntil('b'), null)
  })

  it('The breaker opens when four of five tries failed', () => {
    const { breaker, note } = makeBreaker()
    note('a', 7, 2)
    assert.equal(breaker.openUntil('a'), null)
    note('a', 1)
    assert.notEqual(breaker.openUntil('a'), null)
  })

  it('The breaker stays closed when fewer than four of five tries failed', () => {
    const { breaker, note } = makeBreaker()
    note('a', 7, 3)
    assert.equal(breaker.openUntil('a'), null)
    for (let round = 0; round < 10; round++) note('a', 3, 1)
    assert.equal(breaker.openUntil('a'), null)
  })

  it('The breaker judges each host on its own', () => {
    const { breaker, note } = makeBreaker()
    note('a', 9)
    note('b', 9)
    note('a', 1)
    assert.notEqual(breaker.openUntil('a'), null)
    assert.equal(breaker.openUntil('b'), null)
  })

  it('The breaker forgets tries after five minutes', () => {
    const { breaker, clock, note } = makeBreaker()
    note('a', 9)
    clock.ms += 5 * MINUTE_MS
    note('a', 9)
    assert.equal(breaker.openUntil('a'), null)
  })

  it('The breaker does not stay open longer because of requests that were under way', () => {
    const { breaker, clock, note } = makeBreaker()
    note('a', 10)
    const openUntil = breaker.openUntil('a')
    clock.ms += MINUTE_MS
    note('a', 8)
    assert.equal(breaker.openUntil('a'), openUntil)
  })

  it('The breaker counts from zero after it was open', () => {
    const { breaker, clock, note } = makeBreaker()
    note('a', 10)
    clock.ms += 5 * MINUTE_MS - 1
    assert.notEqual(breaker.openUntil('a'), null)
    clock.ms += 1
    assert.equal(breaker.openUntil('a'), null)
    note('a', 9)
    assert.equal(breaker.openUntil('a'), null)
    note('a', 1)
    assert.equal(breaker.openUntil('a'), clock.ms + 5 * MINUTE_MS)
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

  it('Subscriptions of a failing host collect no more failures while the breaker is open', async t => {
    const callback = await startCallback(t)
    const hub = await startTestHub(t, { retrySeconds })
    await subscribeMany(hub, callback, 'localhost', 12)
    callback.onDelivery = answerWith(500)
    hub.publish('news')
    await until(async () => (await hub.active()).every(({ last_status }) => last_status === 500))
    const failed = callback.deliveries().length

    hub.clock.advance(61)
    await until(async () =>
      (await hub.active()).every(one => Date.parse(one.next_attempt_at) > hub.clock.nowMs + 180_000),
    )
    await hub.idle()
    assert.equal(callback.deliveries().length, failed)
    for (const { failures } of await hub.active()) assert.equal(failures, 1)

    callback.onDelivery = answerWith(204)
    hub.clock.advance(300)
    await until(async () => (await hub.active()).every(({ failures }) => failures === 0))
    assert.equal(
      new Set(
        callback
          .deliveries()
          .slice(failed)
          .map(({ url }) => url),
      ).size,
      12,
    )
  })

  it('Only deliveries that were sent before the breaker opened count as failures', async t => {
    const callback = await startCallback(t)
    const hub = await startTestHub(t, { retrySeconds })
    await subscribeMany(hub, callback, 'localhost', 40)
    callback.onDelivery = answerWith(500)
    hub.publish('news')
    await until(async () =>
      (await hub.active()).every(one => Date.parse(one.next_attempt_at) > hub.clock.nowMs + 30_000),
    )
    const failed = (await hub.active()).filter(({ failures }) => failures > 0)
    // Ten to open the breaker, and at most eight that were under way by then.
    assert.ok(failed.length >= 10 && failed.length <= 18, `${failed.length} of 40 failed`)
    // A slow delivery may be aborted for others and repeated.
    const repeated = callback.deliveries().length - failed.length
    assert.ok(repeated <= (await countAborted(hub)), `${repeated} more were sent`)
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
