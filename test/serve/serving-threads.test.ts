import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { describe, it, type TestContext } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { reserveTimes } from '../../src/http/rate-limit.ts'
import { serveRequests } from '../../src/serve/serve-requests.ts'
import { DATA } from '../http/endpoints.ts'
import { makeFolder } from '../kit/folder.ts'
import { freePort } from '../kit/free-port.ts'
import { startPublishingHere } from '../kit/publishing-thread.ts'
import { business, row, rows } from '../kit/rows.ts'
import {
  importInto,
  QUIET_SETTINGS,
  startAgain,
  startTestService,
  type TestServiceOptions,
  until,
} from '../kit/service.ts'
import { share } from '../kit/share.ts'
import { HUB_PATH, shareCallback, untilHubIsReady } from '../kit/subscribe.ts'
import { sendBytes } from '../kit/wire.ts'

/** A client that stays on one connection, and so at one thread. */
type Visitor = ReturnType<typeof createVisitor>

interface Visit {
  method?: string
  headers?: Record<string, string>
  body?: string
}

function createVisitor(t: Pick<TestContext, 'after'>, url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.after(() => agent.destroy())
  /** Until the response begins. */
  async function begin(path: string, { method = 'GET', headers = {}, body }: Visit = {}) {
    const sent = request(url, { agent, method, path, headers })
    sent.end(body)
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    return answer
  }
  async function send(path: string, visit?: Visit) {
    const answer = await begin(path, visit)
    return { status: answer.statusCode!, headers: answer.headers, body: await buffer(answer) }
  }
  return {
    begin,
    send,
    json: async (path: string) => JSON.parse((await send(path)).body.toString()),
    /** Each thread starts the ids of its requests with letters of its own. */
    thread: async () => String((await send('/robots.txt')).headers['x-request-id']).slice(0, 8),
  }
}

/** One visitor at each of the threads, as soon as so many serve. */
async function visitAll(t: Pick<TestContext, 'after'>, url: string, count = 2): Promise<Visitor[]> {
  const found = new Map<string, Visitor>()
  await until(async () => {
    const visitor = createVisitor(t, url)
    found.set(await visitor.thread(), visitor)
    return found.size === count
  })
  return [...found.values()]
}

/** The visitors of the main thread come first: what is forwarded there has the ids of that thread. */
async function visitEach(t: Pick<TestContext, 'after'>, url: string): Promise<[Visitor, Visitor]> {
  const visitors = await visitAll(t, url)
  const { headers } = await visitors[0]!.send('/healthz')
  const main = String(headers['x-request-id']).slice(0, 8)
  return (await visitors[0]!.thread()) === main ? [visitors[0]!, visitors[1]!] : [visitors[1]!, visitors[0]!]
}

const startTwo = (t: TestContext, { settings, ...options }: TestServiceOptions = {}) =>
  startTestService(t, { rows: rows(30), ...options, settings: { workers: 2, ...settings } })

/** What may differ between any two responses. */
function comparable({ status, headers, body }: Awaited<ReturnType<Visitor['send']>>) {
  const { date, 'x-request-id': id, ...rest } = headers
  assert.ok(date && id)
  return { status, headers: rest, body: body.toString('latin1').replaceAll(String(id), 'ID') }
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

const REQUESTS: [path: string, visit?: Visit][] = [
  ...DATA.flatMap(({ path }): [string, Visit?][] => [
    [path],
    [path, { headers: { 'accept-encoding': 'br' } }],
    [path, { method: 'HEAD' }],
  ]),
  ['/reviews.json', { headers: { 'accept-encoding': 'zstd' } }],
  ['/reviews.json', { headers: { 'if-modified-since': 'Fri, 31 Dec 2100 00:00:00 GMT' } }],
  ['/reviews.json', { headers: { 'if-match': '"other"' } }],
  ['/reviews.json', { method: 'POST' }],
  ['/reviews', { headers: { accept: 'text/html' } }],
  ['/reviews?query=number', { headers: { accept: 'text/html' } }],
  ['/api/reviews/search?query=number&evidence=true&facets=rating'],
  ['/api/reviews/search?limit=0'],
  ['/api/reviews/stats?group_by=month'],
  ['/feed.xml?page=2'],
  ['/missing', { headers: { accept: 'application/problem+json' } }],
  ['/missing.md'],
  ['/desk'],
  ['/healthz'],
  ['/healthz', { method: 'HEAD' }],
  ['/readyz'],
  ['/%72eadyz'],
  ['/favicon.ico'],
  ['/og.png'],
  ['/og/none.png'],
  ['/witness.json'],
  [HUB_PATH],
  [HUB_PATH, { method: 'OPTIONS' }],
  [HUB_PATH, { method: 'POST', body: 'hub.mode=other', headers: FORM }],
  ['/mcp', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }],
  // The connection ends with it.
  [HUB_PATH, { method: 'POST', body: 'x'.repeat(20_000), headers: FORM }],
]

