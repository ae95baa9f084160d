/** Renewals and unsubscriptions: the last request wins, but only once the callback has confirmed it (WebSub §5.1). */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import { TopicPath } from '../../../src/model/subscription.ts'
import {
  answerWith,
  type Behavior,
  type CallbackServer,
  echo,
  hang,
  inTurn,
  queryOf,
  type Received,
  startCallback,
} from '../../kit/callback.ts'
import { startBoth, startTestHub, subscribed, type TestHub } from '../../kit/hub.ts'
import { until } from '../../kit/service.ts'

interface Hold {
  behavior: Behavior
  release(): void
}

/** Holds a response back until the test releases it. */
function hold(behavior: Behavior = echo): Hold {
  const { promise, resolve } = Promise.withResolvers<void>()
  return {
    behavior: async (request, response) => {
      await promise
      await behavior(request, response)
    },
    release: resolve,
  }
}

const modeOf = (request: Received) => queryOf(request).get('hub.mode')

/** Publishes a text, waits for its delivery, and returns it. */
async function deliver(hub: TestHub, callback: CallbackServer, text: string): Promise<Received> {
  hub.publish(text)
  const find = () => callback.deliveries().find(({ body }) => body.toString() === hub.bodyOf(text))
  await until(() => find() !== undefined)
  return find()!
}

function signed({ body }: Received, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}

const countVerified = (hub: TestHub) =>
  hub.log.filter(({ msg }) => msg.startsWith('Request to')).length

/** Releases a response and waits until the hub has processed it. */
async function finish(hub: TestHub, { release }: Hold): Promise<void> {
  const before = countVerified(hub)
  release()
  await until(() => countVerified(hub) > before)
}

