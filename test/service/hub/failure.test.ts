import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { HubDependencies } from '../../../src/hub/hub.ts'
import { TopicPath } from '../../../src/model/subscription.ts'
import { answerWith, type CallbackServer, hang, inTurn, startCallback } from '../../kit/callback.ts'
import { startTestHub, subscribed, type TestHub } from '../../kit/hub.ts'
import { startResolver } from '../../kit/resolver.ts'
import { until } from '../../kit/service.ts'
import { authority, selfSigned } from '../../kit/tls.ts'

/** So long that only a test that advances the clock sees a retry. */
const LONG = { retrySeconds: [60, 1800] }

interface Stage {
  callback: CallbackServer
  hub: TestHub
}

/** A hub with one subscriber. */
async function stage(t: TestContext, options: Partial<HubDependencies> = {}, path = '/callback') {
  const callback = await startCallback(t)
  const hub = await startTestHub(t, options)
  await subscribed(hub, { callback: callback.url(path) })
  return { callback, hub }
}

/** Waits until the only subscriber has this many failures in a row. */
const failed = (hub: TestHub, times: number) =>
  until(async () => (await hub.active())[0]!.failures === times)

/** Waits until every subscriber has received the current content of its topic, which must have changed since it subscribed. */
const upToDate = (hub: TestHub) =>
  until(
    async () =>
      (await hub.query(BEHIND)).length === 0 &&
      (await hub.active()).every(({ failures }) => failures === 0),
  )

const BEHIND = `select 1 from subscription join topic on topic.path = subscription.topic
  where delivered_hash <> hash or last_delivered_at is null`

/** Fails three times, which ends the subscription. */
async function failThrice({ callback, hub }: Stage): Promise<void> {
  callback.onDelivery = answerWith(500)
  hub.publish('news')
  await failed(hub, 1)
  hub.clock.advance(60)
  await failed(hub, 2)
  hub.clock.advance(1800)
  await until(async () => (await hub.active()).length === 0)
}

/** Fails twice; the third delivery stays under way until the test lets it fail too. */
async function holdThird({ callback, hub }: Stage): Promise<() => void> {
  const third = Promise.withResolvers<void>()
  callback.onDelivery = inTurn(
    answerWith(500),
    answerWith(500),
    async (request, response) => {
      await third.promise
      await answerWith(500)(request, response)
    },
    answerWith(204),
  )
  hub.publish('news')
  await failed(hub, 1)
  hub.clock.advance(60)
  await failed(hub, 2)
  hub.clock.advance(1800)
  await until(() => callback.deliveries().length === 3)
  return third.resolve
}

/** Has another callback verified, so that a denial that was sent before has arrived. */
const verifyAnother = ({ callback, hub }: Stage) =>
  subscribed(hub, { callback: callback.url('/another') })

/** How many deliveries had each outcome. */
async function outcomesOf(hub: TestHub): Promise<Map<unknown, number>> {
  const { values } = await hub.registry.getSingleMetric('firsthand_websub_deliveries_total')!.get()
  return new Map(values.map(({ labels, value }) => [labels.outcome, value]))
}

const bodies = ({ callback }: Stage) => callback.deliveries().map(({ body }) => body.toString())

