import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createRateLimiter } from '../../../src/http/rate-limit.ts'
import { createClient } from '../../kit/client.ts'
import { row } from '../../kit/rows.ts'
import { startTestService } from '../../kit/service.ts'
import { ask } from '../../kit/wire.ts'

describe('The rate limit', { concurrency: 3 }, () => {
  it('Too many requests of one client get 429 and the time to wait', async t => {
    const service = await startTestService(t, {
      rows: [row()],
      settings: { rateLimitPerMinute: 3 },
    })
    const client = await createClient(service.url)
    assert.equal((await client.get('/reviews.json')).status, 200)
    assert.equal((await client.get('/api/reviews/search')).status, 200)
    const refused = await client.get('/reviews.json')
    assert.equal(refused.status, 429)
    assert.equal(refused.json.error, 'too_many_requests')
    assert.equal(refused.headers.get('access-control-allow-origin'), '*')
    const waitSeconds = Number(refused.headers.get('retry-after'))
    assert.ok(waitSeconds >= 1 && waitSeconds <= 60)
  })

  it('Requests to every address and with every method count', async t => {
    const service = await startTestService(t, { settings: { rateLimitPerMinute: 5 } })
    await ask(service.url, '/nope')
    await ask(service.url, '/reviews.json', { headers: { 'if-none-match': '*' } })
    await ask(service.url, '/reviews.json', { method: 'HEAD' })
    await ask(service.url, '/api/reviews/search?rating=9')
    await ask(service.url, '/api/reviews/since/2026-01-01')
    for (const path of ['/nope', '/', '/api/reviews/search', '/api/reviews/since/2026-01-01'])
      assert.equal((await ask(service.url, path)).status, 429, path)
  })

  it('Monitoring is not limited', async t => {
    const service = await startTestService(t, { settings: { rateLimitPerMinute: 1 } })
    await ask(service.url, '/')
    assert.equal((await ask(service.url, '/')).status, 429)
    for (let count = 0; count < 10; count++)
      for (const path of ['/healthz', '/readyz'])
        assert.equal((await ask(service.url, path)).status, 200)
  })

  it('A rate limit of 0 turns the limit off', async t => {
    const service = await startTestService(t, { settings: { rateLimitPerMinute: 0 } })
    for (let count = 0; count < 700; count++)
      assert.equal((await ask(service.url, '/robots.txt')).status, 200)
  })

  it('Clients behind a trusted proxy are counted separately', async t => {
    const settings = { rateLimitPerMinute: 1, trustProxy: ['127.0.0.1'] }
    const { url } = await startTestService(t, { settings })
    const statusFor = (forwarded: string) => statusOf(url, forwarded)
    assert.equal(await statusFor('198.51.100.1'), 200)
    assert.equal(await statusFor('198.51.100.1'), 429)
    assert.equal(await statusFor('198.51.100.2'), 200)
  })

  it('A client cannot evade the limit with a forged X-Forwarded-For', async t => {
    const settings = { rateLimitPerMinute: 1, trustProxy: ['127.0.0.1'] }
    const { url } = await startTestService(t, { settings })
    assert.equal(await statusOf(url, '203.0.113.1, 198.51.100.1'), 200)
    assert.equal(await statusOf(url, '203.0.113.2, 198.51.100.1'), 429)
    assert.equal(await statusOf(url, 'nonsense,,127.0.0.1, 198.51.100.1'), 429)
  })

  it('The limit ignores X-Forwarded-For from anyone but a trusted proxy', async t => {
    for (const trustProxy of [[], ['10.0.0.0/8']]) {
      const { url } = await startTestService(t, { settings: { rateLimitPerMinute: 1, trustProxy } })
      assert.equal(await statusOf(url, '198.51.100.1'), 200)
      assert.equal(await statusOf(url, '198.51.100.2'), 429)
    }
  })
})

describe('The limiter', () => {
  it('The limiter lets a burst pass, then an even rate per minute', () => {
    let nowMs = 0
    const limiter = createRateLimiter({ perMinute: 30, burst: 2 }, () => nowMs)
    assert.deepEqual([limiter.take('a'), limiter.take('a'), limiter.take('a')], [0, 0, 2])
    nowMs = 1001
    assert.equal(limiter.take('a'), 1)
    nowMs = 2000
    assert.deepEqual([limiter.take('a'), limiter.take('a')], [0, 2])
    nowMs = 200_000
    assert.deepEqual([limiter.take('a'), limiter.take('a'), limiter.take('a')], [0, 0, 2])
  })

  it('The limiter lets a whole burst pass at any moment', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1e9, noNaN: true }),
        fc.integer({ min: 1, max: 20 }),
        (nowMs, burst) => {
          const limiter = createRateLimiter({ perMinute: 7, burst }, () => nowMs)
          for (let count = 0; count < burst; count++) assert.equal(limiter.take('a'), 0)
          assert.notEqual(limiter.take('a'), 0)
        },
      ),
    )
  })

  it('The limiter never lets more pass than the rate and one burst', () => {
    const rate = { perMinute: 20, burst: 5 }
    fc.assert(
      fc.property(fc.array(fc.nat(40_000), { maxLength: 200 }), gapsMs => {
        let nowMs = 0
        const limiter = createRateLimiter(rate, () => nowMs)
        const passedMs = gapsMs.flatMap(gapMs => {
          nowMs += gapMs
          return limiter.take('a') === 0 ? [nowMs] : []
        })
        for (const [first, fromMs] of passedMs.entries())
          for (const [last, toMs] of passedMs.entries())
            if (last >= first) {
              const allowed = rate.burst + ((toMs - fromMs) * rate.perMinute) / 60_000
              assert.ok(last - first + 1 <= allowed + 1e-6)
            }
      }),
    )
  })

  it('The limiter counts each client separately', () => {
    const limiter = createRateLimiter({ perMinute: 1, burst: 1 }, () => 0)
    assert.deepEqual([limiter.take('a'), limiter.take('b'), limiter.take('a')], [0, 0, 60])
  })
})

async function statusOf(url: string, forwarded: string): Promise<number> {
  return (await ask(url, '/robots.txt', { headers: { 'x-forwarded-for': forwarded } })).status
}
