/** The hub asks a callback whether its owner wants what was requested, and believes nothing but the answer (WebSub §5.2, §5.3). */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RequestRow } from '../../src/store/hub/hub-store.ts'
import {
  after,
  answerWith,
  type Behaviour,
  type CallbackServer,
  challengeOf,
  echo,
  hang,
  inTurn,
  queryOf,
  type Received,
  startCallback,
} from '../kit/callback.ts'
import { startBoth, startTestHub, subscribed, type TestHub } from '../kit/hub.ts'
import { until } from '../kit/service.ts'
import { authority, selfSigned } from '../kit/tls.ts'

const DAY_SECONDS = 86_400
/** After this a request is over. */
const TIMEOUT_MS = 10_000

/** No HTTP at all: there was no answer. */
const babble: Behaviour = (_, response) => void response.socket!.end('nothing that HTTP knows\r\n\r\n')

/** Sends the beginning of an answer and keeps the rest. */
const begin = (body: (challenge: string) => string): Behaviour => {
  return (request, response) => void response.writeHead(200).write(body(challengeOf(request)!))
}

const modeOf = (request: Received) => queryOf(request).getAll('hub.mode').at(-1)

describe('verification of intent', { concurrency: 2 }, () => {
  // First, because it takes longest: the others need not wait for it.
  describe('a callback that takes its time', { concurrency: 4 }, () => {
    for (const [name, behaviour] of [
      ['does not answer', hang],
      ['stops in the middle of its answer', begin(challenge => challenge.slice(0, 20))],
      ['stops before the end of its answer', begin(challenge => challenge)],
    ] as const)
      it(`is asked again if it ${name} within ten seconds`, async t => {
        const { callback, hub } = await startBoth(t)
        callback.onChallenge = inTurn(behaviour, echo)
        await hub.subscribe({ callback: callback.url() })
        await until(() => callback.challenges().length === 1)
        await until(async () => (await hub.pending())[0]?.attempts !== 0)
        assert.ok(performance.now() - callback.challenges()[0]!.atMs > TIMEOUT_MS - 1500)
        assert.equal((await hub.pending())[0]?.attempts, 1)
        assert.deepEqual(await hub.active(), [])
        hub.clock.advance(5)
        await until(async () => (await hub.active()).length === 1)
        assert.equal(callback.challenges().length, 2)
      })

    it('may take some seconds', async t => {
      const { callback, hub } = await startBoth(t)
      callback.onChallenge = after(5000, echo)
      await subscribed(hub, { callback: callback.url() })
      assert.equal(callback.challenges().length, 1)
    })
  })

  describe('the question to the callback', { concurrency: 4 }, () => {
    it('names mode, topic, challenge and lease', async t => {
      const { callback, hub } = await startBoth(t)
      await subscribed(hub, { callback: callback.url() })
      const [question] = callback.received
      assert.equal(question!.method, 'GET')
      assert.equal(question!.body.length, 0)
      assert.deepEqual(Object.fromEntries(queryOf(question!)), {
        'hub.mode': 'subscribe',
        'hub.topic': hub.topicUrl('/feed.xml'),
        'hub.challenge': challengeOf(question!),
        'hub.lease_seconds': String(10 * DAY_SECONDS),
      })
    })

    it('names the same four when it is about an end', async t => {
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

    it('percent-encodes what it adds', async t => {
      const { callback, hub } = await startBoth(t)
      await subscribed(hub, { callback: callback.url() })
      assert.match(
        callback.received[0]!.url,
        /^\/callback\?hub\.mode=subscribe&hub\.topic=https%3A%2F%2Freviews\.example\.net%2Ffeed\.xml&hub\.challenge=[\w-]+&hub\.lease_seconds=864000$/,
      )
    })

    it('leaves every byte of the callback as it is', async t => {
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

    it('repeats the topic as the subscriber wrote it', async t => {
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

    it('never has the same challenge twice, and one that nobody guesses', async t => {
      const { callback, hub } = await startBoth(t)
      for (let number = 0; number < 20; number++)
        await hub.subscribe({ callback: callback.url(`/${number}`) })
      await hub.settled()
      await subscribed(hub, { callback: callback.url('/0') })
      const challenges = callback.challenges().map(request => challengeOf(request)!)
      assert.equal(challenges.length, 21)
      assert.equal(new Set(challenges).size, 21)
      // Base64url of 256 bits: nothing in it needs an escape anywhere.
      for (const challenge of challenges) assert.match(challenge, /^[A-Za-z0-9_-]{43}$/)
    })

    it('carries nothing that would tell who else the hub knows', async t => {
      const { callback, hub } = await startBoth(t)
      await subscribed(hub, { callback: callback.url(), secret: 'between us' })
      const { headers, url } = callback.received[0]!
      assert.equal(headers['user-agent'], 'Firsthand/test')
      for (const name of ['authorization', 'cookie', 'referer', 'x-hub-signature'])
        assert.equal(headers[name], undefined)
      assert.doesNotMatch(url, /between/)
    })
  })

  describe('the lease that is granted', { concurrency: 4 }, () => {
    const granted = async (t: TestContext, lease_seconds?: number | string) => {
      const { callback, hub } = await startBoth(t)
      const row = await subscribed(hub, {
        callback: callback.url(),
        ...(lease_seconds !== undefined && { lease_seconds }),
      })
      const said = Number(queryOf(callback.received[0]!).get('hub.lease_seconds'))
      assert.equal(row.lease_seconds, said)
      assert.equal(Date.parse(row.expires_at) - Date.parse(row.verified_at), said * 1000)
      return said
    }

    it('is ten days when none is asked for', async t => {
      assert.equal(await granted(t), 864_000)
    })

    it('is the one that is asked for', async t => {
      assert.equal(await granted(t, 86_401), 86_401)
    })

    it('is never shorter than the hub allows', async t => {
      assert.equal(await granted(t, 1), 300)
    })

    it('is never longer than a month', async t => {
      assert.equal(await granted(t, 2_592_001), 2_592_000)
      assert.equal(await granted(t, '9'.repeat(400)), 2_592_000)
    })

    it('is that of the hub when an end names nonsense', async t => {
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

    it('counts from the moment that the question was sent', async t => {
      const { callback, hub } = await startBoth(t)
      let askedMs = 0
      callback.onChallenge = (request, response) => {
        askedMs = hub.clock.nowMs
        return after(1500, echo)(request, response)
      }
      const beforeMs = hub.clock.nowMs
      const row = await subscribed(hub, { callback: callback.url(), lease_seconds: 1000 })
      const expiresMs = Date.parse(row.expires_at)
      assert.ok(expiresMs >= beforeMs + 1_000_000)
      assert.ok(expiresMs <= askedMs + 1_000_000)
    })

    it('ends deliveries with it, also before the row is swept away', async t => {
      const { callback, hub } = await startBoth(t)
      await subscribed(hub, { callback: callback.url('/short'), lease_seconds: 300 })
      await subscribed(hub, { callback: callback.url('/long') })
      const deliveriesTo = (path: string) => callback.deliveries().filter(({ url }) => url === path).length
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

    it('is not asked about again while it lasts', async t => {
      const { callback, hub } = await startBoth(t)
      await subscribed(hub, { callback: callback.url() })
      for (let day = 1; day < 10; day++) hub.clock.advance(DAY_SECONDS)
      hub.publish('still there')
      await until(() => callback.deliveries().length === 1)
      assert.equal(callback.challenges().length, 1)
    })
  })

  describe('an answer to the question', { concurrency: 4 }, () => {
    const SUCCESSES = [200, 201, 202, 203, 206, 226, 299]

    it('is a yes with any 2xx and the challenge', async t => {
      const { callback, hub } = await startBoth(t)
      callback.onChallenge = (request, response) =>
        answerWith(Number(request.url.slice(1, 4)), challengeOf(request))(request, response)
      for (const status of SUCCESSES) await hub.subscribe({ callback: callback.url(`/${status}`) })
      await hub.settled()
      assert.deepEqual((await hub.active()).map(row => Number(row.callback.slice(-3))).sort(), SUCCESSES)
    })

    it('may come in pieces and as any type', async t => {
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

    it('is a no where the body is anything but the challenge', async t => {
      const { callback, hub } = await startBoth(t)
      callback.onChallenge = (request, response) => {
        const [, body] = WRONG[Number.parseInt(request.url.slice(1), 10)]!
        return answerWith(200, body(challengeOf(request)!))(request, response)
      }
      for (const number of WRONG.keys()) await hub.subscribe({ callback: callback.url(`/${number}`) })
      await hub.settled()
      assert.deepEqual(
        (await hub.active()).map(row => WRONG[Number(new URL(row.callback).pathname.slice(1))]![0]),
        [],
      )
      assert.equal(callback.challenges().length, WRONG.length)
    })

    it('is a no where it has no body to say yes with', async t => {
      const { callback, hub } = await startBoth(t)
      callback.onChallenge = answerWith(204)
      await hub.subscribe({ callback: callback.url() })
      await hub.settled()
      assert.deepEqual(await hub.active(), [])
    })

    const REFUSALS = [
      300, 301, 302, 303, 304, 305, 307, 308, 400, 401, 403, 404, 410, 418, 429, 500, 502, 503, 504,
    ]

    it('is a no with any other status, even with the challenge, and nobody is asked again', async t => {
      const sink = await startCallback(t)
      const { callback, hub } = await startBoth(t)
      callback.onChallenge = (request, response) => {
        const headers = { location: sink.origin + request.url, 'retry-after': '1' }
        return answerWith(Number(request.url.slice(1, 4)), challengeOf(request), headers)(request, response)
      }
      for (const status of REFUSALS) await hub.subscribe({ callback: callback.url(`/${status}`) })
      await hub.settled()
      hub.clock.advance(3600)
      await sleep(300)
      assert.deepEqual(await hub.active(), [])
      assert.deepEqual(
        callback
          .challenges()
          .map(({ url }) => Number(url.slice(1, 4)))
          .sort(),
        REFUSALS,
      )
      assert.equal(sink.connections, 0)
    })

    it('is read no further than a challenge reaches', async t => {
      const { callback, hub } = await startBoth(t)
      const cutOff = Promise.withResolvers<void>()
      let sent = 0
      callback.onChallenge = async (request, response) => {
        response.on('close', cutOff.resolve)
        response.write(challengeOf(request)!)
        while (!response.destroyed) {
          if (!response.write(Buffer.alloc(65_536, 'x')))
            await Promise.race([cutOff.promise, new Promise(resolve => response.once('drain', resolve))])
          sent += 65_536
        }
      }
      await hub.subscribe({ callback: callback.url() })
      await cutOff.promise
      await hub.settled()
      assert.deepEqual(await hub.active(), [])
      assert.equal(callback.challenges().length, 1)
      // What the sockets of both sides hold, and no more.
      assert.ok(sent < 50_000_000, `${sent} bytes`)
    })

    it('that breaks off is none, though all that came of it is the challenge', async t => {
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

    it('leaves nothing behind when it is a no', async t => {
      const { callback, hub } = await startBoth(t)
      callback.onChallenge = answerWith(404)
      await hub.subscribe({ callback: callback.url() })
      await hub.settled()
      hub.publish('not for everybody')
      await sleep(600)
      assert.deepEqual(await hub.active(), [])
      assert.deepEqual(callback.deliveries(), [])
      assert.deepEqual(callback.denials(), [])
    })

    it('that comes does not start a delivery: that is for the next change', async t => {
      const { callback, hub } = await startBoth(t)
      await subscribed(hub, { callback: callback.url() })
      await sleep(300)
      assert.deepEqual(callback.deliveries(), [])
    })
  })

  describe('a callback that gives no answer', { concurrency: 4 }, () => {
    /** How long it will be until the next attempt. */
    const waitMs = async (hub: TestHub) =>
      Date.parse((await hub.pending())[0]!.next_attempt_at) - hub.clock.nowMs
    const attempted = (hub: TestHub, times: number) =>
      until(async () => (await hub.pending())[0]?.attempts === times)

    it('is asked twice more, each time with a new challenge, and then given up', async t => {
      const { callback, hub } = await startBoth(t)
      callback.onChallenge = babble
      await hub.subscribe({ callback: callback.url() })
      await attempted(hub, 1)
      assert.ok((await waitMs(hub)) <= 5000 && (await waitMs(hub)) > 1000, `${await waitMs(hub)} ms`)
      hub.clock.advance(5)
      await attempted(hub, 2)
      assert.ok((await waitMs(hub)) <= 30_000 && (await waitMs(hub)) > 20_000, `${await waitMs(hub)} ms`)
      hub.clock.advance(30)
      await hub.settled()
      hub.clock.advance(DAY_SECONDS)
      await sleep(300)
      assert.equal(callback.challenges().length, 3)
      assert.equal(new Set(callback.challenges().map(challengeOf)).size, 3)
      assert.deepEqual(await hub.active(), [])
    })

    it('is not asked before its time', async t => {
      const { callback, hub } = await startBoth(t)
      callback.onChallenge = inTurn(babble, echo)
      await hub.subscribe({ callback: callback.url() })
      await attempted(hub, 1)
      hub.hub.wake()
      await sleep(500)
      assert.equal(callback.challenges().length, 1)
    })

    it('may say yes when it is asked for the third time', async t => {
      const { callback, hub } = await startBoth(t)
      callback.onChallenge = inTurn(babble, babble, echo)
      await hub.subscribe({ callback: callback.url() })
      await attempted(hub, 1)
      hub.clock.advance(5)
      await attempted(hub, 2)
      hub.clock.advance(30)
      await until(async () => (await hub.active()).length === 1)
    })

    it('may not say yes with the challenge of an earlier time', async t => {
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

    it('counts the lease from the time it was asked last', async t => {
      const { callback, hub } = await startBoth(t)
      callback.onChallenge = inTurn(babble, echo)
      await hub.subscribe({ callback: callback.url(), lease_seconds: 300 })
      await attempted(hub, 1)
      const beforeMs = hub.clock.nowMs
      hub.clock.advance(1000)
      await until(async () => (await hub.active()).length === 1)
      assert.ok(Date.parse((await hub.active())[0]!.expires_at) >= beforeMs + 1_300_000)
    })

    it('is asked again although the hub was stopped in between', async t => {
      const { callback, hub } = await startBoth(t)
      callback.onChallenge = inTurn(babble, echo)
      await hub.subscribe({ callback: callback.url() })
      await attempted(hub, 1)
      await hub.restart()
      hub.clock.advance(5)
      await until(async () => (await hub.active()).length === 1)
    })

    it('may close the connection or not listen at all: it is asked again', async t => {
      const { callback, hub } = await startBoth(t)
      callback.onChallenge = (_, response) => void response.socket!.destroy()
      await hub.subscribe({ callback: callback.url() })
      await attempted(hub, 1)
      await callback.close()
      hub.clock.advance(5)
      await attempted(hub, 2)
      assert.deepEqual(await hub.active(), [])
    })

    it('is never trusted with a certificate that nobody vouches for', async t => {
      const untrusted = await startCallback(t, { certificate: await selfSigned(['localhost']) })
      const misnamed = await startCallback(t, {
        certificate: await (await authority()).issue(['other.example']),
      })
      const hub = await startTestHub(t)
      for (const callback of [untrusted, misnamed]) await hub.subscribe({ callback: callback.url() })
      const tried = async (times: number) =>
        until(
          async () =>
            (await hub.pending()).length === 2 && (await hub.pending()).every(row => row.attempts === times),
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

    it('is not even connected to where its address is forbidden', async t => {
      const callback = await startCallback(t)
      const hub = await startTestHub(t, { allowedNetworks: [], resolve: async () => ['127.0.0.1'] })
      const answer = await hub.subscribe({ callback: `https://callback.example:${callback.port}/` })
      assert.equal(answer.status, 202)
      await hub.settled()
      hub.clock.advance(60)
      await sleep(200)
      assert.deepEqual(await hub.active(), [])
      assert.equal(callback.connections, 0)
    })
  })

  describe('a callback that hangs', { concurrency: 2 }, () => {
    it('delays nobody else: seventy that hang, and one that is asked after them', async t => {
      const certificate = await (await authority()).issue(['*.hanging.example', 'good.example'])
      const callback = await startCallback(t, { certificate })
      const hub = await startTestHub(t, { resolve: async () => ['127.0.0.1'] })
      const good = `https://good.example:${callback.port}/`
      callback.onChallenge = (request, response) =>
        (request.headers.host!.startsWith('good') ? echo : hang)(request, response)
      for (let number = 0; number < 70; number++)
        await hub.subscribe({ callback: `https://host${number}.hanging.example:${callback.port}/` })
      await until(() => callback.challenges().length >= 40)
      const askedMs = performance.now()
      await hub.subscribe({ callback: good })
      await until(async () => (await hub.active()).length === 1)
      assert.ok(performance.now() - askedMs < TIMEOUT_MS - 1000)
      assert.equal((await hub.active())[0]!.callback, good)
    })

    it('delays nobody else on its own host', async t => {
      const hanging = await startCallback(t)
      const { callback, hub } = await startBoth(t)
      hanging.onChallenge = hang
      for (let number = 0; number < 30; number++) await hub.subscribe({ callback: hanging.url(`/${number}`) })
      await until(() => hanging.challenges().length >= 8)
      const askedMs = performance.now()
      await hub.subscribe({ callback: callback.url() })
      await until(async () => (await hub.active()).length === 1)
      assert.ok(performance.now() - askedMs < TIMEOUT_MS - 1000)
    })

    it('is asked again when it had to give way, and that is no attempt', async t => {
      const { callback, hub } = await startBoth(t)
      callback.onChallenge = (request, response) =>
        (request.url.startsWith('/slow') ? after(3000, echo) : echo)(request, response)
      await assertSlowOnesGiveWay(callback, hub)
    })

    it('is asked again when it had to give way in the middle of its answer', async t => {
      const { callback, hub } = await startBoth(t)
      callback.onChallenge = async (request, response) => {
        if (!request.url.startsWith('/slow')) return echo(request, response)
        const challenge = challengeOf(request)!
        response.writeHead(200).write(challenge.slice(0, 10))
        await sleep(3000, undefined, { ref: false })
        response.end(challenge.slice(10))
      }
      await assertSlowOnesGiveWay(callback, hub)
    })
  })

  describe('a subscription that the hub ends', { concurrency: 2 }, () => {
    /** The only subscription there is. */
    async function failThrice(hub: TestHub): Promise<void> {
      for (const failures of [1, 2]) {
        await until(async () => (await hub.active())[0]!.failures === failures)
        hub.clock.advance(1)
      }
      await until(async () => (await hub.active()).length === 0)
    }

    it('is told so once, with the reason, without a challenge, whatever the answer', async t => {
      const { callback, hub } = await startBoth(t)
      callback.onDelivery = answerWith(500)
      const topic = 'https://reviews.example.net/%66eed.xml'
      await hub.subscribe({ callback: callback.url('/cb?hub.mode=x&a=%20b'), topic })
      await until(async () => (await hub.active()).length === 1)
      hub.publish('not welcome')
      await failThrice(hub)
      await until(() => callback.denials().length > 0)
      await sleep(500)
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

    it('may be begun anew by its subscriber', async t => {
      const { callback, hub } = await startBoth(t)
      callback.onDelivery = inTurn(answerWith(500), answerWith(500), answerWith(500), answerWith(204))
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

/** Eight that are slow take all the places of the host, and then comes one that is not. */
async function assertSlowOnesGiveWay(callback: CallbackServer, hub: TestHub): Promise<void> {
  for (let number = 0; number < 8; number++) await hub.subscribe({ callback: callback.url(`/slow${number}`) })
  await until(() => callback.challenges().length === 8)
  await hub.subscribe({ callback: callback.url('/quick') })
  await until(async () => (await hub.active()).length > 0)
  assert.equal((await hub.active())[0]!.callback, callback.url('/quick'))
  // Nobody has to give way once there is a place: the others are not cut off.
  await until(async () => (await hub.pending()).every(isPutOff))
  assert.ok((await hub.pending()).length > 0)
  assert.equal((await hub.pending()).length + (await hub.active()).length, 9)
  assert.ok((await hub.pending()).every(row => row.attempts === 0))
  hub.clock.advance(5)
  await until(async () => (await hub.active()).length === 9)
}

/** Nobody works on it, once somebody has. */
const isPutOff = (row: RequestRow) => row.claimed_until === ''