describe('Renewals', { concurrency: 6 }, () => {
  it('A renewal replaces secret and lease of the same subscription', async t => {
    const { callback, hub } = await startBoth(t)
    const before = await subscribed(hub, {
      callback: callback.url(),
      secret: 'old',
      lease_seconds: 1000,
    })
    const after = await subscribed(hub, {
      callback: callback.url(),
      secret: 'new',
      lease_seconds: 5000,
    })
    assert.equal((await hub.active()).length, 1)
    assert.equal(after.id, before.id)
    assert.equal(after.lease_seconds, 5000)
    assert.equal(Date.parse(after.expires_at) - Date.parse(after.verified_at), 5_000_000)
    const delivery = await deliver(hub, callback, 'second')
    assert.equal(delivery.headers['x-hub-signature'], signed(delivery, 'new'))
    assert.equal(callback.deliveries().length, 1)
  })

  it('A renewal may shorten the lease', async t => {
    const { callback, hub } = await startBoth(t)
    await subscribed(hub, { callback: callback.url() })
    const after = await subscribed(hub, { callback: callback.url(), lease_seconds: 300 })
    assert.equal(after.lease_seconds, 300)
    hub.clock.advance(301)
    await until(async () => (await hub.active()).length === 0)
  })

  it('A renewal extends a subscription beyond its first lease', async t => {
    const { callback, hub } = await startBoth(t)
    await subscribed(hub, { callback: callback.url(), lease_seconds: 300 })
    hub.clock.advance(200)
    await subscribed(hub, { callback: callback.url(), lease_seconds: 300 })
    hub.clock.advance(200)
    await deliver(hub, callback, 'second')
    assert.equal((await hub.active()).length, 1)
  })

  it('A renewal without a secret ends the signatures', async t => {
    const { callback, hub } = await startBoth(t)
    await subscribed(hub, { callback: callback.url(), secret: 'old' })
    assert.ok((await deliver(hub, callback, 'second')).headers['x-hub-signature'])
    await subscribed(hub, { callback: callback.url() })
    assert.equal((await deliver(hub, callback, 'third')).headers['x-hub-signature'], undefined)
    assert.equal((await hub.active())[0]!.secret, null)
  })

  it('A renewal with a secret starts the signatures', async t => {
    const { callback, hub } = await startBoth(t)
    await subscribed(hub, { callback: callback.url() })
    assert.equal((await deliver(hub, callback, 'second')).headers['x-hub-signature'], undefined)
    await subscribed(hub, { callback: callback.url(), secret: 'new' })
    const delivery = await deliver(hub, callback, 'third')
    assert.equal(delivery.headers['x-hub-signature'], signed(delivery, 'new'))
  })

  it('The hub keeps the old secret until the renewal is verified', async t => {
    const { callback, hub } = await startBoth(t)
    const before = await subscribed(hub, {
      callback: callback.url(),
      secret: 'old',
      lease_seconds: 1000,
    })
    const renewal = hold()
    callback.onChallenge = renewal.behavior
    await hub.subscribe({ callback: callback.url(), secret: 'new', lease_seconds: 5000 })
    await until(() => callback.challenges().length === 2)
    assert.deepEqual(await hub.active(), [before])
    const meanwhile = await deliver(hub, callback, 'second')
    assert.equal(meanwhile.headers['x-hub-signature'], signed(meanwhile, 'old'))
    renewal.release()
    await hub.settled()
    const afterwards = await deliver(hub, callback, 'third')
    assert.equal(afterwards.headers['x-hub-signature'], signed(afterwards, 'new'))
    assert.equal((await hub.active())[0]!.lease_seconds, 5000)
  })

  for (const [name, behavior] of [
    ['a wrong response', answerWith(200, 'no')],
    ['404', answerWith(404)],
    ['410', answerWith(410)],
    ['503', answerWith(503)],
  ] as const)
    it(`A renewal that gets ${name} leaves the subscription as it was`, async t => {
      const { callback, hub } = await startBoth(t)
      const before = await subscribed(hub, {
        callback: callback.url(),
        secret: 'old',
        lease_seconds: 1000,
      })
      callback.onChallenge = behavior
      await hub.subscribe({ callback: callback.url(), secret: 'new', lease_seconds: 5000 })
      await hub.settled()
      assert.deepEqual(await hub.active(), [before])
      const delivery = await deliver(hub, callback, 'second')
      assert.equal(delivery.headers['x-hub-signature'], signed(delivery, 'old'))
    })

  it('A renewal without a response leaves the subscription as it was', async t => {
    const { callback, hub } = await startBoth(t)
    const before = await subscribed(hub, {
      callback: callback.url(),
      secret: 'old',
      lease_seconds: 1000,
    })
    callback.onChallenge = (_, response) => void response.socket!.end('this is not HTTP\r\n\r\n')
    await hub.subscribe({ callback: callback.url(), secret: 'new', lease_seconds: 5000 })
    for (const [attempts, seconds] of [
      [1, 5],
      [2, 30],
    ] as const) {
      await until(async () => (await hub.pending())[0]?.attempts === attempts)
      hub.clock.advance(seconds)
    }
    await hub.settled()
    assert.deepEqual(await hub.active(), [before])
  })

  it('A renewal does not deliver content that the subscriber has', async t => {
    const { callback, hub } = await startBoth(t)
    await subscribed(hub, { callback: callback.url() })
    await deliver(hub, callback, 'second')
    await subscribed(hub, { callback: callback.url() })
    await hub.idle()
    assert.equal(callback.deliveries().length, 1)
  })

  it('Content that was published during the verification is delivered once', async t => {
    const { callback, hub } = await startBoth(t)
    const first = hold()
    callback.onChallenge = first.behavior
    await hub.subscribe({ callback: callback.url() })
    await until(() => callback.challenges().length === 1)
    hub.publish('second')
    await until(
      async () =>
        (await hub.query(`select 1 from topic where version = 2`)).length ===
        TopicPath.options.length,
    )
    assert.deepEqual(callback.deliveries(), [])
    first.release()
    await until(() => callback.deliveries().length === 1)
    assert.equal(callback.deliveries()[0]!.body.toString(), hub.bodyOf('second'))
    await hub.idle()
    assert.equal(callback.deliveries().length, 1)
  })

  it('A renewal resets the failures', async t => {
    const callback = await startCallback(t)
    const hub = await startTestHub(t, { retrySeconds: [1000, 1000] })
    callback.onDelivery = inTurn(answerWith(500), answerWith(204))
    await subscribed(hub, { callback: callback.url() })
    hub.publish('second')
    await until(async () => (await hub.active())[0]!.failures === 1)
    const after = await subscribed(hub, { callback: callback.url() })
    assert.equal(after.failures, 0)
    await until(() => callback.deliveries().length === 2)
  })

  it('A renewal after the end of the lease starts a new subscription', async t => {
    const { callback, hub } = await startBoth(t)
    const before = await subscribed(hub, { callback: callback.url(), lease_seconds: 300 })
    hub.clock.advance(301)
    hub.publish('missed')
    await until(
      async () =>
        (await hub.query('select 1 from topic where version = 2')).length ===
        TopicPath.options.length,
    )
    const after = await subscribed(hub, { callback: callback.url(), lease_seconds: 300 })
    assert.notEqual(after.id, before.id)
    await hub.idle()
    assert.deepEqual(callback.deliveries(), [])
    await deliver(hub, callback, 'third')
  })

  it('Many renewals at once leave one subscription', async t => {
    const { callback, hub } = await startBoth(t)
    const secrets = Array.from({ length: 20 }, (_, number) => `secret ${number}`)
    const answers = await Promise.all(
      secrets.map(secret => hub.subscribe({ callback: callback.url(), secret })),
    )
    assert.ok(answers.every(({ status }) => status === 202))
    await hub.settled()
    assert.equal((await hub.active()).length, 1)
    const delivery = await deliver(hub, callback, 'second')
    assert.equal(callback.deliveries().length, 1)
    assert.ok(
      secrets.some(secret => delivery.headers['x-hub-signature'] === signed(delivery, secret)),
    )
  })
})

