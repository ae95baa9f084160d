import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { shareDemo } from '../../../kit/shared.ts'
import { ask } from '../../../kit/wire.ts'

describe('old addresses', () => {
  const shared = shareDemo()
  const moved = async (path: string, options: Parameters<typeof ask>[2] = {}) => {
    const { status, headers } = await ask(shared.url, path, options)
    return [status, headers.location]
  }

  it('Old addresses of the summary, the FAQ and the lists of topics and aspects lead to the highlights', async () => {
    for (const path of ['/summary', '/faq', '/topics', '/aspects', '/%66aq'])
      assert.deepEqual(await moved(path), [301, '/highlights'], path)
    for (const path of ['/topics.md', '/aspects.md'])
      assert.deepEqual(await moved(path), [301, '/highlights.md'], path)
    assert.deepEqual(await moved('/faq', { method: 'HEAD' }), [301, '/highlights'])
  })

  it('The old address of a topic leads to its reviews', async () => {
    const { topics } = (await shared.client.get('/insights.json')).json
    assert.ok(topics.length > 0)
    for (const { id, mention_count } of topics) {
      const [status, location] = await moved(`/topics/${encodeURIComponent(id)}`)
      assert.equal(status, 301)
      const { text } = await shared.client.get(String(location))
      assert.match(text, new RegExp(`id="count" role="status">${mention_count} `), id)
    }
    assert.deepEqual(await moved('/topics/no_charge.md'), [301, '/reviews.md?topic=no_charge'])
    assert.equal((await ask(shared.url, '/reviews.md?topic=no_charge')).status, 200)
  })

  it('The address of a topic that there never was is not found', async () => {
    for (const path of [
      '/topics/nothing',
      '/topics/',
      '/topics/__proto__',
      '/summary/x',
      '/highlights/x',
    ])
      assert.deepEqual(await moved(path), [404, undefined], path)
  })

  it('An old address accepts no other methods than a page does', async () => {
    assert.equal((await ask(shared.url, '/faq', { method: 'POST' })).status, 405)
    assert.equal((await ask(shared.url, '/topics/no_charge', { method: 'DELETE' })).status, 405)
  })

  it('A client that prefers Markdown gets summary and FAQ at their old addresses', async () => {
    for (const path of ['/summary', '/faq']) {
      const markdown = await ask(shared.url, `${path}.md`)
      for (const accept of ['text/markdown', 'text/markdown, text/html;q=0.8, */*;q=0.1']) {
        const { status, headers, body } = await ask(shared.url, path, { headers: { accept } })
        assert.equal(status, 200, accept)
        assert.equal(headers['content-type'], 'text/markdown; charset=utf-8')
        assert.equal(headers['content-location'], `${path}.md`)
        assert.match(String(headers.vary), /\bAccept\b(?!-)/)
        assert.deepEqual(body, markdown.body)
      }
    }
  })

  it('A browser and a client without a preference are sent to the highlights, and caches keep them apart', async () => {
    for (const accept of [
      'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      '*/*',
      'text/html, text/markdown;q=0.5',
      'text/markdown;q=0',
    ]) {
      const { status, headers } = await ask(shared.url, '/summary', { headers: { accept } })
      assert.deepEqual(
        [status, headers.location, headers.vary],
        [301, '/highlights', 'Accept'],
        accept,
      )
    }
  })

  it('The sitemap and llms.txt list no old address, and everything that they list exists', async () => {
    const sitemap = (await ask(shared.url, '/sitemap-pages.xml')).body.toString()
    const llms = (await ask(shared.url, '/llms.txt')).body.toString()
    const listed = [
      ...sitemap.matchAll(/<loc>http:\/\/[^/]+(\/[^<]*)<\/loc>/g),
      ...llms.matchAll(/\]\(http:\/\/[^/]+(\/[^)]*\.md)\)/g),
    ].map(([, path]) => path!)
    assert.ok(listed.includes('/highlights') && listed.includes('/aspects/pricing'))
    for (const path of listed) assert.equal((await ask(shared.url, path)).status, 200, path)
    assert.ok(!listed.some(path => /^\/(?:topics|aspects(?:\.md)?$|faq$|summary$)/.test(path)))
  })
})