// Concurrently, because most of the time they wait.
describe('Deliveries that fail', { concurrency: 6 }, () => {
  describe('Three failures in a row', { concurrency: 3 }, () => {
    it('Three failures in a row end the subscription', async t => {
      const { callback, hub } = await stage(t, LONG)
      await failThrice({ callback, hub })
      assert.deepEqual(await hub.active(), [])
      assert.equal(callback.deliveries().length, 3)
      hub.publish('more news')
      await hub.idle()
      assert.equal(callback.deliveries().length, 3)
    })

    it('The subscriber gets one denial that keeps the callback’s own query', async t => {
      const { callback, hub } = await stage(t, LONG, '/callback?a=%20b&c&hub.mode=mine')
      await failThrice({ callback, hub })
      await until(() => callback.denials().length > 0)
      await hub.idle()
      const topic = encodeURIComponent(hub.topicUrl('/feed.xml'))
      const reason = encodeURIComponent('3 consecutive delivery failures')
      assert.deepEqual(
        callback.denials().map(({ method, url }) => [method, url]),
        [
          [
            'GET',
            `/callback?a=%20b&c&hub.mode=mine&hub.mode=denied&hub.topic=${topic}&hub.reason=${reason}`,
          ],
        ],
      )
      assert.equal(callback.challenges().length, 1)
    })

    it('Three failures in a row end the subscription even if the hub was restarted in between', async t => {
      const { callback, hub } = await stage(t, LONG)
      callback.onDelivery = answerWith(500)
      hub.publish('news')
      await failed(hub, 1)
      await hub.restart()
      hub.clock.advance(60)
      await failed(hub, 2)
      await hub.restart()
      hub.clock.advance(1800)
      await until(async () => (await hub.active()).length === 0)
      assert.equal(callback.deliveries().length, 3)
    })

    it('A success between failures keeps the subscription', async t => {
      const { callback, hub } = await stage(t, LONG)
      callback.onDelivery = inTurn(
        answerWith(500),
        answerWith(500),
        answerWith(200),
        answerWith(500),
        answerWith(500),
        hang,
      )
      hub.publish('news')
      await failed(hub, 1)
      hub.clock.advance(60)
      await failed(hub, 2)
      hub.clock.advance(1800)
      await failed(hub, 0)
      hub.publish('more news')
      await failed(hub, 1)
      hub.clock.advance(60)
      await failed(hub, 2)
      assert.equal(callback.deliveries().length, 5)
      assert.equal((await hub.active()).length, 1)
      assert.equal(callback.denials().length, 0)
    })

    it('A subscription that was renewed during its third failure does not end', async t => {
      const { callback, hub } = await stage(t, LONG)
      const failThird = await holdThird({ callback, hub })
      await subscribed(hub, { callback: callback.url() })
      failThird()
      await until(() => callback.deliveries().length === 4)
      await hub.idle()
      assert.equal((await hub.active()).length, 1)
      assert.equal(callback.denials().length, 0)
    })

    it('A subscriber who unsubscribed during the third failure gets no denial', async t => {
      const { callback, hub } = await stage(t, LONG)
      const failThird = await holdThird({ callback, hub })
      await hub.subscribe({ callback: callback.url(), mode: 'unsubscribe' })
      await hub.settled()
      assert.deepEqual(await hub.active(), [])
      failThird()
      await until(async () => (await outcomesOf(hub)).get('ended') === 1)
      await verifyAnother({ callback, hub })
      assert.equal(callback.denials().length, 0)
    })
  })

  describe('Retries', { concurrency: 3 }, () => {
    it('A retry comes when it is due, not when the hub polls', async t => {
      const { callback, hub } = await stage(t, { retrySeconds: [0.2, 0.4] })
      callback.onDelivery = answerWith(500)
      hub.publish('news')
      await until(() => callback.deliveries().length === 3)
      const [first, , third] = callback.deliveries()
      // Polling twice would take ten seconds.
      assert.ok(third!.atMs - first!.atMs < 9000, `${third!.atMs - first!.atMs} ms for 600`)
    })

    it('New content does not make a retry come sooner', async t => {
      const { callback, hub } = await stage(t, LONG)
      callback.onDelivery = answerWith(500)
      hub.publish('news')
      await failed(hub, 1)
      const { next_attempt_at } = (await hub.active())[0]!
      hub.publish('more news')
      await hub.idle()
      assert.equal(callback.deliveries().length, 1)
      assert.equal((await hub.active())[0]!.next_attempt_at, next_attempt_at)
    })

    it('A retry delivers the newest content', async t => {
      const { callback, hub } = await stage(t, LONG)
      callback.onDelivery = inTurn(answerWith(500), answerWith(204))
      hub.publish('news')
      await failed(hub, 1)
      hub.publish('more news')
      hub.clock.advance(60)
      await failed(hub, 0)
      assert.deepEqual(bodies({ callback, hub }), [hub.bodyOf('news'), hub.bodyOf('more news')])
    })

    it('There is no retry if the content is back to what the subscriber has', async t => {
      const { callback, hub } = await stage(t, LONG)
      callback.onDelivery = answerWith(500)
      hub.publish('news')
      await failed(hub, 1)
      hub.publish('first')
      await hub.idle()
      hub.clock.advance(60)
      await hub.idle()
      assert.equal(callback.deliveries().length, 1)
    })

    for (const [random, share] of [
      [0, 0.8],
      [0.25, 0.9],
      [0.5, 1],
      [1, 1.2],
    ] as const)
      it(`A retry comes after ${share} of its delay when the random number is ${random}`, async t => {
        const { callback, hub } = await stage(t, { ...LONG, random: () => random })
        callback.onDelivery = answerWith(500)
        for (const [index, seconds] of LONG.retrySeconds.entries()) {
          const earliestMs = hub.clock.nowMs
          if (index === 0) hub.publish('news')
          else hub.clock.advance(100)
          await failed(hub, index + 1)
          const dueMs = Date.parse((await hub.active())[0]!.next_attempt_at)
          assert.ok(dueMs >= earliestMs + share * seconds * 1000, `too early after delay ${index}`)
          assert.ok(
            dueMs <= hub.clock.nowMs + share * seconds * 1000,
            `too late after delay ${index}`,
          )
        }
      })
  })

  describe('Retry-After', { concurrency: 3 }, () => {
    const inTenMinutes = () => new Date(Date.now() + 600_000).toUTCString()
    const aMinuteAgo = () => new Date(Date.now() - 60_000).toUTCString()
    const cases: [name: string, status: number, value: () => string, seconds: number][] = [
      ['The hub obeys a Retry-After in seconds with 429', 429, () => '600', 600],
      ['The hub obeys a Retry-After in seconds with 503', 503, () => '600', 600],
      ['The hub obeys a Retry-After that is a date', 503, inTenMinutes, 600],
      ['The hub obeys a Retry-After of one hour at most', 429, () => '999999', 3600],
      [
        'The hub obeys a Retry-After date of one hour from now at most',
        503,
        () => 'Fri, 31 Dec 2199 23:59:59 GMT',
        3600,
      ],
      ['A short Retry-After does not shorten the delay', 503, () => '1', 60],
      ['The hub ignores a Retry-After date in the past', 503, aMinuteAgo, 60],
      ['The hub ignores a Retry-After that is neither a number nor a date', 429, () => 'soon', 60],
      ['The hub ignores a Retry-After with another status', 500, () => '600', 60],
    ]
    for (const [name, status, value, seconds] of cases)
      it(name, async t => {
        const { callback, hub } = await stage(t, LONG)
        callback.onDelivery = (request, response) =>
          answerWith(status, '', { 'retry-after': value() })(request, response)
        const earliestMs = hub.clock.nowMs
        hub.publish('news')
        await failed(hub, 1)
        const dueMs = Date.parse((await hub.active())[0]!.next_attempt_at)
        // A date has no fractions of a second.
        assert.ok(dueMs >= earliestMs + (seconds - 1) * 1000, `${dueMs - earliestMs} ms`)
        assert.ok(dueMs <= hub.clock.nowMs + seconds * 1000, `${dueMs - hub.clock.nowMs} ms`)
      })
  })

  describe('What counts as a failure', { concurrency: 3 }, () => {
    it('No response within ten seconds counts as a failure', async t => {
      const { callback, hub } = await stage(t, LONG)
      callback.onDelivery = hang
      const startedMs = performance.now()
      hub.publish('news')
      await failed(hub, 1)
      assert.ok(performance.now() - startedMs >= 10_000)
      assert.equal((await hub.active())[0]!.last_status, null)
      assert.equal(callback.deliveries().length, 1)
    })

    it('Every status other than 2xx counts as a failure', async t => {
      const { callback, hub } = await stage(t, LONG, '/300')
      // No more than there are slots for a host: if others had to wait, a slow delivery would be aborted and repeated.
      const statuses = ['304', '400', '404', '429', '500', '503', '599']
      for (const status of statuses) await hub.subscribe({ callback: callback.url(`/${status}`) })
      await hub.settled()
      callback.onDelivery = (request, response) =>
        answerWith(Number(request.url.slice(1)))(request, response)
      hub.publish('news')
      await until(async () => (await hub.active()).every(({ failures }) => failures === 1))
      for (const row of await hub.active())
        assert.ok(row.callback.endsWith(`/${row.last_status}`), row.callback)
      assert.equal(callback.deliveries().length, statuses.length + 1)
    })

    for (const status of [301, 302, 303, 307, 308])
      it(`A redirect with ${status} counts as a failure and is not followed`, async t => {
        const sink = await startCallback(t)
        const { callback, hub } = await stage(t, LONG)
        callback.onDelivery = answerWith(status, '', { location: sink.url() })
        hub.publish('news')
        await failed(hub, 1)
        await hub.idle()
        assert.equal((await hub.active())[0]!.last_status, status)
        assert.equal(callback.deliveries().length, 1)
        assert.equal(sink.connections, 0)
      })

    it('A refused connection counts as a failure', async t => {
      const { callback, hub } = await stage(t, LONG)
      await callback.close()
      hub.publish('news')
      await failed(hub, 1)
      assert.equal((await hub.active())[0]!.last_status, null)
    })

    it('An untrusted certificate counts as a failure', async t => {
      const { callback, hub } = await stage(t, LONG)
      await callback.close()
      let requests = 0
      const impostor = createServer(await selfSigned(['localhost']), () => requests++)
      t.after(() => impostor.close())
      impostor.listen(callback.port, '127.0.0.1')
      await once(impostor, 'listening')
      hub.publish('news')
      await failed(hub, 1)
      assert.equal((await hub.active())[0]!.last_status, null)
      assert.equal(requests, 0)
    })

    it('A host name without an address counts as a failure', async t => {
      const callback = await startCallback(t, {
        certificate: await (await authority()).issue(['subscriber.example']),
      })
      const resolver = await startResolver(t)
      const hub = await startTestHub(t, { ...LONG, resolve: resolver.resolve })
      await subscribed(hub, { callback: `https://subscriber.example:${callback.port}/` })
      resolver.set('subscriber.example', [])
      hub.publish('news')
      await failed(hub, 1)
      assert.equal((await hub.active())[0]!.last_status, null)
    })

    it('A new connection that is reset counts as a failure, without a second try at once', async t => {
      const { callback, hub } = await stage(t, LONG)
      callback.onDelivery = (_, response) => void response.socket!.destroy()
      hub.publish('news')
      await failed(hub, 1)
      await hub.idle()
      assert.equal((await hub.active())[0]!.failures, 1)
      assert.equal(callback.deliveries().length, 1)
    })
  })

  describe('What does not count as a failure', { concurrency: 3 }, () => {
    it('A response that breaks off after its status does not count as a failure', async t => {
      const { callback, hub } = await stage(t, LONG)
      const ended = Promise.withResolvers<void>()
      callback.onDelivery = (_, response) => {
        response.once('close', ended.resolve)
        response.writeHead(202).write('half')
      }
      hub.publish('news')
      await ended.promise
      await upToDate(hub)
      assert.equal((await hub.active())[0]!.last_status, 202)
      assert.equal(callback.deliveries().length, 1)
    })

    it('An idle connection that the subscriber closed does not count as a failure', async t => {
      const callback = await startCallback(t, { keepAliveTimeoutMs: 100 })
      const hub = await startTestHub(t, LONG)
      for (const path of ['/1', '/2', '/3', '/4'])
        assert.equal((await hub.subscribe({ callback: callback.url(path) })).status, 202)
      await hub.settled()
      for (const [index, pauseMs] of [80, 90, 95, 100, 105, 110, 120, 150].entries()) {
        hub.publish(`news ${index}`)
        hub.clock.advance(1)
        await until(() => callback.deliveries().length >= 4 * (index + 1))
        await upToDate(hub)
        await sleep(pauseMs)
      }
      assert.equal((await hub.active()).length, 4)
      assert.deepEqual([...(await outcomesOf(hub))], [['delivered', 32]])
    })

    it('A connection that breaks when it is reused does not count as a failure', async t => {
      const { callback, hub } = await stage(t, LONG, '/0')
      for (let number = 1; number < 40; number++)
        await hub.subscribe({ callback: callback.url(`/${number}`) })
      await hub.settled()
      const used = new Set<number>()
      let broken = 0
      callback.onDelivery = (request, response) => {
        if (used.has(request.socketId)) {
          broken++
          response.socket!.destroy()
          return
        }
        used.add(request.socketId)
        return answerWith(204)(request, response)
      }
      hub.publish('news')
      await upToDate(hub)
      assert.ok(broken > 0, 'no connection was reused')
      for (const { failures, last_status } of await hub.active())
        assert.deepEqual([failures, last_status], [0, 204])
    })

    it('An endless response does not count as a failure', async t => {
      const { callback, hub } = await stage(t, LONG)
      const ended = Promise.withResolvers<void>()
      callback.onDelivery = (_, response) => {
        response.once('close', ended.resolve)
        response.writeHead(200)
        pour(response)
      }
      hub.publish('news')
      await upToDate(hub)
      await ended.promise
      assert.equal((await hub.active())[0]!.last_status, 200)
      assert.equal(callback.deliveries().length, 1)
    })

    it('A shutdown of the hub does not count as a failure, and deliveries continue after the next start', async t => {
      const { callback, hub } = await stage(t, LONG, '/0')
      for (let number = 1; number < 12; number++)
        await hub.subscribe({ callback: callback.url(`/${number}`) })
      await hub.settled()
      const closing = Promise.withResolvers<void>()
      callback.onDelivery = async (request, response) => {
        await closing.promise
        await answerWith(204)(request, response)
      }
      hub.publish('news')
      // The most that go to one host at once.
      await until(() => callback.deliveries().length >= 8)
      // A slow delivery may have been aborted for others, and is repeated.
      const aborted = (await outcomesOf(hub)).get('slow') ?? 0
      const restarted = hub.restart()
      closing.resolve()
      await restarted
      await upToDate(hub)
      assert.equal((await hub.active()).length, 12)
      assert.equal(new Set(callback.deliveries().map(({ url }) => url)).size, 12)
      assert.ok(callback.deliveries().length <= 12 + aborted)
    })
  })

  describe('A record of a suspension that our database does not take', { concurrency: 2 }, () => {
    const ONE_DELIVERED = 'outcome="delivered"} 1'
    const TAKE_AWAY = 'alter table suspension rename to taken_away'

    it('A confirmed delivery stays confirmed when the end of the suspension cannot be recorded', async t => {
      const callback = await startCallback(t)
      const hub = await startTestHub(t, { retrySeconds: [60] })
      for (const path of TopicPath.options)
        await subscribed(hub, { callback: callback.url(), topic: hub.topicUrl(path) })
      callback.onDelivery = answerWith(500)
      hub.publish('news')
      await until(async () => (await hub.query('select 1 from suspension')).length === 1)
      await until(async () => (await hub.active()).every(({ failures }) => failures === 1))
      await hub.query(TAKE_AWAY)
      callback.onDelivery = answerWith(204)
      hub.clock.advance(60)
      await until(async () => (await hub.registry.metrics()).includes(ONE_DELIVERED))
      // What waited for the end of the suspension comes when it would have ended by itself.
      hub.clock.advance(300)
      await upToDate(hub)
      assert.equal((await hub.active()).length, TopicPath.options.length)
      assert.equal(callback.denials().length, 0)
      await until(() => hub.log.some(({ msg }) => /could not record that deliveries/.test(msg)))
    })

    it('A failure counts once when the suspension cannot be recorded', async t => {
      const callback = await startCallback(t)
      const hub = await startTestHub(t, LONG)
      await hub.query(TAKE_AWAY)
      for (const path of TopicPath.options)
        await subscribed(hub, { callback: callback.url(), topic: hub.topicUrl(path) })
      callback.onDelivery = answerWith(500)
      hub.publish('news')
      await until(async () => (await hub.active()).every(({ failures }) => failures === 1))
      await until(() => hub.log.some(({ msg }) => /could not record that deliveries/.test(msg)))
      const statuses = (await hub.active()).map(({ last_status }) => last_status)
      assert.deepEqual(new Set(statuses), new Set([500]))
    })
  })

  describe('Subscriptions that end at once', { concurrency: 3 }, () => {
    it('A subscription whose callback is gone ends without a denial', async t => {
      const { callback, hub } = await stage(t, LONG)
      callback.onDelivery = answerWith(410)
      hub.publish('news')
      await until(async () => (await hub.active()).length === 0)
      await hub.idle()
      await verifyAnother({ callback, hub })
      assert.equal(callback.deliveries().length, 1)
      assert.equal(callback.denials().length, 0)
    })

    it('Only the subscription whose callback is gone ends', async t => {
      const { callback, hub } = await stage(t, LONG, '/gone')
      await subscribed(hub, { callback: callback.url('/there') })
      await subscribed(hub, {
        callback: callback.url('/gone'),
        topic: hub.topicUrl('/reviews.json'),
      })
      callback.onDelivery = (request, response) => {
        const isGone = request.body.toString().startsWith('/feed.xml') && request.url === '/gone'
        return answerWith(isGone ? 410 : 204)(request, response)
      }
      hub.publish('news')
      await until(async () => (await hub.active()).length === 2)
      assert.deepEqual(
        (await hub.active())
          .map(({ topic, callback: url }) => [topic, new URL(url).pathname])
          .sort(),
        [
          ['/feed.xml', '/there'],
          ['/reviews.json', '/gone'],
        ],
      )
    })

    it('A subscription ends when its network is no longer allowed', async t => {
      const options: Partial<HubDependencies> = { ...LONG }
      const callback = await startCallback(t)
      const hub = await startTestHub(t, options)
      await subscribed(hub, { callback: `https://127.0.0.1:${callback.port}/` })
      const { connections } = callback
      options.allowedNetworks = []
      await hub.restart()
      hub.publish('news')
      await until(async () => (await hub.active()).length === 0)
      assert.equal(callback.connections, connections)
    })

    it('A subscription ends with a denial when the key to its secret is lost', async t => {
      const options: Partial<HubDependencies> = { ...LONG }
      const callback = await startCallback(t)
      const hub = await startTestHub(t, options)
      await subscribed(hub, { callback: callback.url('/signed?a=%20b'), secret: 'hush' })
      await subscribed(hub, { callback: callback.url('/unsigned') })
      options.secretKeys = ['another key for tests']
      await hub.restart()
      hub.publish('news')
      await until(() => callback.denials().length > 0)
      await until(() => callback.deliveries().length > 0)
      await hub.idle()
      const topic = encodeURIComponent(hub.topicUrl('/feed.xml'))
      const [denial, ...more] = callback.denials().map(({ url }) => url)
      assert.ok(
        denial!.startsWith(`/signed?a=%20b&hub.mode=denied&hub.topic=${topic}&hub.reason=`),
        denial!,
      )
      assert.match(denial!, /key/)
      assert.deepEqual(more, [])
      assert.deepEqual(
        callback.deliveries().map(({ url }) => url),
        ['/unsigned'],
      )
      assert.deepEqual(
        (await hub.active()).map(row => row.callback),
        [callback.url('/unsigned')],
      )
    })
  })
})

/** Writes as fast and as long as the other side reads. */
function pour(response: ServerResponse): void {
  const chunk = Buffer.alloc(64 * 1024, 'x')
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', more)
  more()
}
