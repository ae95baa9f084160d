import assert from 'node:assert/strict'
import type { IncomingHttpHeaders } from 'node:http'
import { describe, it } from 'node:test'
import { rows } from '../kit/rows.ts'
import { shareService } from '../kit/shared.ts'
import { ask } from '../kit/wire.ts'
import { ALL } from './endpoints.ts'

const ALLOWED = 'GET, HEAD, OPTIONS'

describe('methods', () => {
  const shared = shareService({ rows: rows(5) })

  for (const { path } of [...ALL, { path: '/nope' }, { path: '/api/reviews/search?rating=9' }])
    it(`answers HEAD ${path} with the headers of GET and no body`, async () => {
      const got = await ask(shared.url, path)
      const head = await ask(shared.url, path, { method: 'HEAD' })
      assert.equal(head.status, got.status)
      assert.equal(head.body.length, 0)
      assert.deepEqual(lasting(head.headers), lasting(got.headers))
    })

  it('answers HEAD with the headers of the coding that GET would send', async () => {
    for (const path of ['/reviews.json', '/api/reviews/since/2020-01-01']) {
      const headers = { 'accept-encoding': 'br' }
      const got = await ask(shared.url, path, { headers })
      const head = await ask(shared.url, path, { method: 'HEAD', headers })
      assert.equal(got.headers['content-encoding'], 'br')
      assert.deepEqual(lasting(head.headers), lasting(got.headers))
    }
  })

  for (const { path } of ALL)
    it(`tells a browser before it asks that it may read ${path}`, async () => {
      const { status, headers, body } = await ask(shared.url, path, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://elsewhere.example',
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'if-none-match',
        },
      })
      assert.equal(status, 204)
      assert.equal(body.length, 0)
      assert.equal(headers.allow, ALLOWED)
      assert.equal(headers['access-control-allow-origin'], '*')
      assert.equal(headers['access-control-allow-methods'], ALLOWED)
      assert.match(headers['access-control-allow-headers']!, /If-None-Match/)
      assert.ok(Number(headers['access-control-max-age']) > 0)
    })

  for (const { path } of ALL)
    it(`refuses to change ${path}`, async () => {
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
        const answer = await shared.client.request(path, { method })
        assert.equal(answer.status, 405, method)
        assert.equal(answer.headers.get('allow'), ALLOWED)
        assert.equal(answer.json.error, 'method_not_allowed')
        assert.equal(answer.headers.get('access-control-allow-origin'), '*')
      }
    })

  it('refuses a body of some megabytes without reading it into memory', async () => {
    const answer = await shared.client.request('/reviews.json', {
      method: 'POST',
      body: new Uint8Array(4_000_000),
    })
    assert.equal(answer.status, 405)
  })
})

/** What is the same each time. */
function lasting(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { date, 'x-request-id': requestId, ...rest } = headers
  assert.ok(requestId)
  return rest
}
