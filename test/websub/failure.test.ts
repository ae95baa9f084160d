import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { HubDependencies } from '../../src/websub/hub.ts'
import { answerWith, type CallbackServer, hang, inTurn, startCallback } from '../kit/callback.ts'
import { startTestHub, subscribed, type TestHub } from '../kit/hub.ts'
import { until } from '../kit/service.ts'
import { authority, selfSigned } from '../kit/tls.ts'

/** So long that only a test that moves the clock on sees another try. */
const LONG = { retrySeconds: [60, 1800] }

/** Long enough for a hub that has something to send to send it. */
const SENT_BY_THEN_MS = 1500

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

/** Waits until the only subscriber has failed so many times in a row. */
const struck = (hub: TestHub, times: number) => until(async () => (await hub.active())[0]!.failures === times)

/** Waits until every subscriber has what its topic holds. To be called when that is not what it held when they came. */
const upToDate = (hub: TestHub) =>
  until(
    async () =>
      (await hub.query(BEHIND)).length === 0 && (await hub.active()).every(({ failures }) => failures === 0),
  )

const BEHIND = `select 1 from subscription join topic on topic.path = subscription.topic
  where delivered_hash <> hash or last_delivered_at is null`

/** Fails three times, and is over. */
async function strikeOut({ callback, hub }: Stage): Promise<void> {
  callback.onDelivery = answerWith(500)
  hub.publish('news')
  await struck(hub, 1)
  hub.clock.advance(60)
  await struck(hub, 2)
  hub.clock.advance(1800)
  await until(async () => (await hub.active()).length === 0)
}

/** Fails twice; the third delivery is under way until the test lets it fail too. */
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
  await struck(hub, 1)
  hub.clock.advance(60)
  await struck(hub, 2)
  hub.clock.advance(1800)
  await until(() => callback.deliveries().length === 3)
  return third.resolve
}

const bodies = ({ callback }: Stage) => callback.deliveries().map(({ body }) => body.toString())

