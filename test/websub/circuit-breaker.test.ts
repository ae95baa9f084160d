import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBreaker } from '../../src/websub/circuit-breaker.ts'
import { answerWith, type CallbackServer, startCallback } from '../kit/callback.ts'
import { startTestHub, subscribed, type TestHub } from '../kit/hub.ts'
import { until } from '../kit/service.ts'
import { authority } from '../kit/tls.ts'

const MINUTE_MS = 60_000
/** Long enough for a hub that has something to send to send it. */
const SENT_BY_THEN_MS = 1500

function makeBreaker() {
  const clock = { ms: 1_000_000 }
  const breaker = createBreaker(() => clock.ms)
  const note = (host: string, failures: number, successes = 0) => {
    for (let number = 0; number < failures; number++) breaker.note(host, false)
    for (let number = 0; number < successes; number++) breaker.note(host, true)
  }
  return { breaker, clock, note }
}

describe('the breaker', () => {
  it('lets a host rest for five minutes after ten failures', () => {
    const { breaker, clock, note } = makeBreaker()
    note('a', 10)
    assert.equal(breaker.restsUntil('a'), clock.ms + 5 * MINUTE_MS)
  })

  it('lets no host rest after nine', () => {
    const { breaker, note } = makeBreaker()
    note('a', 9)
    assert.equal(breaker.restsUntil('a'), null)
  })

  it('knows nothing against a host that it has not seen, or that never failed', () => {
    const { breaker, note } = makeBreaker()
    note('a', 0, 100)
    assert.equal(breaker.restsUntil('a'), null)
    assert.equal(breaker.restsUntil('b'), null)
  })

  it('lets a host rest when four of five tries failed', () => {
    const { breaker, note } = makeBreaker()
    note('a', 7, 2)
    assert.equal(breaker.restsUntil('a'), null)
    note('a', 1)
    assert.notEqual(breaker.restsUntil('a'), null)
  })

  it('lets no host rest when less than four of five tries failed', () => {
    const { breaker, note } = makeBreaker()
    note('a', 7, 3)
    assert.equal(breaker.restsUntil('a'), null)
    for (let round = 0; round < 10; round++) note('a', 3, 1)
    assert.equal(breaker.restsUntil('a'), null)
  })

  it('judges each host by itself', () => {
    const { breaker, note } = makeBreaker()
    note('a', 9)
    note('b', 9)
    note('a', 1)
    assert.notEqual(breaker.restsUntil('a'), null)
    assert.equal(breaker.restsUntil('b'), null)
  })

  it('forgets what is older than five minutes', () => {
    const { breaker, clock, note } = makeBreaker()
    note('a', 9)
    clock.ms += 5 * MINUTE_MS
    note('a', 9)
    assert.equal(breaker.restsUntil('a'), null)
  })

  it('makes no rest longer for what was under way when it began', () => {
    const { breaker, clock, note } = makeBreaker()
    note('a', 10)
    const until = breaker.restsUntil('a')
    clock.ms += MINUTE_MS
    note('a', 8)
    assert.equal(breaker.restsUntil('a'), until)
  })

  it('counts anew after the rest', () => {
    const { breaker, clock, note } = makeBreaker()
    note('a', 10)
    clock.ms += 5 * MINUTE_MS - 1
    assert.notEqual(breaker.restsUntil('a'), null)
    clock.ms += 1
    assert.equal(breaker.restsUntil('a'), null)
    note('a', 9)
    assert.equal(breaker.restsUntil('a'), null)
    note('a', 1)
    assert.equal(breaker.restsUntil('a'), clock.ms + 5 * MINUTE_MS)
  })
})

async function subscribeMany(hub: TestHub, callback: CallbackServer, host: string, count: number) {
  for (let number = 0; number < count; number++) {
    const url = `https://${host}:${callback.port}/${number}`
    assert.equal((await hub.subscribe({ callback: url })).status, 202)
  }
  await hub.settled()
}

const deliveriesTo = (callback: CallbackServer, host: string) =>
  callback.deliveries().filter(({ headers }) => headers.host!.startsWith(`${host}:`))

describe('a host that fails', { concurrency: 3 }, () => {
  const retrySeconds = [60, 1800]

  it('costs its twelve subscriptions no more strikes while it rests', async t => {
    const callback = await startCallback(t)
    const hub = await startTestHub(t, { retrySeconds })
    await subscribeMany(hub, callback, 'localhost', 12)
    callback.onDelivery = answerWith(500)
    hub.publish('news')
    await until(async () => (await hub.active()).every(({ last_status }) => last_status === 500))
    const struck = callback.deliveries().length

    hub.clock.advance(61)
    await until(async () =>
      (await hub.active()).every(one => Date.parse(one.next_attempt_at) > hub.clock.nowMs + 180_000),
    )
    await sleep(SENT_BY_THEN_MS)
    assert.equal(callback.deliveries().length, struck)
    for (const { failures } of await hub.active()) assert.equal(failures, 1)

    callback.onDelivery = answerWith(204)
    hub.clock.advance(300)
    await until(async () => (await hub.active()).every(({ failures }) => failures === 0))
    assert.equal(callback.deliveries().length, struck + 12)
  })

  it('costs only those a strike that were sent before it was known to fail', async t => {
    const callback = await startCallback(t)
    const hub = await startTestHub(t, { retrySeconds })
    await subscribeMany(hub, callback, 'localhost', 40)
    callback.onDelivery = answerWith(500)
    hub.publish('news')
    await until(async () =>
      (await hub.active()).every(one => Date.parse(one.next_attempt_at) > hub.clock.nowMs + 30_000),
    )
    const struck = (await hub.active()).filter(({ failures }) => failures > 0)
    // Ten to know it, and at most eight that were under way by then.
    assert.ok(struck.length >= 10 && struck.length <= 18, `${struck.length} of 40 were struck`)
    assert.equal(callback.deliveries().length, struck.length)
  })

  it('keeps no other host from its deliveries', async t => {
    const certificate = await (await authority()).issue(['broken.localhost', 'sound.localhost'])
    const callback = await startCallback(t, { certificate })
    const hub = await startTestHub(t, { retrySeconds })
    await subscribeMany(hub, callback, 'broken.localhost', 12)
    await subscribed(hub, { callback: `https://sound.localhost:${callback.port}/` })
    callback.onDelivery = (request, response) =>
      answerWith(request.headers.host!.startsWith('broken') ? 500 : 204)(request, response)
    for (const [place, text] of ['one', 'two', 'three'].entries()) {
      hub.publish(text)
      await until(() => deliveriesTo(callback, 'sound.localhost').length === place + 1)
    }
    assert.ok(deliveriesTo(callback, 'broken.localhost').length <= 12)
  })
})
