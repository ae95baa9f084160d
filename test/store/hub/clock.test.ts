/** The clock of the machine is set back while the hub runs, or while it is stopped. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSteadyClock } from '../../../src/hub/steady-clock.ts'
import { answerWith, startCallback } from '../../kit/callback.ts'
import { startTestHub, subscribed, type TestHub } from '../../kit/hub.ts'
import { until } from '../../kit/service.ts'

const TEN_MINUTES = 600
/** So long that only a test that advances the clock sees a retry. */
const LONG = { retrySeconds: [60, 1800] }

const dueInSeconds = async (hub: TestHub) =>
  (Date.parse((await hub.active())[0]!.next_attempt_at) - hub.clock.nowMs) / 1000

describe('A clock that is set back', { concurrency: 4 }, () => {
  it('Everyone gets the next change at once, and the hub reports how long they are behind', async t => {
    const callback = await startCallback(t)
    const hub = await startTestHub(t)
    for (let number = 0; number < 20; number++)
      assert.equal((await hub.subscribe({ callback: callback.url(`/${number}`) })).status, 202)
    await hub.settled()
    hub.publish('news')
    await until(() => callback.deliveries().length === 20)
    await hub.idle()

    const held = Promise.withResolvers<void>()
    callback.onDelivery = async (request, response) => {
      await held.promise
      await answerWith(204)(request, response)
    }
    hub.clock.advance(-TEN_MINUTES)
    hub.publish('more news')
    await until(() => hub.hub.oldestBehindSeconds() > 0)
    held.resolve()
    await until(() => callback.deliveries().length === 40)
  })

  it('A retry comes as long after the failure as ever', async t => {
    const callback = await startCallback(t)
    const hub = await startTestHub(t, LONG)
    await subscribed(hub, { callback: callback.url() })
    callback.onDelivery = answerWith(500)
    hub.publish('news')
    await until(async () => (await hub.active())[0]!.failures === 1)
    hub.clock.advance(-TEN_MINUTES)
    await until(async () => (await dueInSeconds(hub)) <= 60)
    assert.ok(hub.log.some(({ msg }) => msg.includes('set back')))
    callback.onDelivery = answerWith(204)
    hub.clock.advance(73)
    await until(async () => (await hub.active())[0]!.failures === 0)
  })

  it('A retry does not wait for the old time if the clock was set back before a restart', async t => {
    const callback = await startCallback(t)
    const hub = await startTestHub(t, LONG)
    await subscribed(hub, { callback: callback.url() })
    callback.onDelivery = answerWith(500)
    hub.publish('news')
    await until(async () => (await hub.active())[0]!.failures === 1)
    await hub.restart(-TEN_MINUTES)
    await until(async () => (await dueInSeconds(hub)) <= 60)
  })

  it('A suspended host is tried as soon as ever', async t => {
    const callback = await startCallback(t)
    const hub = await startTestHub(t, LONG)
    for (let number = 0; number < 20; number++)
      await hub.subscribe({ callback: callback.url(`/${number}`) })
    await hub.settled()
    callback.onDelivery = answerWith(503)
    hub.publish('news')
    await until(async () => (await hub.active()).every(({ failures }) => failures === 1))
    assert.equal((await hub.store.hub.listSuspensions()).length, 1)
    hub.clock.advance(-TEN_MINUTES)
    await until(() => hub.log.some(({ msg }) => msg.includes('set back')))
    callback.onDelivery = answerWith(204)
    hub.clock.advance(73)
    await until(async () => (await hub.active()).some(({ failures }) => failures === 0))
    await until(async () => (await hub.store.hub.listSuspensions()).length === 0)
  })
})

describe('The steady clock', () => {
  it('It goes on from where it was when the machine’s clock is set back, and knows the machine’s time', () => {
    let nowMs = 1_000_000
    const clock = createSteadyClock(() => new Date(nowMs))
    assert.equal(clock.ms(), 1_000_000)
    nowMs -= 600_000
    assert.equal(clock.ms(), 1_000_000)
    nowMs += 5000
    assert.equal(clock.ms(), 1_005_000)
    assert.equal(clock.toDate(1_010_000).getTime(), nowMs + 5000)
  })
})