// All at once, because most of the time they wait.
describe('a delivery that fails', { concurrency: 6 }, () => {
  describe('three failures in a row', { concurrency: 3 }, () => {
    it('end the subscription', async t => {
      const { callback, hub } = await stage(t, LONG)
      await strikeOut({ callback, hub })
      assert.deepEqual(await hub.active(), [])
      assert.equal(callback.deliveries().length, 3)
      hub.publish('more news')
      await sleep(SENT_BY_THEN_MS)
      assert.equal(callback.deliveries().length, 3)
    })

    it('are told in one denial that keeps the callback’s own query and asks for nothing', async t => {
      const { callback, hub } = await stage(t, LONG, '/callback?a=%20b&c&hub.mode=mine')
      await strikeOut({ callback, hub })
      await until(() => callback.denials().length > 0)
      await sleep(SENT_BY_THEN_MS)
      const topic = encodeURIComponent(hub.topicUrl('/feed.xml'))
      const reason = encodeURIComponent('3 consecutive delivery failures')
      assert.deepEqual(
        callback.denials().map(({ method, url }) => [method, url]),
        [['GET', `/callback?a=%20b&c&hub.mode=mine&hub.mode=denied&hub.topic=${topic}&hub.reason=${reason}`]],
      )
      assert.equal(callback.challenges().length, 1)
    })

    it('end it too when the service was started again in between', async t => {
      const { callback, hub } = await stage(t, LONG)
      callback.onDelivery = answerWith(500)
      hub.publish('news')
      await struck(hub, 1)
      await hub.restart()
      hub.clock.advance(60)
      await struck(hub, 2)
      await hub.restart()
      hub.clock.advance(1800)
      await until(async () => (await hub.active()).length === 0)
      assert.equal(callback.deliveries().length, 3)
    })

    it('do not end it when a success came in between', async t => {
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
      await struck(hub, 1)
      hub.clock.advance(60)
      await struck(hub, 2)
      hub.clock.advance(1800)
      await struck(hub, 0)
      hub.publish('more news')
      await struck(hub, 1)
      hub.clock.advance(60)
      await struck(hub, 2)
      assert.equal(callback.deliveries().length, 5)
      assert.equal((await hub.active()).length, 1)
      assert.equal(callback.denials().length, 0)
    })

    it('end no subscription that was renewed during the third', async t => {
      const { callback, hub } = await stage(t, LONG)
      const failThird = await holdThird({ callback, hub })
      await subscribed(hub, { callback: callback.url() })
      failThird()
      await sleep(SENT_BY_THEN_MS)
      assert.equal((await hub.active()).length, 1)
      assert.equal(callback.denials().length, 0)
      hub.clock.advance(1800)
      await until(() => callback.deliveries().length === 4)
    })

    it('are not told to whoever unsubscribed during the third', async t => {
      const { callback, hub } = await stage(t, LONG)
      const failThird = await holdThird({ callback, hub })
      await hub.subscribe({ callback: callback.url(), mode: 'unsubscribe' })
      await hub.settled()
      assert.deepEqual(await hub.active(), [])
      failThird()
      await sleep(SENT_BY_THEN_MS)
      assert.equal(callback.denials().length, 0)
    })
  })

  describe('a retry', { concurrency: 3 }, () => {
    it('is made when it is due, and not when the hub next looks around', async t => {
      const { callback, hub } = await stage(t, { retrySeconds: [0.2, 0.4] })
      callback.onDelivery = answerWith(500)
      hub.publish('news')
      await until(() => callback.deliveries().length === 3)
      const [first, , third] = callback.deliveries()
      // Two looks around would take ten seconds.
      assert.ok(third!.atMs - first!.atMs < 9000, `${third!.atMs - first!.atMs} ms for 600`)
    })

    it('is not made sooner for new content', async t => {
      const { callback, hub } = await stage(t, LONG)
      callback.onDelivery = answerWith(500)
      hub.publish('news')
      await struck(hub, 1)
      const { next_attempt_at } = (await hub.active())[0]!
      hub.publish('more news')
      await sleep(SENT_BY_THEN_MS)
      assert.equal(callback.deliveries().length, 1)
      assert.equal((await hub.active())[0]!.next_attempt_at, next_attempt_at)
    })

    it('brings what is newest then', async t => {
      const { callback, hub } = await stage(t, LONG)
      callback.onDelivery = inTurn(answerWith(500), answerWith(204))
      hub.publish('news')
      await struck(hub, 1)
      hub.publish('more news')
      hub.clock.advance(60)
      await struck(hub, 0)
      assert.deepEqual(bodies({ callback, hub }), [hub.bodyOf('news'), hub.bodyOf('more news')])
    })

    it('is not made when the content is again what the subscriber has', async t => {
      const { callback, hub } = await stage(t, LONG)
      callback.onDelivery = answerWith(500)
      hub.publish('news')
      await struck(hub, 1)
      hub.publish('first')
      await sleep(SENT_BY_THEN_MS)
      hub.clock.advance(60)
      await sleep(SENT_BY_THEN_MS)
      assert.equal(callback.deliveries().length, 1)
    })

    for (const [random, share] of [
      [0, 0.8],
      [0.25, 0.9],
      [0.5, 1],
      [1, 1.2],
    ] as const)
      it(`comes after ${share} of the waits that are set when chance says ${random}`, async t => {
        const { callback, hub } = await stage(t, { ...LONG, random: () => random })
        callback.onDelivery = answerWith(500)
        for (const [place, seconds] of LONG.retrySeconds.entries()) {
          const earliestMs = hub.clock.nowMs
          if (place === 0) hub.publish('news')
          else hub.clock.advance(100)
          await struck(hub, place + 1)
          const dueMs = Date.parse((await hub.active())[0]!.next_attempt_at)
          assert.ok(dueMs >= earliestMs + share * seconds * 1000, `after wait ${place}`)
          assert.ok(dueMs <= hub.clock.nowMs + share * seconds * 1000, `before wait ${place}`)
        }
      })
  })

  describe('Retry-After', { concurrency: 3 }, () => {
    const inTenMinutes = () => new Date(Date.now() + 600_000).toUTCString()
    const aMinuteAgo = () => new Date(Date.now() - 60_000).toUTCString()
    const table: [says: string, status: number, value: () => string, seconds: number][] = [
      ['is waited for when 429 says it in seconds', 429, () => '600', 600],
      ['is waited for when 503 says it in seconds', 503, () => '600', 600],
      ['is waited for when 503 says it as a date', 503, inTenMinutes, 600],
      ['is waited for up to an hour', 429, () => '999999', 3600],
      ['is waited for up to an hour when it is a date', 503, () => 'Fri, 31 Dec 2199 23:59:59 GMT', 3600],
      ['makes no wait shorter', 503, () => '1', 60],
      ['counts for nothing when it is past', 503, aMinuteAgo, 60],
      ['counts for nothing when it is neither', 429, () => 'soon', 60],
      ['counts for nothing beside another status', 500, () => '600', 60],
    ]
    for (const [says, status, value, seconds] of table)
      it(says, async t => {
        const { callback, hub } = await stage(t, LONG)
        callback.onDelivery = (request, response) =>
          answerWith(status, '', { 'retry-after': value() })(request, response)
        const earliestMs = hub.clock.nowMs
        hub.publish('news')
        await struck(hub, 1)
        const dueMs = Date.parse((await hub.active())[0]!.next_attempt_at)
        // A date has no fractions of a second.
        assert.ok(dueMs >= earliestMs + (seconds - 1) * 1000, `${dueMs - earliestMs} ms`)
        assert.ok(dueMs <= hub.clock.nowMs + seconds * 1000, `${dueMs - hub.clock.nowMs} ms`)
      })
  })

  describe('what counts as a failure', { concurrency: 3 }, () => {
    it('is no answer within ten seconds', async t => {
      const { callback, hub } = await stage(t, LONG)
      callback.onDelivery = hang
      const startedMs = performance.now()
      hub.publish('news')
      await struck(hub, 1)
      assert.ok(performance.now() - startedMs >= 10_000)
      assert.equal((await hub.active())[0]!.last_status, null)
      assert.equal(callback.deliveries().length, 1)
    })

    it('is every status but 2xx', async t => {
      const { callback, hub } = await stage(t, LONG, '/300')
      const statuses = ['304', '400', '401', '403', '404', '418', '429', '500', '502', '503', '599']
      for (const status of statuses) await hub.subscribe({ callback: callback.url(`/${status}`) })
      await hub.settled()
      callback.onDelivery = (request, response) => answerWith(Number(request.url.slice(1)))(request, response)
      hub.publish('news')
      await until(async () => (await hub.active()).every(({ failures }) => failures === 1))
      for (const row of await hub.active())
        assert.ok(row.callback.endsWith(`/${row.last_status}`), row.callback)
      assert.equal(callback.deliveries().length, statuses.length + 1)
    })

    for (const status of [301, 302, 303, 307, 308])
      it(`is a redirect with ${status}, which is not followed`, async t => {
        const sink = await startCallback(t)
        const { callback, hub } = await stage(t, LONG)
        callback.onDelivery = answerWith(status, '', { location: sink.url() })
        hub.publish('news')
        await struck(hub, 1)
        await sleep(SENT_BY_THEN_MS)
        assert.equal((await hub.active())[0]!.last_status, status)
        assert.equal(callback.deliveries().length, 1)
        assert.equal(sink.connections, 0)
      })

    it('is a connection that is refused', async t => {
      const { callback, hub } = await stage(t, LONG)
      await callback.close()
      hub.publish('news')
      await struck(hub, 1)
      assert.equal((await hub.active())[0]!.last_status, null)
    })

    it('is a certificate that nobody trusts', async t => {
      const { callback, hub } = await stage(t, LONG)
      await callback.close()
      let requests = 0
      const impostor = createServer(await selfSigned(['localhost']), () => requests++)
      t.after(() => impostor.close())
      impostor.listen(callback.port, '127.0.0.1')
      await once(impostor, 'listening')
      hub.publish('news')
      await struck(hub, 1)
      assert.equal((await hub.active())[0]!.last_status, null)
      assert.equal(requests, 0)
    })

    it('is a name that has no address', async t => {
      const callback = await startCallback(t, {
        certificate: await (await authority()).issue(['subscriber.example']),
      })
      let addresses = ['127.0.0.1']
      const hub = await startTestHub(t, { ...LONG, resolve: async () => addresses })
      await subscribed(hub, { callback: `https://subscriber.example:${callback.port}/` })
      addresses = []
      hub.publish('news')
      await struck(hub, 1)
      assert.equal((await hub.active())[0]!.last_status, null)
    })

    it('is a connection that is reset, once, though it is tried on a fresh one too', async t => {
      const { callback, hub } = await stage(t, LONG)
      callback.onDelivery = (_, response) => void response.socket!.destroy()
      hub.publish('news')
      await struck(hub, 1)
      await sleep(SENT_BY_THEN_MS)
      assert.equal((await hub.active())[0]!.failures, 1)
      assert.equal(callback.deliveries().length, 2)
    })
  })

  describe('what counts as no failure', { concurrency: 3 }, () => {
    it('is an answer that stops in the middle: its status counts', async t => {
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

    it('is an idle connection that the subscriber has closed', async t => {
      const callback = await startCallback(t, { keepAliveTimeoutMs: 100 })
      const hub = await startTestHub(t, LONG)
      for (const path of ['/1', '/2', '/3', '/4'])
        assert.equal((await hub.subscribe({ callback: callback.url(path) })).status, 202)
      await hub.settled()
      for (const [place, pauseMs] of [80, 90, 95, 100, 105, 110, 120, 150].entries()) {
        hub.publish(`news ${place}`)
        hub.clock.advance(1)
        await until(() => callback.deliveries().length >= 4 * (place + 1))
        await upToDate(hub)
        await sleep(pauseMs)
      }
      assert.equal((await hub.active()).length, 4)
      const { values } = await hub.registry.getSingleMetric('firsthand_websub_deliveries_total')!.get()
      assert.deepEqual(
        values.map(({ labels, value }) => [labels.outcome, value]),
        [['delivered', 32]],
      )
    })

    it('is a connection that breaks when it is used again', async t => {
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
      assert.ok(broken > 0, 'no connection was used again')
      for (const { failures, last_status } of await hub.active())
        assert.deepEqual([failures, last_status], [0, 204])
    })

    it('is an answer without an end: its status counts', async t => {
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

    it('is the hub’s own end: whoever was not reached is reached after the next start', async t => {
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
      // As many as go to one host at once.
      await until(() => callback.deliveries().length === 8)
      const restarted = hub.restart()
      closing.resolve()
      await restarted
      await upToDate(hub)
      assert.equal((await hub.active()).length, 12)
      assert.equal(new Set(callback.deliveries().map(({ url }) => url)).size, 12)
      assert.equal(callback.deliveries().length, 12)
    })
  })

  describe('a subscription ends at once', { concurrency: 3 }, () => {
    it('when its callback is gone, and is not told so', async t => {
      const { callback, hub } = await stage(t, LONG)
      callback.onDelivery = answerWith(410)
      hub.publish('news')
      await until(async () => (await hub.active()).length === 0)
      await sleep(SENT_BY_THEN_MS)
      assert.equal(callback.deliveries().length, 1)
      assert.equal(callback.denials().length, 0)
    })

    it('for the callback that is gone only', async t => {
      const { callback, hub } = await stage(t, LONG, '/gone')
      await subscribed(hub, { callback: callback.url('/there') })
      await subscribed(hub, { callback: callback.url('/gone'), topic: hub.topicUrl('/reviews.json') })
      callback.onDelivery = (request, response) => {
        const isGone = request.body.toString().startsWith('/feed.xml') && request.url === '/gone'
        return answerWith(isGone ? 410 : 204)(request, response)
      }
      hub.publish('news')
      await until(async () => (await hub.active()).length === 2)
      assert.deepEqual(
        (await hub.active()).map(({ topic, callback: url }) => [topic, new URL(url).pathname]).sort(),
        [
          ['/feed.xml', '/there'],
          ['/reviews.json', '/gone'],
        ],
      )
    })

    for (const addresses of [['10.0.0.1'], ['127.0.0.1', '192.168.1.1'], ['::ffff:169.254.169.254']])
      it(`when its name comes to lead to ${addresses.join(' and ')}`, async t => {
        const callback = await startCallback(t, {
          certificate: await (await authority()).issue(['subscriber.example']),
        })
        let found = ['127.0.0.1']
        const hub = await startTestHub(t, { ...LONG, resolve: async () => found })
        await subscribed(hub, { callback: `https://subscriber.example:${callback.port}/` })
        const { connections } = callback
        found = addresses
        hub.publish('news')
        await until(async () => (await hub.active()).length === 0)
        await sleep(SENT_BY_THEN_MS)
        assert.equal(callback.connections, connections)
        assert.match(JSON.stringify(hub.log), /Subscription ended: forbidden/)
      })

    it('when its network is no longer allowed', async t => {
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

    it('when the key to its secret is lost, and is told so', async t => {
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
      await sleep(SENT_BY_THEN_MS)
      const topic = encodeURIComponent(hub.topicUrl('/feed.xml'))
      const [denial, ...more] = callback.denials().map(({ url }) => url)
      assert.ok(denial!.startsWith(`/signed?a=%20b&hub.mode=denied&hub.topic=${topic}&hub.reason=`), denial!)
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

/** As fast as the other side reads, for as long as it does. */
function pour(response: ServerResponse): void {
  const chunk = Buffer.alloc(64 * 1024, 'x')
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', more)
  more()
}
