import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, it, type TestContext } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { TopicPath } from '../../../src/model/subscription.ts'
import { answerWith, startCallback } from '../../kit/callback.ts'
import { freePort } from '../../kit/free-port.ts'
import { startTestHub, subscribed, type TestHub } from '../../kit/hub.ts'
import { queryDatabase } from '../../kit/query-database.ts'
import { row, rows } from '../../kit/rows.ts'
import { startTestService, type TestService, until } from '../../kit/service.ts'
import { shareCallback, subscribe } from '../../kit/subscribe.ts'
import { ask } from '../../kit/wire.ts'

const BASE_URL = 'https://reviews.example.net'

// Concurrently, because most of the time they wait.
describe('Metrics and health', { concurrency: 3 }, () => {
  // In this order, because each test builds on the ones before.
  describe('/metrics', { concurrency: 1 }, () => {
    const callback = shareCallback()
    let service: TestService
    let metricsUrl: string
    const endings: (() => unknown)[] = []
    before(async () => {
      const context = { after: (end: () => unknown) => endings.push(end) } as unknown as TestContext
      const metricsPort = await freePort()
      metricsUrl = `http://127.0.0.1:${metricsPort}`
      service = await startTestService(context, {
        rows: rows(3),
        settings: { baseUrl: BASE_URL, metricsPort, websubRetrySeconds: [600, 600] },
      })
    })

    const request = (topic: TopicPath, path: string, mode = 'subscribe') =>
      subscribe(service.url, {
        'hub.mode': mode,
        'hub.topic': BASE_URL + topic,
        'hub.callback': callback.server.url(path),
      })

    it('Metrics are served on a port of their own', async () => {
      const { status, headers, body } = await ask(metricsUrl, '/metrics')
      assert.equal(status, 200)
      assert.match(headers['content-type']!, /^text\/plain;.*version=0\.0\.4/)
      assert.match(String(body), /^# HELP firsthand_websub_/m)
    })

    it('The dashboard and the alert rules use metrics that exist, and the dashboard shows all of ours', async () => {
      const names = [
        ...String((await ask(metricsUrl, '/metrics')).body).matchAll(/^# TYPE (\S+)/gm),
      ].map(([, name]) => name!)
      const [dashboard, rules] = ['grafana-dashboard.json', 'prometheus-rules.yml'].map(name => {
        const text = readFileSync(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8')
        return new Set(
          [...text.matchAll(/\b(?:firsthand|process|nodejs)_\w+/g)].map(([used]) => used),
        )
      }) as [Set<string>, Set<string>]
      for (const used of dashboard.union(rules))
        assert.ok(names.includes(used.replace(/_bucket$/, '')), `${used} does not exist`)
      for (const name of names.filter(one => one.startsWith('firsthand_')))
        assert.ok(
          dashboard.has(name) || dashboard.has(`${name}_bucket`),
          `${name} is not on the dashboard`,
        )
    })

    it('Only counters have names that end in _total', async () => {
      const types = [
        ...String((await ask(metricsUrl, '/metrics')).body).matchAll(/^# TYPE (\S+)_total (\S+)/gm),
      ]
      assert.ok(types.length > 5)
      for (const [line, , type] of types) assert.equal(type, 'counter', line)
    })

    it('Metrics are not served on the public port', async () => {
      assert.equal((await ask(service.url, '/metrics')).status, 404)
    })

    it('The metrics port serves nothing else', async () => {
      for (const path of ['/', '/reviews.json', '/healthz', '/metrics/more'])
        assert.equal((await ask(metricsUrl, path)).status, 404, path)
    })

    it('Metrics count requests by mode and outcome', async () => {
      const before = await read(metricsUrl)
      assert.equal((await request('/feed.xml', '/counted')).status, 202)
      assert.equal((await request('/feed.xml', '/counted', 'publish')).status, 400)
      await until(
        async () =>
          (await read(metricsUrl)).get('firsthand_websub_pending{topic="/feed.xml"}') === 0,
      )
      const now = await read(metricsUrl)
      const grown = (labels: string) =>
        growth(before, now, `firsthand_websub_requests_total{${labels}}`)
      assert.equal(grown('mode="subscribe",outcome="202"'), 1)
      assert.equal(grown('mode="unknown",outcome="400"'), 1)
    })

    it('Metrics count verifications by mode and outcome', async () => {
      const name = 'firsthand_websub_verifications_total'
      const before = await read(metricsUrl)
      const { onChallenge } = callback.server
      await request('/feed.xml', '/verified')
      await until(
        async () =>
          growth(before, await read(metricsUrl), `${name}{${SUBSCRIBE},outcome="verified"}`) === 1,
      )
      callback.server.onChallenge = answerWith(404)
      await request('/feed.xml', '/rejected')
      await until(
        async () =>
          growth(before, await read(metricsUrl), `${name}{${SUBSCRIBE},outcome="rejected"}`) === 1,
      )
      callback.server.onChallenge = onChallenge
    })

    it('Metrics count deliveries by topic and outcome, and how long they took', async () => {
      const { server } = callback
      await Promise.all([request('/api/feed.json', '/good'), request('/reviews.json', '/bad')])
      await until(
        async () =>
          (await read(metricsUrl)).get('firsthand_websub_subscriptions{topic="/reviews.json"}') ===
          1,
      )
      await until(
        async () =>
          (await read(metricsUrl)).get('firsthand_websub_subscriptions{topic="/api/feed.json"}') ===
          1,
      )
      const before = await read(metricsUrl)
      server.onDelivery = (request, response) =>
        answerWith(request.url === '/bad' ? 500 : 204)(request, response)
      await service.importRows([row({ source_id: 'new' })])
      const deliveries = (topic: TopicPath, outcome: string) =>
        `firsthand_websub_deliveries_total{topic="${topic}",outcome="${outcome}"}`
      await until(async () => {
        const now = await read(metricsUrl)
        return (
          growth(before, now, deliveries('/api/feed.json', 'delivered')) === 1 &&
          growth(before, now, deliveries('/reviews.json', 'failed')) === 1
        )
      })
      const now = await read(metricsUrl)
      assert.equal(growth(before, now, deliveries('/reviews.json', 'delivered')), 0)
      assert.equal(growth(before, now, deliveries('/api/feed.json', 'failed')), 0)
      const seconds = 'firsthand_websub_delivery_seconds'
      assert.equal(growth(before, now, `${seconds}_count{topic="/api/feed.json"}`), 1)
      assert.equal(growth(before, now, `${seconds}_count{topic="/reviews.json"}`), 0)
      assert.equal(growth(before, now, `${seconds}_bucket{le="+Inf",topic="/api/feed.json"}`), 1)
      const sum = growth(before, now, `${seconds}_sum{topic="/api/feed.json"}`)
      assert.ok(sum > 0 && sum < 60, `${sum} s`)
    })

    it('Metrics show how many subscriptions each topic has and how many are behind', async () => {
      const expected = [
        [2, 0, 0],
        [1, 0, 0],
        [0, 0, 0],
        [0, 0, 0],
        [1, 0, 1],
      ]
      // Outcomes are saved a moment after the delivery.
      await until(async () => {
        const now = await read(metricsUrl)
        const of = (name: string, topic: TopicPath) =>
          now.get(`firsthand_websub_${name}{topic="${topic}"}`)
        const actual = TopicPath.options.map(topic =>
          ['subscriptions', 'pending', 'behind'].map(name => of(name, topic)),
        )
        return isDeepStrictEqual(actual, expected)
      })
    })

    it('Metrics show for each topic how long the oldest subscription has been behind', async () => {
      const name = (topic: TopicPath) => `firsthand_websub_oldest_behind_seconds{topic="${topic}"}`
      await until(async () => (await read(metricsUrl)).get(name('/reviews.json'))! >= 2)
      const now = await read(metricsUrl)
      assert.equal(now.get(name('/api/feed.json')), 0)
      assert.equal(now.get(name('/feed.xml')), 0)
    })

    it('Metrics show how many requests wait for verification', async () => {
      const pending = async () =>
        (await read(metricsUrl)).get('firsthand_websub_pending{topic="/feed.xml"}')
      const asked = Promise.withResolvers<void>()
      const { onChallenge } = callback.server
      callback.server.onChallenge = async (request, response) => {
        await asked.promise
        await onChallenge(request, response)
      }
      await request('/feed.xml', '/asked')
      assert.equal(await pending(), 1)
      asked.resolve()
      await until(async () => (await pending()) === 0)
      callback.server.onChallenge = onChallenge
    })

    it('Metrics count ended subscriptions by reason', async () => {
      const before = await read(metricsUrl)
      callback.server.onDelivery = (request, response) =>
        answerWith(request.url === '/good' ? 410 : 204)(request, response)
      await request('/feed.xml', '/verified', 'unsubscribe')
      await service.importRows([row({ source_id: 'newer' })])
      await until(async () => {
        const now = await read(metricsUrl)
        const ended = (reason: string) =>
          growth(before, now, `firsthand_websub_removals_total{reason="${reason}"}`)
        return ended('gone') === 1 && ended('unsubscribed') === 1
      })
    })

    it('Metrics do not name callbacks', async () => {
      const { body } = await ask(metricsUrl, '/metrics')
      assert.doesNotMatch(String(body), /localhost|verified\W*\/|\/good|\/bad/)
    })

    it('Metrics include those of the process', async () => {
      assert.ok((await read(metricsUrl)).has('process_cpu_seconds_total'))
    })

    it('The metrics port closes with the service', async () => {
      for (const end of endings.reverse()) await end()
      await assert.rejects(ask(metricsUrl, '/metrics'), { code: 'ECONNREFUSED' })
    })
  })

  describe('Reasons for ended subscriptions', { concurrency: 4 }, () => {
    async function countOf(hub: TestHub, reason: string): Promise<number> {
      const { values } = await hub.registry
        .getSingleMetric('firsthand_websub_removals_total')!
        .get()
      return values.find(({ labels }) => labels.reason === reason)?.value ?? 0
    }

    it('Expired subscriptions are counted', async t => {
      const callback = await startCallback(t)
      const hub = await startTestHub(t)
      await subscribed(hub, { callback: callback.url('/1'), lease_seconds: 300 })
      await subscribed(hub, { callback: callback.url('/2'), lease_seconds: 300 })
      hub.clock.advance(400)
      await until(async () => (await countOf(hub, 'expired')) === 2)
    })

    it('Subscriptions that ended after failures are counted', async t => {
      const callback = await startCallback(t)
      const hub = await startTestHub(t, { retrySeconds: [60, 60] })
      await subscribed(hub, { callback: callback.url() })
      callback.onDelivery = answerWith(500)
      hub.publish('news')
      for (const failures of [1, 2]) {
        await until(async () => (await hub.active())[0]!.failures === failures)
        hub.clock.advance(60)
      }
      await until(async () => (await countOf(hub, 'failures')) === 1)
    })
  })

  describe('/healthz', { concurrency: 2 }, () => {
    it('The health check shows how long the longest-waiting subscriber has been behind, and 0 when none is', async t => {
      const callback = await startCallback(t)
      const service = await startTestService(t, {
        rows: rows(3),
        settings: { baseUrl: BASE_URL, websubRetrySeconds: Array(30).fill(1) },
      })
      const oldest = async () =>
        JSON.parse(String((await ask(service.url, '/healthz')).body)).oldest_behind_seconds
      assert.equal(await oldest(), 0)
      await subscribe(service.url, {
        'hub.mode': 'subscribe',
        'hub.topic': `${BASE_URL}/feed.xml`,
        'hub.callback': callback.url(),
      })
      await until(async () => (await countActive(service)) === 1)
      assert.equal(await oldest(), 0)

      callback.onDelivery = answerWith(500)
      await service.importRows([row({ source_id: 'new' })])
      const seen = new Set<number>()
      await until(async () => {
        seen.add(await oldest())
        return Math.max(...seen) >= 2
      })
      callback.onDelivery = answerWith(204)
      assert.deepEqual(
        [...seen],
        [...seen].sort((a, b) => a - b),
      )
      await until(async () => (await oldest()) === 0)
    })

    it('The health check shows 0 soon after everyone has the newest content', async t => {
      const callback = await startCallback(t)
      const service = await startTestService(t, { rows: rows(3), settings: { baseUrl: BASE_URL } })
      await subscribe(service.url, {
        'hub.mode': 'subscribe',
        'hub.topic': `${BASE_URL}/feed.xml`,
        'hub.callback': callback.url(),
      })
      await until(() => callback.challenges().length === 1)
      await service.importRows([row({ source_id: 'new' })])
      await until(() => callback.deliveries().length === 1)
      await until(async () => {
        const health = JSON.parse(String((await ask(service.url, '/healthz')).body))
        return health.oldest_behind_seconds === 0
      })
    })
  })
})

const SUBSCRIBE = 'mode="subscribe"'

const countActive = async ({ folder }: TestService) =>
  (await queryDatabase(folder.databaseUrl, 'select 1 from subscription')).length

type Samples = Map<string, number>

async function read(metricsUrl: string): Promise<Samples> {
  const { body } = await ask(metricsUrl, '/metrics')
  const lines = String(body).split('\n')
  return new Map(
    lines
      .filter(line => line !== '' && !line.startsWith('#'))
      .map(line => [
        line.slice(0, line.lastIndexOf(' ')),
        Number(line.slice(line.lastIndexOf(' ') + 1)),
      ]),
  )
}

const growth = (before: Samples, now: Samples, name: string) =>
  (now.get(name) ?? 0) - (before.get(name) ?? 0)
