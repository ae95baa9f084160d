import assert from 'node:assert/strict'
import { it } from 'node:test'
import { rows } from '../../kit/rows.ts'
import { startTestService } from '../../kit/service.ts'

it('A client that asks for many share images at once gets 429 for most, and another gets its own', async t => {
  const { url } = await startTestService(t, {
    rows: rows(50),
    settings: { rateLimitPerMinute: 600, trustProxy: ['127.0.0.1'] },
  })
  const { reviews } = (await (await fetch(`${url}/reviews.json`)).json()) as {
    reviews: { id: string }[]
  }
  const draw = (id: string, client: string) =>
    fetch(`${url}/og/reviews/${id}.png`, { headers: { 'x-forwarded-for': client } })
  const many = reviews.slice(1).map(({ id }) => draw(id, '192.0.2.1'))
  const other = await draw(reviews[0]!.id, '192.0.2.2')
  assert.deepEqual([other.status, other.headers.get('content-type')], [200, 'image/png'])
  const responses = await Promise.all(many)
  const rejected = responses.filter(({ status }) => status === 429)
  assert.ok(rejected.length >= 10, `${rejected.length}`)
  for (const { headers } of rejected) assert.ok(Number(headers.get('retry-after')) > 0)
  assert.ok(responses.some(({ status }) => status === 200))
  assert.ok(responses.every(({ status }) => status === 200 || status === 429))
})
