import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { before, describe, it, type TestContext } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import packageJson from '../../../package.json' with { type: 'json' }
import { mergeRows } from '../../../src/ingest/merge/merge-rows.ts'
import { TopicPath } from '../../../src/model/subscription.ts'
import { system } from '../../../src/model/system.ts'
import type { Snapshot } from '../../../src/publish/snapshot.ts'
import { openStore } from '../../../src/store/open-store.ts'
import {
  answerWith,
  type CallbackServer,
  inTurn,
  type Received,
  startCallback,
} from '../../kit/callback.ts'
import { startTestHub, subscribed } from '../../kit/hub.ts'
import { queryDatabase } from '../../kit/query-database.ts'
import { business, row, rows } from '../../kit/rows.ts'
import {
  importInto,
  startAgain,
  startTestService,
  type TestService,
  type TestServiceOptions,
  until,
} from '../../kit/service.ts'
import { shareService } from '../../kit/shared.ts'
import { bytesOf } from '../../kit/store.ts'
import { shareCallback, subscribe } from '../../kit/subscribe.ts'
import { checkRows } from '../../kit/valid-rows.ts'
import { ask } from '../../kit/wire.ts'

const BASE_URL = 'https://reviews.example.net'
const ALL = TopicPath.options.length

/** More reviews than the feeds show. */
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

/** Subscribes, and waits until that is verified. */
async function subscribeTo(
  { url, folder }: Pick<TestService, 'url' | 'folder'>,
  topic: TopicPath,
  callback: string,
  secret?: string,
): Promise<void> {
  const response = await subscribe(url, {
    'hub.mode': 'subscribe',
    'hub.topic': BASE_URL + topic,
    'hub.callback': callback,
    'hub.secret': secret,
  })
  assert.equal(response.status, 202, response.text)
  await until(async () =>
    (await queryDatabase(folder.databaseUrl, 'select topic, callback from subscription')).some(
      one => one.topic === topic && one.callback === callback,
    ),
  )
}

/** One subscriber to each topic, with a callback named after it. */
async function subscribeToAll({ callback, service }: Stage, secret?: string): Promise<void> {
  await Promise.all(
    TopicPath.options.map(topic => subscribeTo(service, topic, callback.url(topic), secret)),
  )
}

/** Waits until the hub has saved what the service serves, and every subscriber has it. */
async function untilAllHaveNewest({
  url,
  folder,
}: Pick<TestService, 'url' | 'folder'>): Promise<void> {
  const query = (sql: string) => queryDatabase(folder.databaseUrl, sql)
  await until(
    async () => (await isSaved({ url, folder })) && (await query(UNFINISHED)).length === 0,
  )
}

async function isSaved({ url, folder }: Pick<TestService, 'url' | 'folder'>): Promise<boolean> {
  const topics = await queryDatabase(folder.databaseUrl, 'select path, hash from topic')
  const hashes = new Map(topics.map(({ path, hash }) => [path, hash]))
  const served = await Promise.all(TopicPath.options.map(topic => ask(url, topic)))
  return TopicPath.options.every(
    (topic, index) => served[index]!.headers.etag === hashes.get(topic),
  )
}

const UNFINISHED = `select 1 from subscription join topic on topic.path = subscription.topic
  where delivered_hash <> hash or claimed_until <> ''`

async function readTopics(url: string): Promise<Record<TopicPath, string>> {
  const read = async (topic: TopicPath) => [topic, String((await ask(url, topic)).body)]
  return Object.fromEntries(await Promise.all(TopicPath.options.map(read)))
}

const bodies = (deliveries: Received[]) => deliveries.map(({ body }) => body.toString())
const targets = (deliveries: Received[]) => deliveries.map(({ url }) => url).sort()

/** Changes /reviews.json and the feeds of all changes, but no item in the feeds of the newest reviews. */
const editOfTheOldest = (text: string) =>
  row({ source_id: 'r0', date: '2020-01-01', rating: 1, text })

