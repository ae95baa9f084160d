import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { before, describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import packageJson from '../../package.json' with { type: 'json' }
import { checkRows } from '../../src/ingest/files/own-rows.ts'
import { mergeRows } from '../../src/ingest/merge/merge-rows.ts'
import { TopicPath } from '../../src/model/subscription.ts'
import type { Snapshot } from '../../src/publish/snapshot.ts'
import { startService } from '../../src/service/service.ts'
import { system } from '../../src/service/system.ts'
import { openStore } from '../../src/store/open-store.ts'
import { answerWith, type CallbackServer, type Received, startCallback } from '../kit/callback.ts'
import { startTestHub, subscribed } from '../kit/hub.ts'
import { business, row, rows } from '../kit/rows.ts'
import {
  importInto,
  QUIET_SETTINGS,
  startTestService,
  type TestService,
  type TestServiceOptions,
  until,
} from '../kit/service.ts'
import { shareService } from '../kit/shared.ts'
import { bytesOf, queryDatabase } from '../kit/store.ts'
import { shareCallback, subscribe } from '../kit/subscribe.ts'
import { ask } from '../kit/wire.ts'

const BASE_URL = 'https://reviews.example.net'

/** Long enough for a hub that has something to send to send it. */
const SENT_BY_THEN_MS = 1000

/** The feeds do not show all of the reviews. */
const OPTIONS: TestServiceOptions = { rows: rows(60), settings: { baseUrl: BASE_URL } }

interface Stage {
  callback: CallbackServer
  service: TestService
}

async function stage(t: TestContext, options: TestServiceOptions = {}): Promise<Stage> {
  const callback = await startCallback(t)
  const service = await startTestService(t, { ...OPTIONS, ...options })
  return { callback, service }
}

/** Asks, and waits until it is verified. */
async function subscribeTo(
  { url, folder }: Pick<TestService, 'url' | 'folder'>,
  topic: TopicPath,
  callback: string,
  secret?: string,
): Promise<void> {
  const answer = await subscribe(url, {
    'hub.mode': 'subscribe',
    'hub.topic': BASE_URL + topic,
    'hub.callback': callback,
    'hub.secret': secret,
  })
  assert.equal(answer.status, 202, answer.text)
  await until(async () =>
    (await queryDatabase(folder.databaseUrl, 'select topic, callback from subscription')).some(
      one => one.topic === topic && one.callback === callback,
    ),
  )
}

/** One subscriber to each topic, at an address that is named after it. */
async function subscribeToAll({ callback, service }: Stage, secret?: string): Promise<void> {
  await Promise.all(TopicPath.options.map(topic => subscribeTo(service, topic, callback.url(topic), secret)))
}

/** Another instance on the same database. */
async function startAgain(t: TestContext, { folder }: TestService): Promise<{ url: string }> {
  const { databaseUrl, path } = folder
  const service = await startService(
    {
      host: '127.0.0.1',
      port: 0,
      baseUrl: BASE_URL,
      databaseUrl,
      businessFile: `${path}/business.json`,
      ...QUIET_SETTINGS,
    },
    pino({ enabled: false }),
  )
  t.after(() => service.close())
  await until(async () => (await fetch(`${service.url}/readyz`)).ok)
  return service
}

async function readTopics(url: string): Promise<Record<TopicPath, string>> {
  const read = async (topic: TopicPath) => [topic, String((await ask(url, topic)).body)]
  return Object.fromEntries(await Promise.all(TopicPath.options.map(read)))
}

const bodies = (deliveries: Received[]) => deliveries.map(({ body }) => body.toString())
const targets = (deliveries: Received[]) => deliveries.map(({ url }) => url).sort()

/** Changes /reviews.json, but no item of a feed. */
const editOfTheOldest = (text: string) => row({ source_id: 'r0', date: '2020-01-01', rating: 1, text })

describe('a delivery', () => {
  /** URL() would write it another way. */
  const ODD = '/a/../b//%7euser/%E2%82%AC?x=%20+&=&&hub.mode=mine&'
  const shared = { callback: shareCallback(), service: shareService(OPTIONS) }
  const deliveries = new Map<TopicPath, Received>()
  before(async () => {
    const { server } = shared.callback
    const { service } = shared.service
    for (const topic of TopicPath.options) await subscribeTo(service, topic, server.url(ODD + topic))
    const before = await readTopics(service.url)
    await service.importRows([row({ source_id: 'new', text: 'Rosa was here. Größe: ✓ <&>' })])
    await until(() => server.deliveries().length >= 3)
    assert.notDeepEqual(await readTopics(service.url), before)
    for (const topic of TopicPath.options)
      deliveries.set(topic, server.deliveries().find(({ url }) => url === ODD + topic)!)
  })

  for (const topic of TopicPath.options) {
    it(`of ${topic} goes to its callback, byte for byte as the subscriber wrote it`, () => {
      assert.equal(deliveries.get(topic)?.url, ODD + topic)
      assert.equal(deliveries.get(topic)?.method, 'POST')
    })

    it(`of ${topic} has the bytes that readers get`, async () => {
      const { body } = await ask(shared.service.url, topic)
      assert.ok(deliveries.get(topic)!.body.equals(body))
    })

    it(`of ${topic} has the media type that readers get`, async () => {
      const { headers } = await ask(shared.service.url, topic)
      assert.equal(deliveries.get(topic)!.headers['content-type'], headers['content-type'])
    })

    it(`of ${topic} names its hub and itself in one header, with the spaces that strict readers want`, () => {
      const { rawHeaders } = deliveries.get(topic)!
      const links = rawHeaders.filter((_, place) => rawHeaders[place - 1]?.toLowerCase() === 'link')
      assert.deepEqual(links, [`<${BASE_URL}/api/websub/hub>; rel="hub", <${BASE_URL}${topic}>; rel="self"`])
    })

    it(`of ${topic} is not encoded, and says how long it is`, () => {
      const { headers, body } = deliveries.get(topic)!
      assert.equal(headers['content-encoding'], undefined)
      assert.equal(headers['transfer-encoding'], undefined)
      assert.equal(headers['content-length'], String(body.length))
    })
  }

  it('says who sends it, and nothing that would be of use elsewhere', () => {
    for (const { headers } of deliveries.values()) {
      assert.equal(headers['user-agent'], `Firsthand/${packageJson.version} (+${BASE_URL})`)
      assert.deepEqual(
        Object.keys(headers)
          .filter(name => name !== 'connection')
          .sort(),
        ['content-length', 'content-type', 'host', 'link', 'user-agent'],
      )
    }
  })

  it('brings each subscriber its own topic, once', () => {
    const { server } = shared.callback
    assert.deepEqual(targets(server.deliveries()), TopicPath.options.map(topic => ODD + topic).sort())
  })

  it('brings what is newest after ten imports in a moment, and not each of them', async t => {
    const { server } = shared.callback
    const { service } = shared.service
    const store = await openStore(service.folder.databaseUrl, system)
    t.after(() => store.close())
    const earlier = server.deliveries().length
    for (let number = 0; number < 10; number++) {
      const { good } = checkRows([row({ source_id: `quick${number}` })])
      await store.write(writer => mergeRows(good, writer, system.now().toISOString()))
    }
    await until(
      async () => JSON.parse((await readTopics(service.url))['/reviews.json']).reviews.length === 71,
    )
    const now = await readTopics(service.url)
    for (const topic of TopicPath.options) {
      const sent = () =>
        server
          .deliveries()
          .slice(earlier)
          .filter(({ url }) => url === ODD + topic)
      await until(() => String(sent().at(-1)?.body) === now[topic])
      assert.ok(sent().length < 10)
    }
  })
})

// All at once, because most of the time they wait.
describe('deliveries', { concurrency: 4 }, () => {
  describe('with one service', { concurrency: 1 }, () => {
    const shared = { callback: shareCallback(), service: shareService(OPTIONS) }
    let stages = 0

    /** Subscribers of this test only, one to each topic, and what they are sent from now on. */
    async function enter(secret?: string) {
      const folder = `/${++stages}`
      const { server } = shared.callback
      const { service } = shared.service
      await Promise.all(
        TopicPath.options.map(topic => subscribeTo(service, topic, server.url(folder + topic), secret)),
      )
      const deliveries = () => server.deliveries().filter(({ url }) => url.startsWith(`${folder}/`))
      /** Each told so many times, and with what readers get. */
      async function assertTold(topics: TopicPath[]): Promise<void> {
        await sleep(SENT_BY_THEN_MS)
        const now = await readTopics(service.url)
        assert.deepEqual(targets(deliveries()), topics.map(topic => folder + topic).sort())
        for (const topic of topics)
          assert.equal(String(deliveries().find(({ url }) => url === folder + topic)!.body), now[topic])
      }
      return { server, service, folder, deliveries, assertTold }
    }

    it('a subscriber is told nothing until there is a change', async () => {
      const { assertTold } = await enter()
      await assertTold([])
    })

    it('a subscriber is told nothing when what is imported is known already', async () => {
      const { service, assertTold } = await enter()
      await service.importRows(rows(60))
      await assertTold([])
    })

    it('a subscriber is told nothing of a change that leaves its topic alone', async () => {
      const { service, assertTold } = await enter()
      const before = await readTopics(service.url)
      await service.importRows([editOfTheOldest('Edited.')])
      await until(async () => (await readTopics(service.url))['/reviews.json'] !== before['/reviews.json'])
      const now = await readTopics(service.url)
      const changed = TopicPath.options.filter(topic => now[topic] !== before[topic])
      assert.equal(changed.includes('/api/feed.json'), false)
      await assertTold(changed)
    })

    it('a subscriber is told of a change that came while it was asked whether it wants to be', async t => {
      const callback = await startCallback(t)
      const { service } = shared.service
      const { onChallenge } = callback
      callback.onChallenge = async (request, response) => {
        const before = await readTopics(service.url)
        await service.importRows([row({ source_id: 'meanwhile' })])
        await until(async () => (await readTopics(service.url))['/feed.xml'] !== before['/feed.xml'])
        // Until the hub has told the others.
        await sleep(SENT_BY_THEN_MS)
        await onChallenge(request, response)
      }
      await subscribeTo(service, '/feed.xml', callback.url())
      await until(() => callback.deliveries().length >= 1)
      await sleep(SENT_BY_THEN_MS)
      const { '/feed.xml': feed } = await readTopics(service.url)
      assert.deepEqual(bodies(callback.deliveries()), [feed])
    })

    it('each delivery is signed with its subscriber’s own secret', async () => {
      const some = await enter('secret-of-some')
      const others = await enter('secret-of-others')
      await some.service.importRows([row({ source_id: 'to be signed', text: 'Größe: ✓' })])
      await until(() => some.deliveries().length === 3 && others.deliveries().length === 3)
      for (const { headers, body } of some.deliveries())
        assert.equal(headers['x-hub-signature'], sign('secret-of-some', body))
      for (const { headers, body } of others.deliveries())
        assert.equal(headers['x-hub-signature'], sign('secret-of-others', body))
    })

    it('no secret stands in the database', async () => {
      const { service, folder } = await enter('secret-of-a-subscriber')
      const content = await bytesOf(service.folder)
      assert.ok(content.includes(`${folder}/feed.xml`))
      assert.ok(!content.includes('secret-of'))
    })

    it('the log names a callback by its host and a hash, and no secret at all', async () => {
      const { server, service } = await enter('secret-of-a-subscriber')
      const url = server.url('/path-that-nobody-knows?query=that-nobody-knows')
      const form = { 'hub.mode': 'subscribe', 'hub.topic': `${BASE_URL}/feed.xml`, 'hub.callback': url }
      const { onChallenge, onDelivery } = server
      server.onChallenge = answerWith(404)
      await subscribe(service.url, { ...form, 'hub.secret': 'secret-that-is-rejected' })
      await until(() => service.log.some(({ msg }) => msg.includes('rejected')))
      server.onChallenge = onChallenge
      await subscribeTo(service, '/feed.xml', url, 'secret-of-one-who-goes')
      server.onDelivery = (request, response) =>
        request.url.startsWith('/path') ? answerWith(410)(request, response) : onDelivery(request, response)
      await service.importRows([row({ source_id: 'to be logged' })])
      await until(() => service.log.some(({ msg }) => msg.startsWith('Subscription ended')))
      server.onDelivery = onDelivery
      const text = JSON.stringify(service.log)
      assert.doesNotMatch(text, /path-that|that-nobody|secret-|feed\.xml\?/)
      const hash = createHash('sha256').update(url).digest('hex').slice(0, 12)
      assert.equal(text.split(`"callback":"localhost #${hash}"`).length - 1, 3)
    })
  })

  describe('the signature', { concurrency: 2 }, () => {
    const SIGNATURES: [secret: string, signature: string][] = [
      ['s3cr3t', '6b23653f08c72072554e5dfef9b72efe01fcfe724a950689e991e7bd7089eb3e'],
      ['schlüssel ✓ 鍵', 'f5bb9709bcc44193bd62518b3065507c060fa24437f49c8379154b9ccac07575'],
    ]
    for (const [secret, signature] of SIGNATURES)
      it(`of "hello" with "${secret}" is the known one`, async t => {
        const callback = await startCallback(t)
        const hub = await startTestHub(t)
        await subscribed(hub, { callback: callback.url(), secret })
        hub.hub.publish(snapshotOf('hello'), 2)
        await until(() => callback.deliveries().length === 1)
        const { headers, body } = callback.deliveries()[0]!
        assert.equal(body.toString(), 'hello')
        assert.equal(headers['x-hub-signature'], `sha256=${signature}`)
      })

    for (const [name, form] of [
      ['no secret', {}],
      ['an empty one', { secret: '' }],
    ] as const)
      it(`is not there for a subscriber with ${name}`, async t => {
        const callback = await startCallback(t)
        const hub = await startTestHub(t)
        await subscribed(hub, { callback: callback.url(), ...form })
        hub.publish('news')
        await until(() => callback.deliveries().length === 1)
        assert.equal('x-hub-signature' in callback.deliveries()[0]!.headers, false)
      })
  })

  describe('a hub tells a subscriber', { concurrency: 2 }, () => {
    it('nothing of a change that was taken back at once', async t => {
      const callback = await startCallback(t)
      const hub = await startTestHub(t)
      await subscribed(hub, { callback: callback.url() })
      hub.publish('a mistake')
      hub.publish('first')
      await sleep(SENT_BY_THEN_MS)
      assert.deepEqual(callback.deliveries(), [])
    })

    it('once of ten changes within a second', async t => {
      const callback = await startCallback(t)
      const hub = await startTestHub(t)
      await subscribed(hub, { callback: callback.url('/1') })
      await subscribed(hub, { callback: callback.url('/2') })
      for (let number = 1; number <= 10; number++) {
        hub.publish(`change ${number}`)
        await sleep(90)
      }
      await until(() => callback.deliveries().length >= 2)
      await sleep(SENT_BY_THEN_MS)
      assert.deepEqual(targets(callback.deliveries()), ['/1', '/2'])
      for (const body of bodies(callback.deliveries())) assert.equal(body, hub.bodyOf('change 10'))
    })

    it('after five seconds at most while the changes never end', async t => {
      const callback = await startCallback(t)
      const hub = await startTestHub(t)
      await subscribed(hub, { callback: callback.url() })
      const startedMs = hub.clock.nowMs
      await until(async () => {
        hub.publish(`change at ${hub.clock.nowMs}`)
        hub.clock.advance(0.5)
        // So that the hub can note it.
        await sleep(400)
        return callback.deliveries().length > 0
      })
      // What it takes to send it comes on top, on a busy machine.
      assert.ok(hub.clock.nowMs - startedMs < 25_000, `${hub.clock.nowMs - startedMs} ms`)
    })

    it('once when it answers with any 2xx, whatever it says besides', async t => {
      const callback = await startCallback(t)
      const hub = await startTestHub(t)
      const statuses = ['200', '201', '202', '204', '206', '226', '299']
      for (const status of statuses) await hub.subscribe({ callback: callback.url(`/${status}`) })
      await hub.settled()
      callback.onDelivery = (request, response) => {
        const status = Number(request.url.slice(1))
        return answerWith(status, status === 204 ? '' : 'error '.repeat(5000))(request, response)
      }
      hub.publish('news')
      await until(async () => (await hub.active()).every(({ last_status }) => last_status !== null))
      await sleep(SENT_BY_THEN_MS)
      for (const row of await hub.active()) {
        assert.ok(row.callback.endsWith(`/${row.last_status}`), row.callback)
        assert.equal(row.failures, 0)
      }
      assert.deepEqual(
        targets(callback.deliveries()),
        statuses.map(status => `/${status}`),
      )
    })
  })

  describe('services', { concurrency: 3 }, () => {
    it('that take the place of the demo with their own reviews tell so', async t => {
      const { callback, service } = await stage(t, { business: null, rows: [] })
      await subscribeToAll({ callback, service })
      await service.folder.write('business.json', business)
      await until(() => callback.deliveries().length >= 3)
      await sleep(SENT_BY_THEN_MS)
      const now = await readTopics(service.url)
      assert.match(now['/feed.xml'], /Test &amp; Sons Plumbing/)
      assert.deepEqual(targets(callback.deliveries()), [...TopicPath.options].sort())
      for (const { url, body } of callback.deliveries()) assert.equal(String(body), now[url as TopicPath])
    })

    it('that start again tell whoever is behind, signed as before, and nobody else', async t => {
      const { callback, service } = await stage(t)
      await subscribeToAll({ callback, service }, 'a lasting secret')
      await service.importRows([row({ source_id: 'new' })])
      await until(() => callback.deliveries().length === 3)
      const before = await readTopics(service.url)
      await service.close()
      await importInto(service.folder.databaseUrl, [editOfTheOldest('Edited while nobody served.')])
      const { url } = await startAgain(t, service)
      await until(() => callback.deliveries().length > 3)
      await sleep(SENT_BY_THEN_MS)
      const now = await readTopics(url)
      const changed = TopicPath.options.filter(topic => now[topic] !== before[topic])
      assert.ok(changed.includes('/reviews.json'))
      assert.ok(!changed.includes('/api/feed.json'))
      const deliveries = callback.deliveries().slice(3)
      assert.deepEqual(targets(deliveries), changed.sort())
      for (const { url, body, headers } of deliveries) {
        assert.equal(String(body), now[url as TopicPath])
        assert.equal(headers['x-hub-signature'], sign('a lasting secret', body))
      }
    })

    it('that share a database send each subscriber one delivery, not two', async t => {
      const { callback, service } = await stage(t)
      await startAgain(t, service)
      const paths = Array.from({ length: 20 }, (_, number) => `/${number}`).sort()
      await Promise.all(paths.map(path => subscribeTo(service, '/reviews.json', callback.url(path))))
      for (const round of [1, 2]) {
        await service.importRows([row({ source_id: `new${round}` })])
        await until(() => callback.deliveries().length >= 20 * round)
        await sleep(SENT_BY_THEN_MS)
        const now = await readTopics(service.url)
        const newest = callback.deliveries().slice(20 * (round - 1))
        assert.deepEqual(targets(newest), paths)
        for (const body of bodies(newest)) assert.equal(body, now['/reviews.json'])
      }
    })
  })
})

const sign = (secret: string, body: Buffer) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

/** All topics hold the text. */
function snapshotOf(text: string): Snapshot {
  const identity = { coding: 'identity', body: Buffer.from(text), etag: `"${text}"` }
  const representations = TopicPath.options.map(
    path => [path, { path, contentType: 'text/plain', identity, encoded: [] }] as const,
  )
  return { representations: new Map(representations) } as unknown as Snapshot
}
