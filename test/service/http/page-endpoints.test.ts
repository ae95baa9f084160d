import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { system } from '../../../src/model/system.ts'
import { ON_DEMAND_PAGES } from '../../../src/site/pages/on-demand-pages.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { startTestApp } from '../../kit/app.ts'
import { row, rows } from '../../kit/rows.ts'
import { until } from '../../kit/service.ts'
import { shareService } from '../../kit/shared.ts'
import { buildSnapshot } from '../../kit/snapshot-builder.ts'
import { ask } from '../../kit/wire.ts'

describe('A service that is starting', () => {
  it('A browser gets a page that reloads itself while the service starts, and a program gets an error', async t => {
    const { url, show } = await startTestApp(t)
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
    for (const path of ['/', '/reviews', '/reviews?rating=5', '/anything']) {
      const { status, headers, body } = await ask(url, path, { headers: { accept } })
      assert.equal(status, 503, path)
      assert.equal(headers['content-type'], 'text/html; charset=utf-8', path)
      assert.equal(headers['retry-after'], '1', path)
      assert.equal(headers['cache-control'], 'no-store', path)
      assert.match(body.toString(), /<meta http-equiv="refresh" content="\d+">/, path)
      assert.doesNotMatch(body.toString(), /<script|<link/, path)
    }
    for (const accept of [undefined, '*/*', 'application/json']) {
      const { status, headers, body } = await ask(url, '/', { headers: accept ? { accept } : {} })
      assert.deepEqual([status, headers['retry-after']], [503, '1'])
      assert.equal(
        JSON.parse(body.toString()).message,
        'The service is starting or stopping. Try again in a moment.',
      )
    }
    assert.equal((await ask(url, '/', { method: 'POST', headers: { accept } })).status, 503)
    show(await buildSnapshot(t, rows(3)))
    assert.equal((await ask(url, '/', { headers: { accept } })).status, 200)
  })
})

describe('A page as Markdown', () => {
  const shared = shareService({
    rows: [row({ source_id: 'gone', text: 'Forget me.' }), ...rows(3)],
  })
  const read = async (path: string, headers = {}) => {
    const { status, headers: given, body } = await ask(shared.url, path, { headers })
    return { status, type: given['content-type'], text: body.toString() }
  }
  const baseUrl = () => `http://localhost:${new URL(shared.url).port}`
  const MARKDOWN = 'text/markdown; charset=utf-8'

  it('A page as Markdown names the address of the page, with its filters', async () => {
    for (const [asked, named] of [
      ['/highlights.md', '/highlights'],
      ['/summary.md', '/highlights'],
      ['/faq.md', '/highlights'],
      ['/index.md', '/'],
      ['/reviews.md', '/reviews'],
      ['/reviews.md?rating=5', '/reviews?rating=5'],
      ['/reviews.md?utm_source=x&query=a%20%5Bb%5D&rating=', '/reviews?query=a+%5Bb%5D'],
    ] as [string, string][]) {
      const { status, type, text } = await read(asked)
      assert.deepEqual([status, type], [200, MARKDOWN], asked)
      assert.ok(text.includes(`This page for people: ${baseUrl()}${named}. `), asked)
    }
  })

  it('An invalid request for Markdown gets the reason in Markdown', async () => {
    const { status, type, text } = await read('/reviews.md?rating=9', { accept: 'text/html' })
    assert.deepEqual([status, type], [400, MARKDOWN])
    assert.match(text, /^- Stars must be a number from 1 to 5/m)
  })

  it('A removed review as Markdown says that it is not shown any more', async () => {
    const { reviews } = (await shared.client.get('/reviews.json')).json
    const { id } = reviews.find((one: { text: string }) => one.text === 'Forget me.')
    const store = await openStore(shared.service.folder.databaseUrl, system)
    await store.write(async writer => writer.withhold((await writer.find(id))!, 'spam'))
    await store.close()
    await until(async () => (await read(`/reviews/${id}`)).status === 410)
    const { status, type, text } = await read(`/reviews/${id}.md`, { accept: 'text/html' })
    assert.deepEqual([status, type], [410, MARKDOWN])
    assert.match(text, /^# This review has been removed$/m)
  })

  it('The page for frames and what is not a page do not exist as Markdown', async () => {
    for (const path of ['/embed/reviews.md', '/.md', '/nope.md', '/reviews.json.md', '/index/.md'])
      assert.equal((await read(path)).status, 404, path)
  })

  it('A page is rendered as Markdown once, until the page changes', async t => {
    let made = 0
    const markdown: typeof ON_DEMAND_PAGES.markdown = (...page) => {
      made++
      return ON_DEMAND_PAGES.markdown(...page)
    }
    const face = await startTestApp(t, { pages: { ...ON_DEMAND_PAGES, markdown } })
    face.show(await buildSnapshot(t, rows(3)))
    const { headers, body } = await ask(face.url, '/policy.md')
    await ask(face.url, '/policy.md', { method: 'HEAD' })
    await ask(face.url, '/policy.md', { headers: { 'if-none-match': headers.etag! } })
    assert.deepEqual((await ask(face.url, '/policy.md')).body, body)
    assert.equal(made, 1)
    face.show(await buildSnapshot(t, rows(4)))
    assert.notDeepEqual((await ask(face.url, '/policy.md')).body, body)
    assert.equal(made, 2)
  })
})

describe('The page for an unknown address', () => {
  const shared = shareService()

  it('The page for an unknown address has no canonical address and is not marked in the menu', async () => {
    const { status, body } = await ask(shared.url, '/nowhere', { headers: { accept: 'text/html' } })
    assert.equal(status, 404)
    assert.match(body.toString(), /<h1>Page not found<\/h1>/)
    assert.doesNotMatch(body.toString(), /aria-current|rel="canonical"|og:url|text\/markdown/)
  })
})
