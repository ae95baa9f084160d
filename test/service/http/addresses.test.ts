import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rows } from '../../kit/rows.ts'
import { shareService } from '../../kit/shared.ts'
import { ask } from '../../kit/wire.ts'

const NOWHERE = [
  '/nope',
  '/review',
  '/reviews.json/',
  '//reviews.json',
  '/REVIEWS.JSON',
  '/reviews.json%00',
  '/%2freviews.json',
  '/%2573ummary',
  '/technicians%2Frosa-m%C3%A9ndez',
  '/technicians/rosa-m%C3ndez',
  '/%ff.md',
  '/%ff',
  '/%00',
  '/%',
  '/api',
  '/api/',
  '/api/reviews/',
  '/api/reviews/search/',
  '/api/reviews//search',
  '/api/reviews/since',
  '/api/reviews/since/',
  '/api/reviews/since/2026-01-01/',
  '/api/reviews/since/2026-01-01/more',
  '/feed.xml/',
  '/__proto__',
  '/constructor',
  `/${'a'.repeat(8000)}`,
]

describe('Addresses', () => {
  const shared = shareService({ rows: rows(5) })

  for (const path of NOWHERE)
    it(`There is nothing at ${path.slice(0, 40)}`, async () => {
      const { status, headers, body } = await ask(shared.url, path)
      assert.equal(status, 404)
      assert.equal(headers['content-type'], 'application/json')
      const json = JSON.parse(body.toString())
      assert.equal(json.error, 'not_found')
      assert.deepEqual(Object.keys(json), ['error', 'message'])
    })

  it('An address that does not exist returns 404 to every method', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])
      assert.equal((await ask(shared.url, '/nope', { method })).status, 404, method)
  })

  it('An address with percent-encoded characters leads to the same document', async () => {
    const plain = await ask(shared.url, '/reviews.json')
    const encoded = await ask(shared.url, '/reviews%2Ejson')
    assert.deepEqual(encoded.body, plain.body)
    assert.equal(encoded.headers.etag, plain.headers.etag)
    const head = await ask(shared.url, '/reviews%2Ejson', { method: 'HEAD' })
    assert.equal(head.headers.etag, plain.headers.etag)
    assert.equal(head.headers['content-length'], plain.headers['content-length'])
    assert.equal((await ask(shared.url, '/api/reviews/since/2026%2D01%2D01')).status, 200)
  })

  it('An escape means the same in upper and lower case, and the same as the unescaped character', async () => {
    const plain = await ask(shared.url, '/technicians/rosa-m%C3%A9ndez')
    for (const path of [
      '/technicians/rosa-m%c3%a9ndez',
      '/technicians/%72osa%2dm%C3%a9ndez',
      '/%74echnicians/rosa-m%C3%A9ndez',
      'http://elsewhere.example/technicians/rosa-m%c3%a9ndez',
    ]) {
      const { status, body } = await ask(shared.url, path)
      assert.equal(status, 200, path)
      assert.deepEqual(body, plain.body, path)
    }
    const markdown = await ask(shared.url, '/technicians/rosa-m%C3%A9ndez.md')
    assert.match(markdown.body.toString(), /^# Rosa Méndez/m)
    for (const path of ['/technicians/rosa-m%c3%a9ndez.md', '/technicians/%72osa-m%C3%A9ndez%2emd'])
      assert.deepEqual((await ask(shared.url, path)).body, markdown.body, path)
    for (const path of ['/highlights', '/%68ighlights', '/highlights.md', '/%73ummary.md'])
      assert.equal((await ask(shared.url, path)).status, 200, path)
  })

  it('A document ignores any query string', async () => {
    const plain = await ask(shared.url, '/reviews.json')
    for (const query of ['?x=1', '?', '?%ff', '?limit=zero', '?a=b&a=c'])
      assert.deepEqual((await ask(shared.url, `/reviews.json${query}`)).body, plain.body, query)
  })
})
