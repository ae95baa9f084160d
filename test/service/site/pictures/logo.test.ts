import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestApp } from '../../../kit/app.ts'
import { business, rows } from '../../../kit/rows.ts'
import { buildSnapshot } from '../../../kit/snapshot-builder.ts'

/** Larger than what moves to the serving thread, which every build must survive. */
const PICTURE = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(70_000, 7)])
const logo = `data:image/png;base64,${PICTURE.toString('base64')}`

describe('The logo', () => {
  it('The service serves the picture itself, for good under an address of its content, and pages show it beside the name', async t => {
    const { url, show } = await startTestApp(t)
    show(await buildSnapshot(t, rows(6), { ...business, site: { logo } }))
    const home = await (await fetch(url)).text()
    const [, path] = /<img class="logo" src="(\/logo\.[0-9a-f]{12}\.png)" alt=""><h1>/.exec(home)!
    for (const [address, caching] of [
      [path!, /immutable/],
      ['/logo.png', /max-age=300\b/],
    ] as const) {
      const served = await fetch(url + address)
      assert.deepEqual([served.status, served.headers.get('content-type')], [200, 'image/png'])
      assert.match(served.headers.get('cache-control')!, caching)
      assert.deepEqual(Buffer.from(await served.arrayBuffer()), PICTURE)
    }
    assert.ok(home.includes(`"logo":"https://reviews.example${path}"`))
    const list = await (await fetch(`${url}/reviews`)).text()
    assert.ok(list.includes(`<a class="brand" href="/"><img class="logo" src="${path}" alt="">`))
    const data = await (await fetch(`${url}/reviews.json`)).text()
    assert.ok(!data.includes('base64'))
  })

  it('An address of a picture elsewhere is for search engines only', async t => {
    const elsewhere = 'https://alvarez.example/logo.png'
    const { url, show } = await startTestApp(t)
    show(await buildSnapshot(t, rows(1), { ...business, site: { logo: elsewhere } }))
    const home = await (await fetch(url)).text()
    assert.ok(home.includes(`"logo":"${elsewhere}"`))
    assert.ok(!home.includes('<img class="logo"'))
    assert.equal((await fetch(`${url}/logo.png`)).status, 404)
  })
})