describe('serve --workers', () => {
  // Before the service, which then trusts its certificate.
  const callback = shareCallback()
  const started = share(async t => {
    const service = await startTwo(t)
    return { service, visitors: await visitEach(t, service.url) }
  })

  it('Every thread sends the same bytes and headers as a service with one', async t => {
    const { service, visitors } = started()
    const { port } = new URL(service.url)
    const one = await startAgain(t, service, { baseUrl: `http://localhost:${port}` })
    const alone = createVisitor(t, one.url)
    // The texts may still be read.
    for (const visitor of [alone, ...visitors])
      await until(async () => (await visitor.send('/insights.json')).status === 200)
    const id = (await alone.json('/reviews.json')).reviews[7].id
    for (const [path, visit] of [
      ...REQUESTS,
      [`/reviews/${id}`],
      [`/api/reviews/${id}`],
    ] as typeof REQUESTS) {
      const expected = comparable(await alone.send(path, visit))
      // Facts begin when each service first saw them.
      if (path.endsWith('eadyz')) expected.body = ''
      for (const visitor of visitors) {
        const response = comparable(await visitor.send(path, visit))
        if (path.endsWith('eadyz')) response.body = ''
        assert.deepEqual(response, expected, `${visit?.method ?? 'GET'} ${path}`)
      }
    }
  })

  it('A health check without a Host header is forwarded, too', async () => {
    const { service } = started()
    for (let count = 0; count < 8; count++)
      assert.match(await sendBytes(service.url, 'GET /healthz HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 /)
  })

  it('A session that one thread began goes on at another', async () => {
    const [main, other] = started().visitors
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const post = (visitor: Visitor, message: object, more = {}) =>
      visitor.send('/mcp', {
        method: 'POST',
        headers: { ...headers, ...more },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
      })
    const clientInfo = { name: 'test', version: '1' }
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
    for (const [first, second] of [
      [main, other],
      [other, main],
    ] as const) {
      const begun = await post(first, { method: 'initialize', params })
      const session = { 'mcp-session-id': String(begun.headers['mcp-session-id']) }
      const call = {
        method: 'tools/call',
        params: { name: 'search_reviews', arguments: { query: 'number' } },
      }
      const found = JSON.parse((await post(second, call, session)).body.toString())
      assert.equal(found.result.structuredContent.matched, 30)
    }
  })

  it('A subscription through any thread is verified, and gets what changes', async () => {
    const { service, visitors } = started()
    await untilHubIsReady(service)
    const { server } = callback
    for (const [number, visitor] of visitors.entries()) {
      const form = new URLSearchParams({
        'hub.mode': 'subscribe',
        'hub.topic': `http://localhost:${new URL(service.url).port}/api/feed.json`,
        'hub.callback': server.url(`/${number}`),
      })
      const { status, body } = await visitor.send(HUB_PATH, {
        method: 'POST',
        headers: FORM,
        body: form.toString(),
      })
      assert.equal(status, 202, body.toString())
    }
    await until(() => server.challenges().length === 2)
    await service.importRows([row({ source_id: 'more', date: '2026-01-01' })])
    await until(() => new Set(server.deliveries().map(({ url }) => url)).size === 2)
  })

  it('A change appears in all threads at once, and no connection sees an older version after a newer one', async () => {
    const { service, visitors } = started()
    const [, other] = visitors
    const before = (await other.json('/readyz')).version
    await service.importRows([row({ source_id: 'newest', date: '2026-02-02', text: 'Quokka.' })])
    let version = before
    while (version === before) {
      // Forwarded, and read from the Snapshot of the thread, in turns.
      const { matched } = await other.json('/api/reviews/search?query=quokka')
      version = (await other.json('/readyz')).version
      assert.ok(matched === 0 || version > before)
    }
    for (const visitor of visitors)
      assert.equal((await visitor.json('/api/reviews/search?query=quokka')).matched, 1)
  })
})

describe('serve --workers, with limits and failures', () => {
  it('All threads together let a client send as much as one would', async t => {
    const { url } = await startTwo(t, { settings: { rateLimitPerMinute: 60, trustProxy: ['127.0.0.1'] } })
    const visitors = await visitEach(t, url)
    const headers = { 'x-forwarded-for': '198.51.100.7' }
    const passed = []
    const left = []
    for (let count = 0; count < 70; count++) {
      const response = await visitors[count % 2]!.send('/api/reviews/search', { headers })
      passed.push(response.status === 200)
      left.push(Number(/r=(\d+)/.exec(String(response.headers.ratelimit))?.[1]))
    }
    assert.deepEqual(left.slice(0, 3), [59, 58, 57])
    // A second that passes meanwhile lets one more through.
    const count = passed.filter(Boolean).length
    assert.ok(count >= 60 && count < 70, `${count} requests passed`)
    assert.ok(!passed.at(-1))
    const mcp = await visitors[1]!.send('/mcp', { method: 'POST', headers })
    assert.equal(mcp.status, 429)
  })

  it('A thread that ends is replaced, and the connections of the others stay', async t => {
    const serving: Worker[] = []
    const note = (thread: Worker) => thread.threadName === 'serving' && serving.push(thread)
    process.on('worker', note)
    t.after(() => process.off('worker', note))
    const service = await startTwo(t)
    const [main, other] = await visitEach(t, service.url)
    const facts = (await main.json('/readyz')).facts
    const [ended, kept] = [await other.thread(), await main.thread()]
    await serving[0]!.terminate()
    assert.equal(await main.thread(), kept)
    assert.deepEqual((await main.json('/readyz')).facts, facts)
    const names = await Promise.all((await visitAll(t, service.url)).map(visitor => visitor.thread()))
    assert.ok(names.includes(kept) && !names.includes(ended), `${names}`)
    await service.importRows([row({ source_id: 'later', date: '2026-01-01' })])
    await until(async () => (await main.json('/reviews.json')).reviews.length === 31)
    for (const visitor of await visitAll(t, service.url))
      assert.equal((await visitor.json('/reviews.json')).reviews.length, 31)
  })

  it('A stop finishes the downloads of all threads, and counts what every thread sent', async t => {
    const metricsPort = await freePort()
    const service = await startTwo(t, {
      rows: rows(300, number => ({ text: `${number} ${'ж'.repeat(9000)}` })),
      settings: { metricsPort },
    })
    const visitors = await visitEach(t, service.url)
    const counted = async () => {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      return Number(
        /^firsthand_http_requests_total\{route="\/rating.json",status="2xx"\} (\d+)$/m.exec(text)?.[1],
      )
    }
    for (const visitor of visitors) for (let count = 0; count < 5; count++) await visitor.send('/rating.json')
    await until(async () => (await counted()) === 10)
    const downloads = await Promise.all(visitors.map(visitor => visitor.begin('/reviews.json')))
    const closing = service.close()
    for (const download of downloads)
      assert.equal(JSON.parse((await buffer(download)).toString()).reviews.length, 300)
    await closing
    await assert.rejects(fetch(service.url))
  })

  it('A port that another program listens on is not shared with it', async t => {
    const other = createServer()
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    t.after(() => other.close())
    const { port } = other.address() as AddressInfo
    await assert.rejects(startTwo(t, { settings: { port } }), { code: 'EADDRINUSE', port })
  })

  it('A thread serves what it has opened from the moment that all threads do, without another message', async t => {
    const folder = await makeFolder(t)
    await importInto(folder.databaseUrl, rows(2), business)
    const publishing = startPublishingHere()
    t.after(() => publishing.terminate())
    const nextPacked = () =>
      new Promise<SharedArrayBuffer>(resolve =>
        publishing.on('message', message => 'packed' in message && resolve(message.packed)),
      )
    const first = nextPacked()
    const port = await freePort()
    const baseUrl = `http://127.0.0.1:${port}`
    publishing.postMessage({ databaseUrl: folder.databaseUrl, baseUrl, isShared: true })
    const { port1: outside, port2: inside } = new MessageChannel()
    const served = new Int32Array(new SharedArrayBuffer(4))
    const settings = { ...QUIET_SETTINGS, host: '127.0.0.1', port, baseUrl, isSecure: false }
    await serveRequests(inside, { settings, times: reserveTimes(), socketPath: 'none', served })
    t.after(() => outside.postMessage({ stopWithinMs: 0 }))
    const open = async (packed: SharedArrayBuffer, number: number) => {
      outside.postMessage({ next: { packed, number } })
      await once(outside, 'message')
    }

    await open(await first, 1)
    await assert.rejects(fetch(baseUrl))
    Atomics.store(served, 0, 1)
    outside.postMessage({})
    await until(() =>
      fetch(baseUrl).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    const second = nextPacked()
    await importInto(folder.databaseUrl, rows(3))
    await open(await second, 2)
    const visitor = createVisitor(t, baseUrl)
    assert.equal((await visitor.json('/reviews.json')).reviews.length, 2)
    Atomics.store(served, 0, 2)
    assert.equal((await visitor.json('/reviews.json')).reviews.length, 3)
  })
})
