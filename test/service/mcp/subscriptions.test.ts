/** Subscriptions of the 2026 protocol, with the real client. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import {
  Client,
  type FetchLike,
  type ProtocolError,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { connect } from '../../kit/mcp.ts'
import { row, rows } from '../../kit/rows.ts'
import { startTestService, type TestService, until } from '../../kit/service.ts'

const REVIEWS = rows(3)
const LATEST = 'reviews://latest'
const BUSINESS = 'reviews://business'
const INSIGHTS = 'reviews://insights'

interface Listener {
  client: Client
  /** The addresses in the notices so far. */
  updated: string[]
}

async function startListener(
  t: TestContext,
  url: string,
  fetchHow: FetchLike = fetch,
): Promise<Listener> {
  const client = new Client(
    { name: 'firsthand-test', version: '1.0.0' },
    { versionNegotiation: { mode: 'auto' } },
  )
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { fetch: fetchHow }))
  t.after(() => client.close())
  const updated: string[] = []
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    updated.push(params.uri)
  })
  return { client, updated }
}

const startService = (t: TestContext, max: number): Promise<TestService> =>
  startTestService(t, { rows: REVIEWS, settings: { mcpMaxSubscriptions: max } })

const isLimit = ({ code, message }: ProtocolError) =>
  code === -32603 && /limit reached/.test(message)

describe('Subscriptions to resources', () => {
  it('A client that listens gets a notice when a review is published, and then reads it', async t => {
    const service = await startService(t, 5)
    const { client, updated } = await startListener(t, service.url)
    const { honoredFilter } = await client.listen({ resourceSubscriptions: [LATEST] })
    assert.deepEqual(honoredFilter, { resourceSubscriptions: [LATEST] })
    await service.importRows([row({ text: 'They came within the hour.' })])
    await until(() => updated.length > 0)
    assert.deepEqual(updated, [LATEST])
    const { contents } = await client.readResource({ uri: LATEST }, { cacheMode: 'refresh' })
    assert.match((contents[0] as { text: string }).text, /They came within the hour/)
  })

  it('A client gets notices only for the resources that it named and that changed', async t => {
    const service = await startService(t, 5)
    const all = await startListener(t, service.url)
    const one = await startListener(t, service.url)
    await all.client.listen({ resourceSubscriptions: [BUSINESS, INSIGHTS, LATEST] })
    await one.client.listen({ resourceSubscriptions: [BUSINESS] })
    const [review] = REVIEWS
    await service.importRows([{ ...review!, text: 'Only the text is another one.' }])
    await until(() => all.updated.includes(LATEST))
    assert.ok(!all.updated.includes(BUSINESS))
    await service.importRows([row({ text: 'A leak, and nobody came.', rating: 1 })])
    await until(() => all.updated.includes(BUSINESS) && one.updated.length > 0)
    assert.deepEqual(one.updated, [BUSINESS])
  })

  it('Resources that do not exist are not confirmed, and a stream without any ends at once', async t => {
    const { url } = await startService(t, 1)
    const { client } = await startListener(t, url)
    const nothing = await client.listen({
      resourceSubscriptions: ['reviews://nope', 'reviews://review/x'],
    })
    assert.deepEqual(nothing.honoredFilter, {})
    assert.equal(await nothing.closed, 'graceful')
    const some = await client.listen({ resourceSubscriptions: ['reviews://nope', LATEST] })
    assert.deepEqual(some.honoredFilter, { resourceSubscriptions: [LATEST] })
  })

  it('Clients above the limit are rejected until another one leaves', async t => {
    const { url } = await startService(t, 1)
    const [first, second] = [await startListener(t, url), await startListener(t, url)]
    const subscription = await first.client.listen({ resourceSubscriptions: [LATEST] })
    await assert.rejects(second.client.listen({ resourceSubscriptions: [LATEST] }), isLimit)
    await subscription.close()
    await until(async () => {
      const listening = await second.client
        .listen({ resourceSubscriptions: [LATEST] })
        .catch(() => null)
      return listening !== null
    })
  })

  it('A service that stops ends the streams instead of waiting for them', async t => {
    const service = await startService(t, 5)
    const { client } = await startListener(t, service.url)
    const { closed } = await client.listen({ resourceSubscriptions: [LATEST] })
    await service.close()
    // A stream that the service waits for is cut off at the deadline, without a result.
    assert.equal(await closed, 'graceful')
  })

  it('The stream may not be cached, compressed or buffered on its way', async t => {
    const { url } = await startService(t, 5)
    const responses: Response[] = []
    const { client } = await startListener(t, url, async (address, init) => {
      const response = await fetch(address, init)
      responses.push(response)
      return response
    })
    await client.listen({ resourceSubscriptions: [LATEST] })
    const { headers } = responses.at(-1)!
    assert.equal(headers.get('content-type'), 'text/event-stream')
    assert.equal(headers.get('content-encoding'), null)
    assert.equal(headers.get('cache-control'), 'no-store, no-transform')
    assert.equal(headers.get('x-accel-buffering'), 'no')
    assert.ok(headers.get('x-request-id'))
  })

  it('Only clients of the 2026 protocol are offered subscriptions', async t => {
    const { url } = await startService(t, 5)
    for (const [kind, resources] of [
      ['modern', { listChanged: false, subscribe: true }],
      ['legacy', { listChanged: false }],
      ['v1', { listChanged: false }],
    ] as const) {
      await using client = await connect(url, kind)
      assert.deepEqual(client.getServerCapabilities()!.resources, resources)
    }
  })

  it('Subscriptions are off by default', async t => {
    const { url } = await startTestService(t, { rows: rows(1) })
    const { client } = await startListener(t, url)
    assert.deepEqual(client.getServerCapabilities()!.resources, { listChanged: false })
    await assert.rejects(client.listen({ resourceSubscriptions: [LATEST] }))
  })
})
