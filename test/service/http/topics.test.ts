import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rows } from '../../kit/rows.ts'
import { shareService } from '../../kit/shared.ts'
import { ask } from '../../kit/wire.ts'
import { ALL, TOPICS } from './endpoints.ts'

const BASE_URL = 'https://reviews.example.net'

describe('WebSub topics', () => {
  const shared = shareService({ rows: rows(5), settings: { baseUrl: BASE_URL } })

  for (const { path, type } of TOPICS) {
    const link = `<${BASE_URL}/api/websub/hub>; rel="hub", <${BASE_URL}${path}>; rel="self"`

    it(`The topic ${path} names its hub and itself`, async () => {
      assert.equal((await ask(shared.url, path)).headers.link, link)
    })

    it(`The topic ${path} names its hub and itself to HEAD, too`, async () => {
      assert.equal((await ask(shared.url, path, { method: 'HEAD' })).headers.link, link)
    })

    it(`The topic ${path} names its hub and itself in every coding`, async () => {
      for (const coding of ['br', 'zstd', 'gzip']) {
        const { headers } = await ask(shared.url, path, { headers: { 'accept-encoding': coding } })
        assert.equal(headers['content-encoding'], coding)
        assert.equal(headers.link, link)
      }
    })

    it(`The topic ${path} names its hub and itself in a 304`, async () => {
      const { status, headers } = await ask(shared.url, path, { headers: { 'if-none-match': '*' } })
      assert.equal(status, 304)
      assert.equal(headers.link, link)
    })

    it(`The topic ${path} names itself without the query of the request`, async () => {
      assert.equal((await ask(shared.url, `${path}?x=1`)).headers.link, link)
    })

    it(`The topic ${path} is ${type} whatever the client accepts`, async () => {
      const accepts = [
        '*/*',
        'text/html',
        'application/feed+json',
        'application/atom+xml',
        'image/png;q=1',
        ';;',
      ]
      for (const accept of accepts) {
        const { status, headers } = await ask(shared.url, path, { headers: { accept } })
        assert.equal(status, 200, accept)
        assert.equal(headers['content-type'], type, accept)
      }
    })
  }

  it('Topics are the only addresses with a hub', async () => {
    const topics = TOPICS.map(({ path }) => path)
    for (const { path } of ALL.filter(one => !topics.includes(one.path)))
      assert.doesNotMatch(String((await ask(shared.url, path)).headers.link), /rel="hub"/, path)
  })
})
