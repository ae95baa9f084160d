import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import type { OEmbed } from '../../../../../src/model/oembed.ts'
import { oembedLink } from '../../../../../src/site/parts/page-frame.ts'
import { borrowPage } from '../../../../kit/borrow-page.ts'
import { shareBrowser } from '../../../../kit/browser.ts'
import { row, rows } from '../../../../kit/rows.ts'
import { shareService } from '../../../../kit/shared.ts'
import { startTestWebServer } from '../../../../kit/web-server.ts'

const HOSTILE = `<script>alert(1)</script>"><img src=x onerror=alert(2)>`
const LONG = 'Rosa came on a Sunday and stayed until it was warm again. '.repeat(20)

describe('the pages for frames', () => {
  const shared = shareService({
    rows: [
      row({ source_id: 'h', author: HOSTILE, text: HOSTILE, date: '2026-05-05', language: 'de' }),
      row({ source_id: 'l', text: LONG, date: '2026-05-04' }),
      row({ source_id: 'n', text: null, date: '2026-05-03', date_precision: 'week' }),
      ...rows(20),
    ],
  })
  const chromium = shareBrowser()
  const idOf = async (place: number): Promise<string> =>
    (await shared.client.get('/reviews.json')).json.reviews[place].id

  /** As a site does that knows oEmbed. */
  async function embed(t: TestContext, path: string): Promise<{ page: Page; faults: string[] }> {
    const answer = await fetch(`${shared.url}/oembed?url=${encodeURIComponent(shared.url + path)}`)
    const { html } = (await answer.json()) as OEmbed
    const side = await startTestWebServer(t, (_, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      outgoing.end(`<!doctype html><title>Host</title>${html}`)
    })
    const page = await borrowPage(t, chromium.browser)
    const faults: string[] = []
    page.on('console', message => message.type() === 'error' && faults.push(message.text()))
    page.on('pageerror', error => faults.push(error.message))
    await page.goto(side.url)
    return { page, faults }
  }

  it('The frame shows the rating and the newest reviews in a frame on another site', async t => {
    const { page, faults } = await embed(t, '/')
    const frame = page.frameLocator('iframe')
    const text = await frame.locator('main').innerText()
    assert.match(text, /^Reviews about Test & Sons Plumbing$/m)
    assert.match(text, /^3\.3\s+23 reviews$/m)
    assert.match(text, /^The newest 3 of 23 reviews\s+Read more$/m)
    assert.match(text, /Rated without a comment\./)
    assert.match(text, /week of May 3, 2026 · The business says it was posted on Google/)
    assert.equal(await frame.locator('article').count(), 3)
    assert.ok(text.includes(HOSTILE))
    assert.equal(await frame.getByRole('img', { name: '3.3 of 5 stars', exact: true }).count(), 1)
    assert.deepEqual(
      faults.filter(fault => !fault.includes('404')),
      [],
    )
  })

  it('The frames fit into the size that oEmbed asks for, with their own styles', async t => {
    for (const path of ['/', `/reviews/${await idOf(1)}`]) {
      const { page } = await embed(t, path)
      const body = page.frameLocator('iframe').locator('html')
      await body.locator('article').first().waitFor()
      const [content, room, color] = (await body.evaluate(
        '(root => [root.scrollHeight, root.clientHeight, getComputedStyle(root.querySelector(".on")).fill])(document.documentElement)',
      )) as [number, number, string]
      assert.ok(content <= room, `${path}: ${content} of ${room}`)
      assert.equal(color, 'rgb(11, 110, 105)')
    }
  })

  it('The frames link to the site itself, outside the frame', async t => {
    const { page } = await embed(t, `/reviews/${await idOf(0)}`)
    const frame = page.frameLocator('iframe')
    for (const link of await frame.locator('a').all())
      assert.equal(await link.getAttribute('target'), '_top')
    await frame.getByRole('link').first().click()
    await page.waitForURL(`${shared.url}/reviews/${await idOf(0)}`)
  })

  it('The frames have no script and are the only ones that may be framed', async () => {
    for (const path of ['/embed/reviews', `/embed/${await idOf(0)}`]) {
      const { headers, text } = await shared.client.get(path)
      const policy = headers.get('content-security-policy')!
      assert.match(policy, /^default-src 'none'; style-src 'self'; /)
      assert.match(policy, /frame-ancestors \*$/)
      assert.match(text, /<meta name="robots" content="noindex">/)
      assert.doesNotMatch(text, /<script|<style|<[^>]*\s(?:on\w+|style)=/)
    }
    for (const path of ['/', '/policy', '/embed', '/reviews', `/reviews/${await idOf(0)}`])
      assert.match(
        (await shared.client.get(path)).headers.get('content-security-policy')!,
        /frame-ancestors 'self'/,
      )
  })

  it('A review that never existed has no frame', async () => {
    const { status, json } = await shared.client.get('/embed/01KKMT9200Z88TWY7HK8WBY3NF')
    assert.deepEqual([status, json.error], [404, 'not_found'])
  })

  it('A link in the head of a page leads to its embed', async () => {
    const link = String(oembedLink(shared.url, '/reviews?query="a&b"'))
    const [, href] =
      /^<link rel="alternate" type="application\/json\+oembed" href="([^"]+)">$/.exec(link)!
    const { status, json } = await shared.client.get(
      href!.slice(shared.url.length).replaceAll('&amp;', '&'),
    )
    assert.deepEqual([status, json.type], [200, 'rich'])
  })
})

describe('the page for frames of a business without reviews', () => {
  const shared = shareService()

  it('The frame of a business without reviews says that there are none yet', async () => {
    assert.match((await shared.client.get('/embed/reviews')).text, /No reviews yet\./)
  })
})
