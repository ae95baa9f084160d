/** Requests that are expensive count as several. */
import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { describe, it } from 'node:test'
import { COST, createLimiter } from '../../../src/http/rate-limit.ts'
import { createSharing } from '../../../src/site/sharing.ts'
import { startTestApp } from '../../kit/app.ts'
import { rows } from '../../kit/rows.ts'
import { startTestService, until } from '../../kit/service.ts'
import { buildSnapshot } from '../../kit/snapshot-builder.ts'

const from = (client: string) => ({ headers: { 'x-forwarded-for': client } })

it('A client that downloads the table again and again gets 429, and another gets it', async t => {
  const { url } = await startTestService(t, {
    rows: rows(20),
    settings: { rateLimitPerMinute: 200, trustProxy: ['127.0.0.1'] },
  })
  const load = (client: string) => fetch(`${url}/reviews.csv`, from(client))
  const loadOften = (client: string) => Promise.all(Array.from({ length: 20 }, () => load(client)))
  const rejected = (await loadOften('2001:db8:1:1::1')).filter(({ status }) => status === 429)
  assert.equal(rejected.length, 10)
  for (const { headers } of rejected) assert.ok(Number(headers.get('retry-after')) > 0)
  assert.equal((await load('2001:db8:2:1::1')).status, 200)
  // Everyone in a /48 together has three times as much.
  for (const neighbor of [2, 3, 4]) await loadOften(`2001:db8:1:${neighbor}::1`)
  assert.equal((await load('2001:db8:1:5::1')).status, 429)
  const plain = await fetch(`${url}/reviews.json`, from('2001:db8:1:5::1'))
  assert.equal(plain.status, 200)
})

describe('A limiter with costs', () => {
  const incoming = {} as IncomingMessage
  const start = (perMinute: number) => {
    const clock = { ms: 0 }
    const limiter = createLimiter(
      { perMinute, burst: perMinute },
      () => '192.0.2.1',
      () => clock.ms,
    )
    return { clock, ask: (cost?: number) => limiter.waitSeconds(incoming, cost) }
  }

  it('A picture uses up as much as twenty searches', () => {
    const { ask, clock } = start(60)
    for (let count = 0; count < 3; count++) assert.equal(ask(COST.large), 0)
    assert.equal(ask(), 1)
    assert.equal(ask(COST.large), 20)
    clock.ms += 20_000
    assert.equal(ask(COST.large), 0)
    assert.equal(ask(), 1)
  })

  it('What costs more than a whole burst passes when the burst is unused', () => {
    const { ask, clock } = start(COST.large - 1)
    assert.equal(ask(COST.large), 0)
    assert.ok(ask() > 0)
    clock.ms += 61_000
    assert.equal(ask(COST.large), 0)
  })
})

it('While many share images are being drawn, one more is 503 with a time to wait, and pages are served', async t => {
  const drawing = Promise.withResolvers<Uint8Array>()
  const { url, show } = await startTestApp(t, {
    sharing: { ...createSharing(), image: () => drawing.promise },
  })
  show(await buildSnapshot(t, rows(3)))
  let isFull = false
  const many = Array.from({ length: 65 }, async () => {
    const { status, headers } = await fetch(`${url}/og.png`)
    if (status === 503) isFull = Number(headers.get('retry-after')) > 0
    return status
  })
  await until(() => isFull)
  for (const path of ['/reviews', '/api/reviews/search?query=a'])
    assert.equal((await fetch(url + path)).status, 200, path)
  drawing.resolve(Buffer.from('PNG'))
  const statuses = await Promise.all(many)
  assert.equal(statuses.filter(status => status === 200).length, 64)
  assert.equal((await fetch(`${url}/og.png`)).status, 200)
})
