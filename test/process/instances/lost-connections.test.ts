/** PostgreSQL closes all connections of a hub in the middle of its deliveries. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { after, answerWith, startCallback } from '../../kit/callback.ts'
import { startTestHub } from '../../kit/hub.ts'
import { until } from '../../kit/service.ts'
import { countDeliveries, hostsFor, subscribersSql } from '../../kit/subscribers.ts'
import { authority } from '../../kit/tls.ts'

const SUBSCRIBERS = 120
const PER_HOST = 40

const TERMINATE = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name = 'firsthand'`

describe('A hub that loses its connections to PostgreSQL during deliveries', () => {
  it('The hub continues on new connections, and every subscriber gets the content once', async t => {
    const certificate = await (await authority()).issue(hostsFor(SUBSCRIBERS, PER_HOST))
    const callback = await startCallback(t, { certificate })
    const hub = await startTestHub(t)
    await hub.query(subscribersSql(callback, SUBSCRIBERS, PER_HOST))
    callback.onDelivery = after(150, answerWith(204))
    await until(async () => (await hub.query('select id from hub_instance')).length > 0)
    const [before] = await hub.query('select id from hub_instance')
    hub.publish('news')
    // Some are saved, some under way, some claimed, and none may be sent by two.
    for (const share of [0.2, 0.5]) {
      await until(() => callback.deliveries().length >= share * SUBSCRIBERS)
      assert.ok((await hub.query(TERMINATE)).length > 1)
    }
    assert.ok(callback.deliveries().length < SUBSCRIBERS, 'it was cut off too late')
    await hub.idle()
    await until(async () => (await hub.active()).every(({ last_status }) => last_status === 204))
    assert.deepEqual(countDeliveries(callback, SUBSCRIBERS), Array(SUBSCRIBERS).fill(1))
    assert.deepEqual(await hub.query('select id from hub_instance'), [before])
  })
})
