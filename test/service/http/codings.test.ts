import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { rows } from '../../kit/rows.ts'
import { shareService } from '../../kit/shared.ts'
import { ask } from '../../kit/wire.ts'
import { DATA, STREAMED } from './endpoints.ts'

const decoders = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync }
const codings = Object.keys(decoders) as (keyof typeof decoders)[]

const SMALL = '/api/reviews/search?rating=5&limit=1&query=nothing'
const TOO_SHORT = ['/robots.txt', '/log/checkpoint', '/log/key', '/api/log/proof?from=0']
const WORTH_IT = DATA.filter(({ path }) => !TOO_SHORT.includes(path))

describe('Content codings', () => {
  const shared = shareService({ rows: rows(60) })
  const accept = (path: string, header: string) =>
    ask(shared.url, path, { headers: { 'accept-encoding': header } })

  for (const { path } of WORTH_IT)
    for (const coding of codings)
      it(`The ${coding} coding of ${path} decodes to the uncompressed bytes`, async () => {
        const plain = await ask(shared.url, path)
        const { headers, body } = await accept(path, coding)
        assert.equal(headers['content-encoding'], coding)
        const isStreamed = STREAMED.some(one => one.path === path)
        assert.equal(headers['content-length'], isStreamed ? undefined : String(body.length))
        assert.ok(body.length < plain.body.length)
        assert.deepEqual(decoders[coding](body), plain.body)
      })

  for (const path of [
    '/reviews.json',
    '/api/reviews/search?limit=100',
    '/api/reviews/since/2020-01-01',
  ])
    describe(path, () => {
      const chosen = async (header: string) =>
        (await accept(path, header)).headers['content-encoding']

      it(`The resource at ${path} is uncompressed for a client that names no coding`, async () => {
        assert.equal((await ask(shared.url, path)).headers['content-encoding'], undefined)
        assert.equal(await chosen(''), undefined)
        assert.equal(await chosen('identity'), undefined)
      })

      it(`The resource at ${path} has an ETag of its own in each coding`, async () => {
        const responses = await Promise.all(
          ['identity', ...codings].map(coding => accept(path, coding)),
        )
        assert.equal(new Set(responses.map(({ headers }) => headers.etag)).size, 4)
        assert.ok(responses.every(({ headers }) => headers.vary === 'Accept-Encoding'))
      })

      it(`The resource at ${path} comes in the smallest of the codings that the client prefers equally`, async () => {
        assert.equal(await chosen('gzip, deflate, br, zstd'), 'br')
        assert.equal(await chosen('gzip, zstd'), 'zstd')
        assert.equal(await chosen('*'), 'br')
        assert.equal(await chosen('GZIP'), 'gzip')
        assert.equal(await chosen('x-gzip'), 'gzip')
      })

      it(`The resource at ${path} comes in the coding with the highest weight`, async () => {
        assert.equal(await chosen('br;q=0.5, gzip;q=0.9, zstd;q=0.1'), 'gzip')
        assert.equal(await chosen('br;q=0.2,zstd; q=0.3'), 'zstd')
        assert.equal(await chosen('*;q=0.1, gzip;q=0.2'), 'gzip')
        assert.equal(await chosen('identity;q=1, gzip;q=0.5'), undefined)
      })

      it(`The resource at ${path} never comes in a coding with weight 0`, async () => {
        assert.equal(await chosen('br;q=0, gzip'), 'gzip')
        assert.equal(await chosen('*, br;q=0, zstd;q=0.000'), 'gzip')
        assert.equal(await chosen('gzip;q=0'), undefined)
        assert.equal(await chosen('br;q=0, zstd;q=0, gzip;q=0'), undefined)
      })

      it(`The resource at ${path} is uncompressed for a client that knows only other codings`, async () => {
        for (const header of [
          'deflate',
          'compress, foo;q=1',
          'dcb, dcz',
          ',,;;=',
          'gzip;q=nonsense',
        ])
          assert.equal(await chosen(header), undefined, header)
      })

      it(`The resource at ${path} is compressed for a client that rejects identity`, async () => {
        assert.equal(await chosen('gzip, identity;q=0'), 'gzip')
        assert.equal(await chosen('*;q=0, zstd'), 'zstd')
      })

      it(`The resource at ${path} returns 406 to a client that accepts nothing available`, async () => {
        for (const header of ['identity;q=0', '*;q=0', 'deflate, identity;q=0', 'deflate, *;q=0']) {
          const { status, headers, body } = await accept(path, header)
          assert.equal(status, 406, header)
          assert.equal(headers['content-type'], 'application/json')
          assert.equal(JSON.parse(body.toString()).error, 'not_acceptable')
        }
      })
    })

  it('A small response is uncompressed, unless the client rejects identity', async () => {
    const plain = await accept(SMALL, 'gzip')
    assert.equal(plain.headers['content-encoding'], undefined)
    const coded = await accept(SMALL, 'gzip, identity;q=0')
    assert.equal(coded.headers['content-encoding'], 'gzip')
    assert.deepEqual(gunzipSync(coded.body), plain.body)
  })

  it('An error is uncompressed, whatever the client accepts', async () => {
    const { status, headers, body } = await accept('/nope', 'br, identity;q=0')
    assert.equal(status, 404)
    assert.equal(headers['content-encoding'], undefined)
    assert.equal(JSON.parse(body.toString()).error, 'not_found')
  })
})