describe('Pairs of topic and callback', { concurrency: 6 }, () => {
  it('Callbacks that differ in their query have separate subscriptions', async t => {
    const { callback, hub } = await startBoth(t)
    await subscribed(hub, { callback: callback.url('/cb?user=1'), secret: 'one' })
    await subscribed(hub, { callback: callback.url('/cb?user=2'), secret: 'two' })
    assert.equal((await hub.active()).length, 2)
    hub.publish('second')
    await until(() => callback.deliveries().length === 2)
    for (const [user, secret] of [
      ['1', 'one'],
      ['2', 'two'],
    ] as const) {
      const delivery = callback.deliveries().find(({ url }) => url === `/cb?user=${user}`)!
      assert.equal(delivery.headers['x-hub-signature'], signed(delivery, secret))
    }
  })

  it('A callback can subscribe to several topics', async t => {
    const { callback, hub } = await startBoth(t)
    for (const path of ['/feed.xml', '/api/feed.json', '/reviews.json'] as const)
      await subscribed(hub, { callback: callback.url(), topic: hub.topicUrl(path), secret: path })
    assert.equal((await hub.active()).length, 3)
    hub.publish('second')
    await until(() => callback.deliveries().length === 3)
    for (const delivery of callback.deliveries()) {
      const path = delivery.body.toString().split(':')[0]!
      assert.equal(delivery.headers['x-hub-signature'], signed(delivery, path))
    }
  })

  it('All spellings of a topic share one subscription', async t => {
    const { callback, hub } = await startBoth(t)
    await subscribed(hub, { callback: callback.url(), secret: 'old' })
    await hub.subscribe({
      callback: callback.url(),
      topic: 'https://reviews.example.net/%66eed%2Exml',
      secret: 'new',
    })
    await hub.settled()
    assert.equal((await hub.active()).length, 1)
    const delivery = await deliver(hub, callback, 'second')
    assert.equal(delivery.headers['x-hub-signature'], signed(delivery, 'new'))
  })

  it('An unsubscription ends only its own pair', async t => {
    const { callback, hub } = await startBoth(t)
    for (const path of ['/cb?user=1', '/cb?user=2', '/cb'])
      await subscribed(hub, { callback: callback.url(path) })
    await hub.subscribe({ mode: 'unsubscribe', callback: callback.url('/cb?user=1') })
    await hub.settled()
    assert.deepEqual((await hub.active()).map(row => row.callback).sort(), [
      callback.url('/cb'),
      callback.url('/cb?user=2'),
    ])
  })
})

