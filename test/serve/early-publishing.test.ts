import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { TopicPath } from '../../src/model/subscription.ts'
import type { PublishingMessage, PublishingThread } from '../../src/publish/publisher.ts'
import { startCallback } from '../kit/callback.ts'
import { createClient } from '../kit/client.ts'
import { connect } from '../kit/mcp.ts'
import { startPublishingHere } from '../kit/publishing-thread.ts'
import { row, rows } from '../kit/rows.ts'
import { startTestService, type TestService, type TestServiceOptions, until } from '../kit/service.ts'
import { share } from '../kit/share.ts'
import { subscribe, untilHubIsReady } from '../kit/subscribe.ts'

const BASE_URL = 'https://reviews.example.net'
/** More texts than are read at once. */
const MANY = 501

const TEXTS = [
  'Rosa was on time and very friendly.',
  'Bobby unclogged the drain in Old Town, but the price was much too high.',
  'The water heater is new and works well.',
]
const manyRows = () => rows(MANY, number => ({ text: `${TEXTS[number % TEXTS.length]} Visit ${number}.` }))

/** A service that keeps back the Snapshots with insights about many reviews until they are released. */
async function startHeld(
  t: TestContext,
  options: TestServiceOptions = {},
): Promise<TestService & { release(): void }> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const hold = (listener: (message: PublishingMessage) => void) => async (message: PublishingMessage) => {
    if ('parts' in message && !message.parts.isReading && message.parts.starts.length > MANY) await released
    listener(message)
  }
  function startThread(): PublishingThread {
    const thread = startPublishingHere()
    return {
      postMessage: data => thread.postMessage(data),
      on: (event, listener) => thread.on(event, event === 'message' ? hold(listener) : listener),
      terminate: () => thread.terminate(),
    }
  }
  const service = await startTestService(t, { settings: { baseUrl: BASE_URL }, startThread, ...options })
  return { ...service, release }
}

const IN_BROWSER = { accept: 'text/html,application/xhtml+xml' }
const etagsOf = (url: string) =>
  Promise.all(TopicPath.options.map(async topic => (await fetch(url + topic)).headers.get('etag')))
const hasInsights = async (url: string) => (await fetch(`${url}/insights.json`)).ok

describe('a service whose reviews are still being analyzed', () => {
  // One for the tests that look at it until the last of them releases the insights.
  const held = share(t => startHeld(t, { rows: manyRows() }))

  it('Tools say that the analysis is not done, and work without what it finds', async () => {
    const service = held()
    await using client = await connect(service.url, 'modern')
    const call = (name: string, args: object = {}) => client.callTool({ name, arguments: args })
    for (const [name, args] of [
      ['get_insights_summary', {}],
      ['get_aspect_sentiment', { aspect: 'pricing' }],
      ['get_technician', { name: 'Rosa' }],
      ['get_service', { service: 'water_heater' }],
      ['list_topics', {}],
      ['get_faq', {}],
      ['search_reviews', { sentiment: 'negative' }],
    ] as const) {
      const { isError, content } = await call(name, args)
      assert.equal(isError, true, name)
      assert.match(content[0]!.text, /still being analyzed.* Try again/, name)
    }
    await assert.rejects(client.readResource({ uri: 'reviews://insights' }), /still being analyzed/)
    const found = await call('search_reviews', { mentions_technician: 'Rosa', limit: 1 })
    assert.equal(found.structuredContent.matched, MANY / TEXTS.length)
  })

  it('At a first start with many reviews, everything but the insights is there before these are', async () => {
    const service = held()
    const client = await createClient(service.url)
    const isPending = async (path: string) => {
      const { status, headers, json } = await client.get(path)
      assert.equal(status, 503, path)
      assert.match(headers.get('retry-after')!, /^\d+$/, path)
      assert.equal(json.error, 'unavailable', path)
      assert.match(json.message, /still being analyzed/, path)
    }
    const search = '/api/reviews/search'
    for (const path of [
      '/insights.json',
      `${search}?aspect=pricing`,
      `${search}?sentiment=negative`,
      `${search}?topic=drain`,
      `${search}?problem=leak&rating=5`,
      '/reviews?aspect=pricing',
      '/aspects/pricing',
      '/topics/drain.md',
    ])
      await isPending(path)
    for (const path of ['/reviews?sentiment=positive', '/topics/drain']) {
      const { status, headers, text } = await client.get(path, IN_BROWSER)
      assert.equal(status, 503, path)
      assert.ok(headers.get('retry-after'), path)
      assert.match(text, /<h1>Analysis in progress<\/h1>/, path)
    }
    for (const path of ['/', '/highlights', '/reviews', '/technicians'])
      assert.match((await client.get(path)).text, /Analysis in progress/, path)
    assert.doesNotMatch((await client.get('/reviews')).text, /name="(?:aspect|sentiment)"/)
    assert.equal((await client.get(`${search}?mentions_technician=Rosa`)).json.matched, MANY / TEXTS.length)
    assert.equal((await client.get(`${search}?rating=9&aspect=pricing`)).status, 400)
    assert.equal((await client.get('/technicians/nobody')).status, 404)

    const etags = await etagsOf(service.url)
    service.release()
    await until(() => hasInsights(service.url))
    assert.deepEqual(await etagsOf(service.url), etags)
    assert.equal((await client.get(`${search}?aspect=pricing`)).status, 200)
    assert.doesNotMatch((await client.get('/')).text, /Analysis in progress/)
    assert.equal(service.log.filter(({ msg }) => /Published/.test(msg)).length, 2)
    await using agent = await connect(service.url, 'modern')
    assert.ok(!(await agent.callTool({ name: 'get_insights_summary', arguments: {} })).isError)
  })

  it('Subscribers get each topic once, although it is published before and with the insights', async t => {
    const callback = await startCallback(t)
    const service = await startHeld(t)
    await untilHubIsReady(service)
    for (const topic of TopicPath.options)
      await subscribe(service.url, {
        'hub.mode': 'subscribe',
        'hub.topic': BASE_URL + topic,
        'hub.callback': callback.url(topic),
      })
    await until(() => callback.challenges().length === TopicPath.options.length)
    const counts = () =>
      TopicPath.options.map(topic => callback.deliveries().filter(({ url }) => url === topic).length)
    const untilCount = (wanted: number) => until(() => counts().every(count => count >= wanted))
    await service.importRows(manyRows())
    await untilCount(1)
    assert.equal(await hasInsights(service.url), false, 'delivered before the insights')
    service.release()
    await until(() => hasInsights(service.url))
    // Whatever the insights would announce comes before this.
    await service.importRows([row({ source_id: 'last', date: '2026-05-01', text: 'One more.' })])
    await untilCount(2)
    assert.deepEqual(
      counts(),
      TopicPath.options.map(() => 2),
    )
  })
})