describe('A delivery', () => {
  /** URL() would normalize it. */
  const ODD = '/a/../b//%7euser/%E2%82%AC?x=%20+&=&&hub.mode=mine&'
  const shared = { callback: shareCallback(), service: shareService(OPTIONS) }
  const deliveries = new Map<TopicPath, Received>()
  before(async () => {
    const { server } = shared.callback
    const { service } = shared.service
    for (const topic of TopicPath.options)
      await subscribeTo(service, topic, server.url(ODD + topic))
    const before = await readTopics(service.url)
    await service.importRows([row({ source_id: 'new', text: 'Rosa was here. Größe: ✓ <&>' })])
    await until(() => server.deliveries().length >= ALL)
    assert.notDeepEqual(await readTopics(service.url), before)
    for (const topic of TopicPath.options)
      deliveries.set(topic, server.deliveries().find(({ url }) => url === ODD + topic)!)
  })

  for (const topic of TopicPath.options) {
    it(`A delivery of ${topic} goes to its callback byte for byte as the subscriber spelled it`, () => {
      assert.equal(deliveries.get(topic)?.url, ODD + topic)
      assert.equal(deliveries.get(topic)?.method, 'POST')
    })

    it(`A delivery of ${topic} has the bytes of a GET response`, async () => {
      const { body } = await ask(shared.service.url, topic)
      assert.ok(deliveries.get(topic)!.body.equals(body))
    })

    it(`A delivery of ${topic} has the media type of a GET response`, async () => {
      const { headers } = await ask(shared.service.url, topic)
      assert.equal(deliveries.get(topic)!.headers['content-type'], headers['content-type'])
    })

    it(`A delivery of ${topic} names the hub and the topic in one Link header, spaced for strict parsers`, () => {
      const { rawHeaders } = deliveries.get(topic)!
      const links = rawHeaders.filter((_, index) => rawHeaders[index - 1]?.toLowerCase() === 'link')
      assert.deepEqual(links, [
        `<${BASE_URL}/api/websub/hub>; rel="hub", <${BASE_URL}${topic}>; rel="self"`,
      ])
    })

    it(`A delivery of ${topic} is not encoded and has a length`, () => {
      const { headers, body } = deliveries.get(topic)!
      assert.equal(headers['content-encoding'], undefined)
      assert.equal(headers['transfer-encoding'], undefined)
      assert.equal(headers['content-length'], String(body.length))
    })
  }

  it('A delivery names its sender, itself and the size of the log, and has no other headers', () => {
    // 60 reviews and the new one.
    const LOG_SIZE = '61'
    for (const { headers } of deliveries.values()) {
      assert.equal(headers['user-agent'], `Firsthand/${packageJson.version} (+${BASE_URL})`)
      assert.match(String(headers['firsthand-delivery']), /^[0-9a-f]{64}$/)
      assert.equal(headers['firsthand-log-size'], LOG_SIZE)
      assert.deepEqual(
        Object.keys(headers)
          .filter(name => name !== 'connection')
          .sort(),
        [
          ...['content-length', 'content-type', 'firsthand-delivery', 'firsthand-log-size', 'host'],
          ...['link', 'user-agent'],
        ],
      )
    }
  })

  it('No two deliveries to different subscriptions have the same identity', () => {
    const identities = new Set(
      Array.from(deliveries.values(), one => one.headers['firsthand-delivery']),
    )
    assert.equal(identities.size, ALL)
  })

  it('Each subscriber gets its own topic once', () => {
    const { server } = shared.callback
    assert.deepEqual(
      targets(server.deliveries()),
      TopicPath.options.map(topic => ODD + topic).sort(),
    )
  })

  it('Ten imports in quick succession lead to the newest content in fewer than ten deliveries', async t => {
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
      async () =>
        JSON.parse((await readTopics(service.url))['/reviews.json']).reviews.length === 71,
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

// Concurrently, because most of the time they wait.
describe('Deliveries', { concurrency: 4 }, () => {
  describe('One service', { concurrency: 1 }, () => {
    const shared = { callback: shareCallback(), service: shareService(OPTIONS) }
    let stages = 0

    /** Subscribers for one test, one to each topic, and what they receive. */
    async function enter(secret?: string) {
      const folder = `/${++stages}`
      const { server } = shared.callback
      const { service } = shared.service
      await Promise.all(
        TopicPath.options.map(topic =>
          subscribeTo(service, topic, server.url(folder + topic), secret),
        ),
      )
      const deliveries = () => server.deliveries().filter(({ url }) => url.startsWith(`${folder}/`))
      /** The subscribers of these topics got their newest content, and the others nothing but a change that comes later. */
      async function assertDelivered(topics: TopicPath[]): Promise<void> {
        const countOf = (topic: TopicPath) =>
          deliveries().filter(({ url }) => url === folder + topic).length
        await until(() => topics.every(topic => countOf(topic) === 1))
        const now = await readTopics(service.url)
        for (const { url, body } of deliveries())
          assert.equal(String(body), now[url.slice(folder.length) as TopicPath])
        await service.importRows([row({ source_id: `after ${folder}` })])
        await until(() => TopicPath.options.every(topic => countOf(topic) > 0))
        await untilAllHaveNewest(service)
        for (const topic of TopicPath.options)
          assert.equal(countOf(topic), topics.includes(topic) ? 2 : 1, topic)
      }
      return { server, service, folder, deliveries, assertDelivered }
    }

    it('A new subscriber gets nothing until there is a change', async () => {
      const { assertDelivered } = await enter()
      await assertDelivered([])
    })

    it('A subscriber gets nothing when an import changes nothing', async () => {
      const { service, assertDelivered } = await enter()
      await service.importRows(rows(60))
      await assertDelivered([])
    })

    it('A subscriber gets nothing when a change leaves its topic alone', async () => {
      const { service, assertDelivered } = await enter()
      const before = await readTopics(service.url)
      await service.importRows([editOfTheOldest('Edited.')])
      await until(
        async () => (await readTopics(service.url))['/reviews.json'] !== before['/reviews.json'],
      )
      const now = await readTopics(service.url)
      const changed = TopicPath.options.filter(topic => now[topic] !== before[topic])
      assert.equal(changed.includes('/api/feed.json'), false)
      await assertDelivered(changed)
    })

    it('A subscriber gets a change that came during its verification, once', async t => {
      const callback = await startCallback(t)
      const { service } = shared.service
      const { onChallenge } = callback
      callback.onChallenge = inTurn(async (request, response) => {
        const before = await readTopics(service.url)
        await service.importRows([row({ source_id: 'meanwhile' })])
        await until(
          async () => (await readTopics(service.url))['/feed.xml'] !== before['/feed.xml'],
        )
        await until(() => isSaved(service))
        await onChallenge(request, response)
      }, onChallenge)
      await subscribeTo(service, '/feed.xml', callback.url())
      await until(() => callback.deliveries().length >= 1)
      await untilAllHaveNewest(service)
      const { '/feed.xml': feed } = await readTopics(service.url)
      assert.deepEqual(bodies(callback.deliveries()), [feed])
    })

    it('Each delivery is signed with its subscriber’s own secret', async () => {
      const some = await enter('secret-of-some')
      const others = await enter('secret-of-others')
      await some.service.importRows([row({ source_id: 'to be signed', text: 'Größe: ✓' })])
      await until(() => some.deliveries().length === ALL && others.deliveries().length === ALL)
      for (const { headers, body } of some.deliveries())
        assert.equal(headers['x-hub-signature'], sign('secret-of-some', body))
      for (const { headers, body } of others.deliveries())
        assert.equal(headers['x-hub-signature'], sign('secret-of-others', body))
    })

    it('No secret is stored in plain text', async () => {
      const { service, folder } = await enter('secret-of-a-subscriber')
      const content = await bytesOf(service.folder)
      assert.ok(content.includes(`${folder}/feed.xml`))
      assert.ok(!content.includes('secret-of'))
    })

    it('The log shows only host and hash of a callback, and no secret', async () => {
      const { server, service } = await enter('secret-of-a-subscriber')
      const url = server.url('/path-that-nobody-knows?query=that-nobody-knows')
      const form = {
        'hub.mode': 'subscribe',
        'hub.topic': `${BASE_URL}/feed.xml`,
        'hub.callback': url,
      }
      const { onChallenge, onDelivery } = server
      server.onChallenge = answerWith(404)
      await subscribe(service.url, { ...form, 'hub.secret': 'secret-that-is-rejected' })
      await until(() => service.log.some(({ msg }) => msg.includes('rejected')))
      server.onChallenge = onChallenge
      await subscribeTo(service, '/feed.xml', url, 'secret-of-one-who-goes')
      server.onDelivery = (request, response) =>
        request.url.startsWith('/path')
          ? answerWith(410)(request, response)
          : onDelivery(request, response)
      await service.importRows([row({ source_id: 'to be logged' })])
      await until(() => service.log.some(({ msg }) => msg.startsWith('Subscription ended')))
      server.onDelivery = onDelivery
      const text = JSON.stringify(service.log)
      assert.doesNotMatch(text, /path-that|that-nobody|secret-|feed\.xml\?/)
      const hash = createHash('sha256').update(url).digest('hex').slice(0, 12)
      assert.equal(text.split(`"callback":"localhost #${hash}"`).length - 1, 3)
    })
  })

  describe('Signatures', { concurrency: 2 }, () => {
    const SIGNATURES: [secret: string, signature: string][] = [
      ['s3cr3t', '6b23653f08c72072554e5dfef9b72efe01fcfe724a950689e991e7bd7089eb3e'],
      ['schlüssel ✓ 鍵', 'f5bb9709bcc44193bd62518b3065507c060fa24437f49c8379154b9ccac07575'],
    ]
    for (const [secret, signature] of SIGNATURES)
      it(`The signature of "hello" with "${secret}" is the known one`, async t => {
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
      ['an empty secret', { secret: '' }],
    ] as const)
      it(`A delivery to a subscriber with ${name} has no signature`, async t => {
        const callback = await startCallback(t)
        const hub = await startTestHub(t)
        await subscribed(hub, { callback: callback.url(), ...form })
        hub.publish('news')
        await until(() => callback.deliveries().length === 1)
        assert.equal('x-hub-signature' in callback.deliveries()[0]!.headers, false)
      })
  })

  describe('What the hub sends', { concurrency: 2 }, () => {
    it('A subscriber gets nothing when a change is reverted at once', async t => {
      const callback = await startCallback(t)
      const hub = await startTestHub(t)
      await subscribed(hub, { callback: callback.url() })
      hub.publish('a mistake')
      hub.publish('first')
      await hub.idle()
      assert.deepEqual(callback.deliveries(), [])
    })

    it('A subscriber gets ten changes in quick succession as one delivery', async t => {
      const callback = await startCallback(t)
      const hub = await startTestHub(t)
      await subscribed(hub, { callback: callback.url('/1') })
      await subscribed(hub, { callback: callback.url('/2') })
      for (let number = 1; number <= 10; number++) {
        hub.publish(`change ${number}`)
        await turn()
      }
      await hub.idle()
      assert.deepEqual(targets(callback.deliveries()), ['/1', '/2'])
      for (const body of bodies(callback.deliveries())) assert.equal(body, hub.bodyOf('change 10'))
    })

    it('A delivery counts with any 2xx status, whatever the response body says', async t => {
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
      await hub.idle()
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

  describe('Services', { concurrency: 3 }, () => {
    it('Subscribers of the demo get the business and its reviews when they replace it', async t => {
      const { callback, service } = await stage(t, { business: null, rows: [] })
      await subscribeToAll({ callback, service })
      await service.folder.write('business.json', business)
      await until(() => callback.deliveries().length >= ALL)
      await untilAllHaveNewest(service)
      const now = await readTopics(service.url)
      assert.match(now['/feed.xml'], /Test &amp; Sons Plumbing/)
      assert.deepEqual(targets(callback.deliveries()), [...TopicPath.options].sort())
      for (const { url, body } of callback.deliveries())
        assert.equal(String(body), now[url as TopicPath])
    })

    it('A restarted service delivers to subscribers that are behind, signed as before, and to nobody else', async t => {
      const { callback, service } = await stage(t)
      await subscribeToAll({ callback, service }, 'a lasting secret')
      await service.importRows([row({ source_id: 'new' })])
      await until(() => callback.deliveries().length === ALL)
      const before = await readTopics(service.url)
      await service.close()
      await importInto(service.folder.databaseUrl, [editOfTheOldest('Edited while nobody served.')])
      const { url } = await startAgain(t, service, { baseUrl: BASE_URL })
      await until(() => callback.deliveries().length > ALL)
      await untilAllHaveNewest({ ...service, url })
      const now = await readTopics(url)
      const changed = TopicPath.options.filter(topic => now[topic] !== before[topic])
      assert.ok(changed.includes('/reviews.json'))
      assert.ok(!changed.includes('/api/feed.json'))
      const deliveries = callback.deliveries().slice(ALL)
      assert.deepEqual(targets(deliveries), changed.sort())
      for (const { url, body, headers } of deliveries) {
        assert.equal(String(body), now[url as TopicPath])
        assert.equal(headers['x-hub-signature'], sign('a lasting secret', body))
      }
    })

    it('Two services on one database send each subscriber one delivery', async t => {
      const { callback, service } = await stage(t)
      await startAgain(t, service, { baseUrl: BASE_URL })
      // No more than there are slots for a host: if others had to wait, a slow delivery would be aborted and repeated.
      const paths = Array.from({ length: 8 }, (_, number) => `/${number}`)
      await Promise.all(
        paths.map(path => subscribeTo(service, '/reviews.json', callback.url(path))),
      )
      for (const round of [1, 2]) {
        await service.importRows([row({ source_id: `new${round}` })])
        await until(() => callback.deliveries().length >= paths.length * round)
        await untilAllHaveNewest(service)
        const now = await readTopics(service.url)
        const newest = callback.deliveries().slice(paths.length * (round - 1))
        assert.deepEqual(targets(newest), paths)
        for (const body of bodies(newest)) assert.equal(body, now['/reviews.json'])
      }
    })
  })
})

const sign = (secret: string, body: Buffer) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

/** A Snapshot with the text as the content of every topic. */
function snapshotOf(text: string): Snapshot {
  const identity = { coding: 'identity', body: Buffer.from(text), etag: `"${text}"` }
  const representations = TopicPath.options.map(
    path => [path, { path, contentType: 'text/plain', identity, encoded: [] }] as const,
  )
  return { representations: new Map(representations), log: { size: 1 } } as unknown as Snapshot
}
