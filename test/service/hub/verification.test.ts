/** The hub asks the callback to confirm each request, and trusts nothing but its response (WebSub §5.2, §5.3). */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  after,
  answerWith,
  type Behavior,
  type CallbackServer,
  challengeOf,
  echo,
  hang,
  inTurn,
  queryOf,
  type Received,
  startCallback,
} from '../../kit/callback.ts'
import { startBoth, startTestHub, subscribed, type TestHub } from '../../kit/hub.ts'
import { until } from '../../kit/service.ts'
import { authority, selfSigned } from '../../kit/tls.ts'

const DAY_SECONDS = 86_400
/** The time limit for one request. */
const TIMEOUT_MS = 10_000

/** Not HTTP, so it does not count as a response. */
const babble: Behavior = (_, response) => void response.socket!.end('this is not HTTP\r\n\r\n')

/** Sends the beginning of a response and keeps the connection open. */
const begin = (body: (challenge: string) => string): Behavior => {
  return (request, response) => void response.writeHead(200).write(body(challengeOf(request)!))
}

const modeOf = (request: Received) => queryOf(request).getAll('hub.mode').at(-1)

describe('Verification of intent', { concurrency: 2 }, () => {
  // First, because it takes longest, so that the others run meanwhile.
  describe('Slow callbacks', { concurrency: 4 }, () => {
    for (const [name, behavior] of [
      ['does not respond', hang],
      ['stops in the middle of its response', begin(challenge => challenge.slice(0, 20))],
      ['does not end its response', begin(challenge => challenge)],
    ] as const)
      it(`A callback that ${name} is asked again after ten seconds`, async t => {
        const { callback, hub } = await startBoth(t)
        callback.onChallenge = inTurn(behavior, echo)
        const askedMs = performance.now()
        await hub.subscribe({ callback: callback.url() })
        await until(() => callback.challenges().length === 1)
        await until(async () => (await hub.pending())[0]?.attempts !== 0)
        assert.ok(performance.now() - askedMs >= TIMEOUT_MS - 10)
        assert.equal((await hub.pending())[0]?.attempts, 1)
        assert.deepEqual(await hub.active(), [])
        hub.clock.advance(5)
        await until(async () => (await hub.active()).length === 1)
        assert.equal(callback.challenges().length, 2)
      })

    it('A callback may take several seconds to respond', async t => {
      const { callback, hub } = await startBoth(t)
      callback.onChallenge = after(5000, echo)
      await subscribed(hub, { callback: callback.url() })
      assert.equal(callback.challenges().length, 1)
    })
  })

  describe('The challenge request', { concurrency: 4 }, () => {
    it('The challenge request has mode, topic, challenge and lease', async t => {
      const { callback, hub } = await startBoth(t)
      await subscribed(hub, { callback: callback.url() })
      const [request] = callback.received
      assert.equal(request!.method, 'GET')
      assert.equal(request!.body.length, 0)
      assert.deepEqual(Object.fromEntries(queryOf(request!)), {
        'hub.mode': 'subscribe',
        'hub.topic': hub.topicUrl('/feed.xml'),
        'hub.challenge': challengeOf(request!),
        'hub.lease_seconds': String(10 * DAY_SECONDS),
      })
    })

    it('The challenge request for an unsubscription has the same four parameters', async t => {
      const { callback, hub } = await startBoth(t)
      await hub.subscribe({
        mode: 'unsubscribe',
        callback: callback.url(),
        topic: hub.topicUrl('/reviews.json'),
      })
      await hub.settled()
      assert.deepEqual(
        [...queryOf(callback.received[0]!).keys()],
        ['hub.mode', 'hub.topic', 'hub.challenge', 'hub.lease_seconds'],
      )
      assert.equal(modeOf(callback.received[0]!), 'unsubscribe')
      assert.equal(queryOf(callback.received[0]!).get('hub.topic'), hub.topicUrl('/reviews.json'))
    })

    it('The challenge request percent-encodes its parameters', async t => {
      const { callback, hub } = await startBoth(t)
      await subscribed(hub, { callback: callback.url() })
      assert.match(
        callback.received[0]!.url,
        /^\/callback\?hub\.mode=subscribe&hub\.topic=https%3A%2F%2Freviews\.example\.net%2Ffeed\.xml&hub\.challenge=[\w-]+&hub\.lease_seconds=864000$/,
      )
    })

    it('The challenge request leaves every byte of the callback as it is', async t => {
      const { callback, hub } = await startBoth(t)
      const targets: [given: string, sent: string][] = [
        ['/cb', '/cb?'],
        ['/cb?', '/cb?'],
        ['/cb?a', '/cb?a&'],
        ['/cb?a=1&', '/cb?a=1&'],
        ['/cb?a=1&&', '/cb?a=1&&'],
        ['/cb?hub.mode=x&a=%20b&c', '/cb?hub.mode=x&a=%20b&c&'],
        ['/cb?hub.challenge=mine&hub.topic=z', '/cb?hub.challenge=mine&hub.topic=z&'],
        ['/cb?next=/a?b=c', '/cb?next=/a?b=c&'],
        ['/cb?a+b=%2B&%c3%a9=%C3%A9', '/cb?a+b=%2B&%c3%a9=%C3%A9&'],
        ['', '/?'],
        ['/', '/?'],
        ['?a=1', '/?a=1&'],
        ['//cb', '//cb?'],
        ['/a/../cb/./', '/a/../cb/./?'],
        ['/%7e/%2F/%zz', '/%7e/%2F/%zz?'],
        [
          `/!$&'()*+,;=:@"<>[]^\`{|}~?/!$'()*+,;:@"<>[]^\`{|}~`,
          `/!$&'()*+,;=:@"<>[]^\`{|}~?/!$'()*+,;:@"<>[]^\`{|}~&`,
        ],
      ]
      for (const [given, sent] of targets) {
        const before = callback.received.length
        await subscribed(hub, { callback: callback.origin + given })
        assert.equal(callback.received.length, before + 1)
        const { url } = callback.received.at(-1)!
        assert.equal(url.slice(0, url.indexOf('hub.mode=subscribe&hub.topic=http')), sent, given)
      }
      assert.deepEqual(
        (await hub.active()).map(row => row.callback).sort(),
        targets.map(([given]) => callback.origin + given).sort(),
      )
    })

    it('The challenge request repeats the topic as the subscriber spelled it', async t => {
      const { callback, hub } = await startBoth(t)
      for (const topic of [
        'https://reviews.example.net/%66eed.xml',
        'https://reviews.example.net/reviews%2Ejson',
        'HTTPS://Reviews.Example.NET:443/api/feed.json',
      ]) {
        assert.equal((await hub.subscribe({ callback: callback.url(), topic })).status, 202)
        await hub.settled()
        assert.equal(queryOf(callback.received.at(-1)!).get('hub.topic'), topic)
      }
      assert.deepEqual((await hub.active()).map(row => row.topic).sort(), [
        '/api/feed.json',
        '/feed.xml',
        '/reviews.json',
      ])
    })

    it('Every challenge is new and impossible to guess', async t => {
      const { callback, hub } = await startBoth(t)
      await subscribeInGroups(
        hub,
        Array.from({ length: 20 }, (_, number) => callback.url(`/${number}`)),
      )
      await subscribed(hub, { callback: callback.url('/0') })
      const challenges = callback.challenges().map(request => challengeOf(request)!)
      assert.equal(challenges.length, 21)
      assert.equal(new Set(challenges).size, 21)
      // 256 bits in base64url, which needs no escaping anywhere.
      for (const challenge of challenges) assert.match(challenge, /^[A-Za-z0-9_-]{43}$/)
    })

    it('The challenge request has no secret and no credentials', async t => {
      const { callback, hub } = await startBoth(t)
      await subscribed(hub, { callback: callback.url(), secret: 'between us' })
      const { headers, url } = callback.received[0]!
      assert.equal(headers['user-agent'], 'Firsthand/test')
      for (const name of ['authorization', 'cookie', 'referer', 'x-hub-signature'])
        assert.equal(headers[name], undefined)
      assert.doesNotMatch(url, /between/)
    })
  })

  describe('Leases', { concurrency: 4 }, () => {
    const leaseFor = async (t: TestContext, lease_seconds?: number | string) => {
      const { callback, hub } = await startBoth(t)
      const row = await subscribed(hub, {
        callback: callback.url(),
        ...(lease_seconds !== undefined && { lease_seconds }),
      })
      const granted = Number(queryOf(callback.received[0]!).get('hub.lease_seconds'))
      assert.equal(row.lease_seconds, granted)
      assert.equal(Date.parse(row.expires_at) - Date.parse(row.verified_at), granted * 1000)
      return granted
    }

    it('The lease is ten days by default', async t => {
      assert.equal(await leaseFor(t), 864_000)
    })

    it('The lease is what the subscriber asked for', async t => {
      assert.equal(await leaseFor(t, 86_401), 86_401)
    })

    it('The lease is never shorter than the minimum of the hub', async t => {
      assert.equal(await leaseFor(t, 1), 300)
    })

    it('The lease is never longer than 30 days', async t => {
      assert.equal(await leaseFor(t, 2_592_001), 2_592_000)
      assert.equal(await leaseFor(t, '9'.repeat(400)), 2_592_000)
    })

    it('An unsubscription with an invalid lease gets the default', async t => {
      const { callback, hub } = await startBoth(t)
      const answer = await hub.subscribe({
        mode: 'unsubscribe',
        callback: callback.url(),
        lease_seconds: '-1',
      })
      assert.equal(answer.status, 202)
      await hub.settled()
      assert.equal(queryOf(callback.received[0]!).get('hub.lease_seconds'), '864000')
    })

    it('The lease starts when the challenge was sent', async t => {
      const { callback, hub } = await startBoth(t)
      let challengedMs = 0
      callback.onChallenge = (request, response) => {
        challengedMs = hub.clock.nowMs
        return after(1500, echo)(request, response)
      }
      const beforeMs = hub.clock.nowMs
      const row = await subscribed(hub, { callback: callback.url(), lease_seconds: 1000 })
      const expiresMs = Date.parse(row.expires_at)
      assert.ok(expiresMs >= beforeMs + 1_000_000)
      assert.ok(expiresMs <= challengedMs + 1_000_000)
    })

    it('Deliveries stop when the lease ends, even before the sweep', async t => {
      const { callback, hub } = await startBoth(t)
      await subscribed(hub, { callback: callback.url('/short'), lease_seconds: 300 })
      await subscribed(hub, { callback: callback.url('/long') })
      const deliveriesTo = (path: string) =>
        callback.deliveries().filter(({ url }) => url === path).length
      hub.clock.advance(280)
      hub.publish('within the lease')
      await until(() => deliveriesTo('/long') === 1 && deliveriesTo('/short') === 1)
      hub.clock.advance(21)
      hub.publish('after the lease')
      await until(() => deliveriesTo('/long') === 2)
      assert.equal(deliveriesTo('/short'), 1)
      hub.clock.advance(60)
      await until(async () => (await hub.active()).length === 1)
      assert.equal((await hub.active())[0]!.callback, callback.url('/long'))
      assert.equal(callback.denials().length, 0)
    })

    it('A subscription is not verified again during its lease', async t => {
      const { callback, hub } = await startBoth(t)
      await subscribed(hub, { callback: callback.url() })
      for (let day = 1; day < 10; day++) hub.clock.advance(DAY_SECONDS)
      hub.publish('still there')
      await until(() => callback.deliveries().length === 1)
      assert.equal(callback.challenges().length, 1)
    })
  })

  describe('Responses to the challenge', { concurrency: 4 }, () => {
    const SUCCESSES = [200, 201, 202, 203, 206, 226, 299]

    it('Any 2xx status with the challenge confirms a request', async t => {
      const { callback, hub } = await startBoth(t)
      callback.onChallenge = (request, response) =>
        answerWith(Number(request.url.slice(1, 4)), challengeOf(request))(request, response)
      for (const status of SUCCESSES) await hub.subscribe({ callback: callback.url(`/${status}`) })
      await hub.settled()
      assert.deepEqual(
        (await hub.active()).map(row => Number(row.callback.slice(-3))).sort(),
        SUCCESSES,
      )
    })

    it('The challenge may come in pieces and with any media type', async t => {
      const { callback, hub } = await startBoth(t)
      callback.onChallenge = async (request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' })
        for (const letter of challengeOf(request)!) {
          response.write(letter)
          await sleep(2)
        }
        response.end()
      }
      await subscribed(hub, { callback: callback.url() })
    })

    const WRONG: [name: string, body: (challenge: string) => string][] = [
      ['nothing', () => ''],
      ['another challenge', challenge => [...challenge].reverse().join('')],
      [
        'one letter of the other case',
        challenge => challenge.replace(/[a-z]/, letter => letter.toUpperCase()),
      ],
      ['a letter more', challenge => `${challenge}A`],
      ['a letter less', challenge => challenge.slice(0, -1)],
      ['a newline after it', challenge => `${challenge}\n`],
      ['a space before it', challenge => ` ${challenge}`],
      ['a byte order mark before it', challenge => `\ufeff${challenge}`],
      ['quotes around it', challenge => `"${challenge}"`],
      ['the challenge twice', challenge => challenge + challenge],
      ['a page with it', challenge => `<!doctype html><p>${challenge}</p>`],
    ]

    it('A response body other than the exact challenge rejects a request', async t => {
      const { callback, hub } = await startBoth(t)
      callback.onChallenge = (request, response) => {
        const [, body] = WRONG[Number.parseInt(request.url.slice(1), 10)]!
        return answerWith(200, body(challengeOf(request)!))(request, response)
      }
      await subscribeInGroups(
        hub,
        WRONG.map((_, index) => callback.url(`/${index}`)),
      )
      assert.deepEqual(
        (await hub.active()).map(row => WRONG[Number(new URL(row.callback).pathname.slice(1))]![0]),
        [],
      )
      assert.equal(callback.challenges().length, WRONG.length)
    })

    it('A response without a body rejects a request', async t => {
      const { callback, hub } = await startBoth(t)
      callback.onChallenge = answerWith(204)
      await hub.subscribe({ callback: callback.url() })
      await hub.settled()
      assert.deepEqual(await hub.active(), [])
    })

    const REJECTIONS = [
      300, 301, 302, 303, 304, 305, 307, 308, 400, 401, 403, 404, 410, 418, 429, 500, 502, 503, 504,
    ]

    it('Any status other than 2xx rejects a request for good, even with the challenge', async t => {
      const sink = await startCallback(t)
      const { callback, hub } = await startBoth(t)
      callback.onChallenge = (request, response) => {
        const headers = { location: sink.origin + request.url, 'retry-after': '1' }
        return answerWith(
          Number(request.url.slice(1, 4)),
          challengeOf(request),
          headers,
        )(request, response)
      }
      await subscribeInGroups(
        hub,
        REJECTIONS.map(status => callback.url(`/${status}`)),
      )
      hub.clock.advance(3600)
      await hub.idle()
      assert.deepEqual(await hub.active(), [])
      assert.deepEqual(
        callback
          .challenges()
          .map(({ url }) => Number(url.slice(1, 4)))
          .sort(),
        REJECTIONS,
      )
      assert.equal(sink.connections, 0)
    })

    it('A response is not read further than the length of a challenge', async t => {
      const { callback, hub } = await startBoth(t)
      const cutOff = Promise.withResolvers<void>()
      let sent = 0
      callback.onChallenge = async (request, response) => {
        response.on('close', cutOff.resolve)
        response.write(challengeOf(request)!)
        while (!response.destroyed) {
          if (!response.write(Buffer.alloc(65_536, 'x')))
            await Promise.race([
              cutOff.promise,
              new Promise(resolve => response.once('drain', resolve)),
            ])
          sent += 65_536
        }
      }
      await hub.subscribe({ callback: callback.url() })
      await cutOff.promise
      await hub.settled()
      assert.deepEqual(await hub.active(), [])
      assert.equal(callback.challenges().length, 1)
      // No more than the socket buffers of both sides hold.
      assert.ok(sent < 50_000_000, `${sent} bytes`)
    })

    it('A response that breaks off does not confirm a request, even after the whole challenge', async t => {
      const { callback, hub } = await startBoth(t)
      callback.onChallenge = (request, response) => {
        response.writeHead(200, { 'content-length': 100 }).write(challengeOf(request)!)
        setTimeout(() => response.socket!.destroy(), 100)
      }
      await hub.subscribe({ callback: callback.url() })
      await until(async () => (await hub.pending())[0]?.attempts !== 0)
      assert.deepEqual(await hub.active(), [])
      assert.equal((await hub.pending())[0]?.attempts, 1)
    })

    it('A rejected request leaves nothing behind', async t => {
      const { callback, hub } = await startBoth(t)
      callback.onChallenge = answerWith(404)
      await hub.subscribe({ callback: callback.url() })
      await hub.settled()
      hub.publish('not for everybody')
      await hub.idle()
      assert.deepEqual(await hub.active(), [])
      assert.deepEqual(callback.deliveries(), [])
      assert.deepEqual(callback.denials(), [])
    })

    it('A confirmation alone does not start a delivery', async t => {
      const { callback, hub } = await startBoth(t)
      await subscribed(hub, { callback: callback.url() })
      await hub.idle()
      assert.deepEqual(callback.deliveries(), [])
    })
  })

  describe('Callbacks that do not respond', { concurrency: 4 }, () => {
    /** The time until the next attempt. */
    const delayMs = async (hub: TestHub) =>
      Date.parse((await hub.pending())[0]!.next_attempt_at) - hub.clock.nowMs
    const attempted = (hub: TestHub, times: number) =>
      until(async () => (await hub.pending())[0]?.attempts === times)

    it('A callback without a response is asked twice more, with new challenges, and then no longer', async t => {
      const { callback, hub } = await startBoth(t)
      callback.onChallenge = babble
      await hub.subscribe({ callback: callback.url() })
      await attempted(hub, 1)
      assert.ok(
        (await delayMs(hub)) <= 5000 && (await delayMs(hub)) > 1000,
        `${await delayMs(hub)} ms`,
      )
      hub.clock.advance(5)
      await attempted(hub, 2)
      assert.ok(
        (await delayMs(hub)) <= 30_000 && (await delayMs(hub)) > 20_000,
        `${await delayMs(hub)} ms`,
      )
      hub.clock.advance(30)
      await hub.settled()
      hub.clock.advance(DAY_SECONDS)
      await hub.idle()
      assert.equal(callback.challenges().length, 3)
      assert.equal(new Set(callback.challenges().map(challengeOf)).size, 3)
      assert.deepEqual(await hub.active(), [])
    })

    it('A retry does not come before its time', async t => {
      const { callback, hub } = await startBoth(t)
      callback.onChallenge = inTurn(babble, echo)
      await hub.subscribe({ callback: callback.url() })
      await attempted(hub, 1)
      await hub.idle()
      assert.equal(callback.challenges().length, 1)
    })

    it('A callback may confirm the third challenge', async t => {
      const { callback, hub } = await startBoth(t)
      callback.onChallenge = inTurn(babble, babble, echo)
      await hub.subscribe({ callback: callback.url() })
      await attempted(hub, 1)
      hub.clock.advance(5)
      await attempted(hub, 2)
      hub.clock.advance(30)
      await until(async () => (await hub.active()).length === 1)
    })

    it('A callback cannot confirm with an earlier challenge', async t => {
      const { callback, hub } = await startBoth(t)
      let first = ''
      callback.onChallenge = inTurn(
        (request, response) => {
          first = challengeOf(request)!
          return babble(request, response)
        },
        (request, response) => answerWith(200, first)(request, response),
      )
      await hub.subscribe({ callback: callback.url() })
      await attempted(hub, 1)
      hub.clock.advance(5)
      await hub.settled()
      assert.deepEqual(await hub.active(), [])
    })

    it('The lease starts with the last challenge', async t => {
      const { callback, hub } = await startBoth(t)
      callback.onChallenge = inTurn(babble, echo)
      await hub.subscribe({ callback: callback.url(), lease_seconds: 300 })
      await attempted(hub, 1)
      const beforeMs = hub.clock.nowMs
      hub.clock.advance(1000)
      await until(async () => (await hub.active()).length === 1)
      assert.ok(Date.parse((await hub.active())[0]!.expires_at) >= beforeMs + 1_300_000)
    })

    it('A retry still happens after the hub was restarted', async t => {
      const { callback, hub } = await startBoth(t)
      callback.onChallenge = inTurn(babble, echo)
      await hub.subscribe({ callback: callback.url() })
      await attempted(hub, 1)
      await hub.restart()
      hub.clock.advance(5)
      await until(async () => (await hub.active()).length === 1)
    })

    it('A callback that closes the connection or does not listen is asked again', async t => {
      const { callback, hub } = await startBoth(t)
      callback.onChallenge = (_, response) => void response.socket!.destroy()
      await hub.subscribe({ callback: callback.url() })
      await attempted(hub, 1)
      await callback.close()
      hub.clock.advance(5)
      await attempted(hub, 2)
      assert.deepEqual(await hub.active(), [])
    })

    it('A callback with an untrusted certificate is never sent anything', async t => {
      const untrusted = await startCallback(t, { certificate: await selfSigned(['localhost']) })
      const misnamed = await startCallback(t, {
        certificate: await (await authority()).issue(['other.example']),
      })
      const hub = await startTestHub(t)
      for (const callback of [untrusted, misnamed])
        await hub.subscribe({ callback: callback.url() })
      const tried = async (times: number) =>
        until(
          async () =>
            (await hub.pending()).length === 2 &&
            (await hub.pending()).every(row => row.attempts === times),
        )
      await tried(1)
      hub.clock.advance(5)
      await tried(2)
      hub.clock.advance(30)
      await hub.settled()
      assert.deepEqual(await hub.active(), [])
      for (const callback of [untrusted, misnamed]) {
        assert.equal(callback.connections, 3)
        assert.deepEqual(callback.received, [])
      }
    })

    it('The hub does not even connect to a forbidden address', async t => {
      const callback = await startCallback(t)
      const hub = await startTestHub(t, { allowedNetworks: [], resolve: async () => ['127.0.0.1'] })
      const answer = await hub.subscribe({ callback: `https://callback.example:${callback.port}/` })
      assert.equal(answer.status, 202)
      await attempted(hub, 1)
      hub.clock.advance(5)
      await attempted(hub, 2)
      hub.clock.advance(30)
      await hub.settled()
      hub.clock.advance(60)
      await hub.idle()
      assert.deepEqual(await hub.active(), [])
      assert.equal(callback.connections, 0)
    })
  })

  describe('Callbacks that hang', { concurrency: 2 }, () => {
    it('Seventy hanging callbacks do not delay one that responds', async t => {
      const certificate = await (await authority()).issue(['*.hanging.example', 'good.example'])
      const callback = await startCallback(t, { certificate })
      const hub = await startTestHub(t, { resolve: async () => ['127.0.0.1'] })
      const good = `https://good.example:${callback.port}/`
      callback.onChallenge = (request, response) =>
        (request.headers.host!.startsWith('good') ? echo : hang)(request, response)
      for (let number = 0; number < 70; number++)
        await hub.subscribe({ callback: `https://host${number}.hanging.example:${callback.port}/` })
      await until(() => callback.challenges().length >= 40)
      const requestedMs = performance.now()
      await hub.subscribe({ callback: good })
      await until(async () => (await hub.active()).length === 1)
      assert.ok(performance.now() - requestedMs < TIMEOUT_MS - 1000)
      assert.equal((await hub.active())[0]!.callback, good)
    })

    it('Hanging callbacks do not delay those on another port of the same host', async t => {
      const hanging = await startCallback(t)
      const { callback, hub } = await startBoth(t)
      hanging.onChallenge = hang
      for (let number = 0; number < 30; number++)
        await hub.subscribe({ callback: hanging.url(`/${number}`) })
      await until(() => hanging.challenges().length >= 8)
      const requestedMs = performance.now()
      await hub.subscribe({ callback: callback.url() })
      await until(async () => (await hub.active()).length === 1)
      assert.ok(performance.now() - requestedMs < TIMEOUT_MS - 1000)
    })

    it('A callback that left its slot to another is not asked again', async t => {
      const { callback, hub } = await startBoth(t)
      const { promise: quickIsVerified, resolve } = Promise.withResolvers<void>()
      callback.onChallenge = async (request, response) => {
        if (request.url.startsWith('/slow')) await quickIsVerified
        return echo(request, response)
      }
      await assertSlowOnesAreAskedOnce(callback, hub, resolve)
    })

    it('A callback that left its slot in the middle of its response is not asked again', async t => {
      const { callback, hub } = await startBoth(t)
      const { promise: quickIsVerified, resolve } = Promise.withResolvers<void>()
      callback.onChallenge = async (request, response) => {
        if (!request.url.startsWith('/slow')) return echo(request, response)
        const challenge = challengeOf(request)!
        response.writeHead(200).write(challenge.slice(0, 10))
        await quickIsVerified
        response.end(challenge.slice(10))
      }
      await assertSlowOnesAreAskedOnce(callback, hub, resolve)
    })
  })

  describe('Subscriptions that the hub ends', { concurrency: 2 }, () => {
    /** The only subscription there is. */
    async function failThrice(hub: TestHub): Promise<void> {
      for (const failures of [1, 2]) {
        await until(async () => (await hub.active())[0]!.failures === failures)
        hub.clock.advance(1)
      }
      await until(async () => (await hub.active()).length === 0)
    }

    it('The subscriber of an ended subscription gets one denial with the reason and no challenge', async t => {
      const { callback, hub } = await startBoth(t)
      callback.onDelivery = answerWith(500)
      const topic = 'https://reviews.example.net/%66eed.xml'
      await hub.subscribe({ callback: callback.url('/cb?hub.mode=x&a=%20b'), topic })
      await until(async () => (await hub.active()).length === 1)
      hub.publish('not welcome')
      await failThrice(hub)
      await until(() => callback.denials().length > 0)
      await hub.idle()
      const [denial, ...more] = callback.denials()
      assert.deepEqual(more, [])
      assert.equal(
        denial!.url,
        `/cb?hub.mode=x&a=%20b&hub.mode=denied&hub.topic=${encodeURIComponent(topic)}&hub.reason=3%20consecutive%20delivery%20failures`,
      )
      assert.equal(denial!.body.length, 0)
      assert.deepEqual(await hub.active(), [])
      assert.equal(callback.deliveries().length, 3)
    })

    it('An ended subscription can be started again', async t => {
      const { callback, hub } = await startBoth(t)
      callback.onDelivery = inTurn(
        answerWith(500),
        answerWith(500),
        answerWith(500),
        answerWith(204),
      )
      await subscribed(hub, { callback: callback.url() })
      hub.publish('second')
      await failThrice(hub)
      await until(() => callback.denials().length === 1)
      await subscribed(hub, { callback: callback.url() })
      hub.publish('third')
      await until(() => callback.deliveries().length === 4)
      assert.equal(callback.deliveries()[3]!.body.toString(), hub.bodyOf('third'))
    })
  })
})

/** No more at once than there are slots for a host. */
async function subscribeInGroups(hub: TestHub, callbacks: string[]): Promise<void> {
  for (const [index, callback] of callbacks.entries()) {
    await hub.subscribe({ callback })
    if (index % 8 === 7) await hub.settled()
  }
  await hub.settled()
}

/** Eight slow callbacks take all slots of the host before one that is not slow, and respond after it. */
async function assertSlowOnesAreAskedOnce(
  callback: CallbackServer,
  hub: TestHub,
  respond: () => void,
): Promise<void> {
  for (let number = 0; number < 8; number++)
    await hub.subscribe({ callback: callback.url(`/slow${number}`) })
  await until(() => callback.challenges().length === 8)
  await hub.subscribe({ callback: callback.url('/quick') })
  await until(async () => (await hub.active()).length > 0)
  assert.equal((await hub.active())[0]!.callback, callback.url('/quick'))
  respond()
  await until(async () => (await hub.active()).length === 9)
  assert.equal(callback.challenges().length, 9)
}
