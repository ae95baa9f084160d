import assert from 'node:assert/strict'
import type { IncomingHttpHeaders } from 'node:http'
import { describe, it } from 'node:test'
import { rows } from '../../kit/rows.ts'
import { shareService } from '../../kit/shared.ts'
import { ask } from '../../kit/wire.ts'
import { ALL } from './endpoints.ts'

const ALLOWED = 'GET, HEAD, OPTIONS'

describe('HTTP methods', () => {
  const shared = shareService({ rows: rows(5) })

  for (const { path } of [...ALL, { path: '/nope' }, { path: '/api/reviews/search?rating=9' }])
    it(`HEAD ${path} returns the headers of GET and no body`, async () => {
      const got = await ask(shared.url, path)
      const head = await ask(shared.url, path, { method: 'HEAD' })
      assert.equal(head.status, got.status)
      assert.equal(head.body.length, 0)
      assert.deepEqual(withoutVolatile(head.headers), withoutVolatile(got.headers))
    })

  it('HEAD returns the headers of the coding that GET would send', async () => {
    for (const path of ['/reviews.json', '/api/reviews/since/2020-01-01']) {
      const headers = { 'accept-encoding': 'br' }
      const got = await ask(shared.url, path, { headers })
      const head = await ask(shared.url, path, { method: 'HEAD', headers })
      assert.equal(got.headers['content-encoding'], 'br')
      assert.deepEqual(withoutVolatile(head.headers), withoutVolatile(got.headers))
    }
  })

  for (const { path } of ALL)
    it(`The preflight of ${path} lets a browser read it`, async () => {
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
    it(`The resource at ${path} rejects methods that write`, async () => {
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
        const response = await shared.client.request(path, { method })
        assert.equal(response.status, 405, method)
        assert.equal(response.headers.get('allow'), ALLOWED)
        assert.equal(response.json.error, 'method_not_allowed')
        assert.equal(response.headers.get('access-control-allow-origin'), '*')
      }
    })

  it('A body of several megabytes is rejected without being read into memory', async () => {
    const response = await shared.client.request('/reviews.json', {
      method: 'POST',
      body: new Uint8Array(4_000_000),
    })
    assert.equal(response.status, 405)
  })
})

/** Without what differs in every response. */
function withoutVolatile(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  // A response without a body needs no way to tell where that ends.
  const { date, 'x-request-id': requestId, 'transfer-encoding': _, ...rest } = headers
  assert.ok(requestId)
  return rest
}
