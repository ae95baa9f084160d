import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createWorkBudget, type WorkBudget } from '../../../src/http/work-budget.ts'
import { ON_DEMAND_PAGES } from '../../../src/site/pages/on-demand-pages.ts'
import { createSharing } from '../../../src/site/sharing.ts'
import { startTestApp } from '../../kit/app.ts'
import { rows } from '../../kit/rows.ts'
import { startTestService, until } from '../../kit/service.ts'
import { buildSnapshot } from '../../kit/snapshot-builder.ts'

const from = (client: string) => ({ headers: { 'x-forwarded-for': client } })

it('A client that downloads the table again and again gets 429, and another gets it', async t => {
  const { url } = await startTestService(t, {
    rows: rows(20),
    settings: { rateLimitPerMinute: 600, trustProxy: ['127.0.0.1'] },
  })
  const load = (client: string) => fetch(`${url}/reviews.csv`, from(client))
  const loadOften = (client: string) => Promise.all(Array.from({ length: 20 }, () => load(client)))
  const rejected = (await loadOften('2001:db8:1:1::1')).filter(({ status }) => status === 429)
  assert.ok(rejected.length >= 10, `${rejected.length}`)
  for (const { headers } of rejected) assert.ok(Number(headers.get('retry-after')) > 0)
  assert.equal((await load('2001:db8:2:1::1')).status, 200)
  // Everyone in a /48 together has three times as much.
  for (const neighbor of [2, 3, 4]) await loadOften(`2001:db8:1:${neighbor}::1`)
  assert.equal((await load('2001:db8:1:5::1')).status, 429)
  const prebuilt = await fetch(`${url}/reviews.json`, from('2001:db8:1:1::1'))
  assert.equal(prebuilt.status, 200)
})

it('A client that asks for the table while the service starts gets it afterwards', async t => {
  const work = createWorkBudget(
    () => 'client',
    true,
    () => 0,
  )
  const { url, show } = await startTestApp(t, { work })
  for (let number = 0; number < 20; number++) assert.equal((await fetch(`${url}/reviews.csv`)).status, 503)
  show(await buildSnapshot(t, rows(3)))
  assert.equal((await fetch(`${url}/reviews.csv`)).status, 200)
})

describe('Work on a clock of the test', () => {
  /** Rendering Markdown takes as long as the test says; search, proofs and the rest pass the same budget. */
  async function startApp(t: TestContext, isLimited: boolean, renderMs: number) {
    const state = { nowMs: 0 }
    const clientOf: Parameters<typeof createWorkBudget>[0] = ({ headers }) =>
      String(headers['x-forwarded-for'])
    const work = createWorkBudget(clientOf, isLimited, () => state.nowMs)
    const markdown = () => {
      state.nowMs += renderMs
      return '# Reviews'
    }
    const { url, show } = await startTestApp(t, { work, pages: { ...ON_DEMAND_PAGES, markdown } })
    show(await buildSnapshot(t, rows(3)))
    const ask = async (path: string, client: string) => await fetch(url + path, from(client))
    return { state, ask, work }
  }

  it('Over its allowance of CPU time, a client gets no work of any kind, and gets it again later', async t => {
    const { ask, state } = await startApp(t, true, 3000)
    assert.equal((await ask('/reviews.md?rating=5', '192.0.2.1')).status, 200)
    const paths = ['/reviews.md', '/reviews', '/api/reviews/search?query=a', '/api/log/proof?from=0']
    for (const path of [
      ...paths,
      '/reviews.csv',
      '/policy.md',
      '/og.png',
      '/api/reviews/stats?group_by=year',
    ]) {
      const { status, headers } = await ask(path, '192.0.2.1')
      assert.deepEqual([status, Number(headers.get('retry-after')) > 0], [429, true], path)
    }
    for (const path of paths.slice(1)) assert.equal((await ask(path, '192.0.2.2')).status, 200, path)
    state.nowMs += 60_000
    assert.equal((await ask('/reviews', '192.0.2.1')).status, 200)
  })

  it('Clients take turns, one that waits is served however much another asks for, and a full line is 503', async () => {
    const state = { nowMs: 0 }
    const client = { address: '' }
    const work = createWorkBudget(
      () => client.address,
      false,
      () => state.nowMs,
    )
    const made: string[] = []
    const c = { env: { incoming: {}, requestId: 'test' }, req: { header: () => undefined } }
    const respond = (address: string) => {
      client.address = address
      return work.respond(c as unknown as Parameters<WorkBudget['respond']>[0], () => {
        state.nowMs += 20
        made.push(address)
        return new Response(null, { status: 200 })
      })
    }
    const many = Array.from({ length: 5 }, () => respond('a'))
    const other = respond('b')
    assert.deepEqual(made, ['a'])
    await Promise.all([...many, other])
    assert.deepEqual(made, ['a', 'a', 'b', 'a', 'a', 'a'])
    await nextTurn()
    const clients = Array.from({ length: 202 }, (_, number) => respond(`c${number}`))
    const statuses = await Promise.all(clients.map(async response => (await response).status))
    assert.deepEqual(statuses.slice(200), [200, 503])
    const { headers } = await clients[201]!
    assert.equal(headers.get('retry-after'), '2')
  })
})

it('While many share images are being drawn, one more is 503 with a time to wait, and pages are served', async t => {
  const drawing = Promise.withResolvers<Uint8Array>()
  const { url, show } = await startTestApp(t, {
    sharing: { ...createSharing(), image: () => drawing.promise },
  })
  show(await buildSnapshot(t, rows(3)))
  let isFull = false
  const many = Array.from({ length: 17 }, async () => {
    const { status, headers } = await fetch(`${url}/og.png`)
    if (status === 503) isFull = Number(headers.get('retry-after')) > 0
    return status
  })
  await until(() => isFull)
  for (const path of ['/reviews', '/api/reviews/search?query=a'])
    assert.equal((await fetch(url + path)).status, 200, path)
  drawing.resolve(Buffer.from('PNG'))
  const statuses = await Promise.all(many)
  assert.equal(statuses.filter(status => status === 200).length, 16)
  assert.equal((await fetch(`${url}/og.png`)).status, 200)
})

it('The calls of an agent use up the same allowance', async t => {
  let spentMs = -1
  const work: WorkBudget = {
    waitSeconds: () => (spentMs < 0 ? 0 : 7),
    spend(_incoming, ms) {
      spentMs = ms
    },
    respond: (_c, make) => make(),
  }
  const mcp = () => ({
    async fetch(_request: Request, readBody: () => Promise<unknown>) {
      await readBody()
      return Response.json({})
    },
  })
  const { url, show } = await startTestApp(t, { work, mcp })
  show(await buildSnapshot(t, rows(3)))
  const call = () => fetch(`${url}/mcp`, { method: 'POST', body: '{}' })
  assert.equal((await call()).status, 200)
  const { status, headers } = await call()
  assert.deepEqual([status, headers.get('retry-after')], [429, '7'])
})