describe('Unsubscriptions', { concurrency: 6 }, () => {
  it('A subscription ends when the callback confirms the unsubscription', async t => {
    const { callback, hub } = await startBoth(t)
    await subscribed(hub, { callback: callback.url() })
    assert.equal(
      (await hub.subscribe({ mode: 'unsubscribe', callback: callback.url() })).status,
      202,
    )
    await hub.settled()
    assert.deepEqual(callback.challenges().map(modeOf), ['subscribe', 'unsubscribe'])
    assert.deepEqual(await hub.active(), [])
    hub.publish('second')
    await hub.idle()
    assert.deepEqual(callback.deliveries(), [])
    assert.deepEqual(callback.denials(), [])
  })

  it('Deliveries continue until an unsubscription is confirmed', async t => {
    const { callback, hub } = await startBoth(t)
    await subscribed(hub, { callback: callback.url(), secret: 'old' })
    const end = hold()
    callback.onChallenge = end.behavior
    await hub.subscribe({ mode: 'unsubscribe', callback: callback.url() })
    await until(() => callback.challenges().length === 2)
    const delivery = await deliver(hub, callback, 'second')
    assert.equal(delivery.headers['x-hub-signature'], signed(delivery, 'old'))
    end.release()
    await until(async () => (await hub.active()).length === 0)
  })

  for (const [name, behavior] of [
    ['a wrong response', answerWith(200, 'no')],
    ['an empty response', answerWith(204)],
    ['404', answerWith(404)],
    ['500', answerWith(500)],
    ['a redirect', answerWith(302, '', { location: '/elsewhere' })],
  ] as const)
    it(`A subscription stays when its unsubscription gets ${name}`, async t => {
      const { callback, hub } = await startBoth(t)
      const before = await subscribed(hub, { callback: callback.url(), secret: 'old' })
      callback.onChallenge = behavior
      await hub.subscribe({ mode: 'unsubscribe', callback: callback.url() })
      await hub.settled()
      assert.deepEqual(await hub.active(), [before])
      const delivery = await deliver(hub, callback, 'second')
      assert.equal(delivery.headers['x-hub-signature'], signed(delivery, 'old'))
    })

  it('An unsubscription without a subscription gets the same response and challenge', async t => {
    const { callback, hub } = await startBoth(t)
    await subscribed(hub, { callback: callback.url('/other') })
    const known = await hub.subscribe({ mode: 'unsubscribe', callback: callback.url('/other') })
    await hub.settled()
    const unknown = await hub.subscribe({ mode: 'unsubscribe', callback: callback.url('/unknown') })
    await hub.settled()
    assert.deepEqual(unknown, known)
    assert.equal(unknown.status, 202)
    assert.deepEqual(callback.challenges().map(modeOf), ['subscribe', 'unsubscribe', 'unsubscribe'])
    assert.deepEqual(await hub.active(), [])
  })

  it('An unsubscription is accepted when the hub is full', async t => {
    const callback = await startCallback(t)
    const hub = await startTestHub(t, { maxPerTopic: 1, maxPerHost: 1 })
    await subscribed(hub, { callback: callback.url('/one') })
    assert.notEqual((await hub.subscribe({ callback: callback.url('/two') })).status, 202)
    for (const path of ['/two', '/one'])
      assert.equal(
        (await hub.subscribe({ mode: 'unsubscribe', callback: callback.url(path) })).status,
        202,
      )
    await hub.settled()
    assert.deepEqual(await hub.active(), [])
    await subscribed(hub, { callback: callback.url('/two') })
  })

  it('A callback can subscribe again after an unsubscription', async t => {
    const { callback, hub } = await startBoth(t)
    await subscribed(hub, { callback: callback.url(), secret: 'old' })
    await hub.subscribe({ mode: 'unsubscribe', callback: callback.url() })
    await hub.settled()
    await subscribed(hub, { callback: callback.url(), secret: 'new' })
    const delivery = await deliver(hub, callback, 'second')
    assert.equal(delivery.headers['x-hub-signature'], signed(delivery, 'new'))
  })

  it('An unsubscription cancels a pending retry', async t => {
    const callback = await startCallback(t)
    const hub = await startTestHub(t, { retrySeconds: [30, 30] })
    callback.onDelivery = answerWith(500)
    await subscribed(hub, { callback: callback.url() })
    hub.publish('second')
    await until(async () => (await hub.active())[0]!.failures === 1)
    await hub.subscribe({ mode: 'unsubscribe', callback: callback.url() })
    await hub.settled()
    hub.clock.advance(60)
    await hub.idle()
    assert.equal(callback.deliveries().length, 1)
    assert.deepEqual(await hub.active(), [])
  })
})

describe('Competing requests for a pair', { concurrency: 6 }, () => {
  /** Sends two requests whose confirmations the test releases. */
  async function sendTwo(
    { callback, hub }: { callback: CallbackServer; hub: TestHub },
    first: { mode?: string; secret?: string },
    second: { mode?: string; secret?: string },
  ): Promise<[Hold, Hold]> {
    const holds: [Hold, Hold] = [hold(), hold()]
    const asked = callback.challenges().length
    callback.onChallenge = inTurn(holds[0].behavior, holds[1].behavior)
    for (const [number, form] of [first, second].entries()) {
      assert.equal((await hub.subscribe({ callback: callback.url(), ...form })).status, 202)
      await until(() => callback.challenges().length === asked + number + 1)
    }
    return holds
  }

  it('An unsubscription wins if it is confirmed before the older subscription', async t => {
    const both = await startBoth(t)
    const [begin, end] = await sendTwo(both, { mode: 'subscribe' }, { mode: 'unsubscribe' })
    end.release()
    await both.hub.settled()
    await finish(both.hub, begin)
    assert.deepEqual(await both.hub.active(), [])
    assert.deepEqual(await both.hub.pending(), [])
  })

  it('An unsubscription wins if the older subscription is confirmed first', async t => {
    const both = await startBoth(t)
    const [begin, end] = await sendTwo(both, { mode: 'subscribe' }, { mode: 'unsubscribe' })
    await finish(both.hub, begin)
    assert.deepEqual(await both.hub.active(), [])
    await finish(both.hub, end)
    assert.deepEqual(await both.hub.active(), [])
  })

  it('A subscription wins if it is confirmed before the older unsubscription', async t => {
    const both = await startBoth(t)
    const { callback, hub } = both
    await subscribed(hub, { callback: callback.url(), secret: 'old' })
    const [end, begin] = await sendTwo(both, { mode: 'unsubscribe' }, { secret: 'new' })
    begin.release()
    await hub.settled()
    await finish(hub, end)
    assert.equal((await hub.active()).length, 1)
    const delivery = await deliver(hub, callback, 'second')
    assert.equal(delivery.headers['x-hub-signature'], signed(delivery, 'new'))
  })

  it('A subscription wins if the older unsubscription is confirmed first', async t => {
    const both = await startBoth(t)
    const { callback, hub } = both
    await subscribed(hub, { callback: callback.url(), secret: 'old' })
    const [end, begin] = await sendTwo(both, { mode: 'unsubscribe' }, { secret: 'new' })
    await finish(hub, end)
    assert.equal((await hub.active()).length, 1)
    begin.release()
    await hub.settled()
    const delivery = await deliver(hub, callback, 'second')
    assert.equal(delivery.headers['x-hub-signature'], signed(delivery, 'new'))
  })

  for (const order of ['in turn', 'in reverse order'] as const)
    it(`The last of two subscriptions wins if they are confirmed ${order}`, async t => {
      const both = await startBoth(t)
      const { callback, hub } = both
      const holds = await sendTwo(both, { secret: 'first' }, { secret: 'second' })
      for (const hold of order === 'in turn' ? holds : holds.toReversed()) await finish(hub, hold)
      await hub.settled()
      assert.equal((await hub.active()).length, 1)
      const delivery = await deliver(hub, callback, 'news')
      assert.equal(delivery.headers['x-hub-signature'], signed(delivery, 'second'))
      assert.equal(callback.deliveries().length, 1)
    })

  it('A confirmed subscription loses to a newer one that was rejected', async t => {
    const { callback, hub } = await startBoth(t)
    const first = hold()
    callback.onChallenge = inTurn(first.behavior, answerWith(404))
    await hub.subscribe({ callback: callback.url(), secret: 'first' })
    await until(() => callback.challenges().length === 1)
    await hub.subscribe({ callback: callback.url(), secret: 'second' })
    await hub.settled()
    await finish(hub, first)
    assert.deepEqual(await hub.active(), [])
  })

  it('An unsubscription replaces a subscription whose challenge hangs', async t => {
    const { callback, hub } = await startBoth(t)
    callback.onChallenge = inTurn(hang, echo)
    await hub.subscribe({ callback: callback.url() })
    await until(() => callback.challenges().length === 1)
    await hub.subscribe({ mode: 'unsubscribe', callback: callback.url() })
    await hub.settled()
    assert.deepEqual(await hub.active(), [])
  })

  it('A request for one callback does not affect another', async t => {
    const { callback, hub } = await startBoth(t)
    const first = hold()
    callback.onChallenge = inTurn(first.behavior, echo)
    await hub.subscribe({ callback: callback.url('/a') })
    await until(() => callback.challenges().length === 1)
    await hub.subscribe({ mode: 'unsubscribe', callback: callback.url('/b') })
    await until(async () => (await hub.pending()).length === 1)
    first.release()
    await hub.settled()
    assert.deepEqual(
      (await hub.active()).map(row => row.callback),
      [callback.url('/a')],
    )
  })
})
