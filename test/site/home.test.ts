import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { business, row, rows } from '../kit/rows.ts'
import { shareService } from '../kit/shared.ts'
import { ask } from '../kit/wire.ts'

const HOSTILE = `<script>alert(1)</script>"><img src=x onerror=alert(2)>&lt;'`

describe('the home page', () => {
  const shared = shareService({ rows: rows(60) })
  const readPage = async () => (await shared.client.get('/')).text

  it('names the business and its rating', async () => {
    const page = await readPage()
    assert.match(page, /<h1>Test &amp; Sons Plumbing<\/h1>/)
    assert.match(page, /<strong>3\.0<\/strong> of 5 stars from 60 verified reviews/)
  })

  it('shows the 50 newest reviews', async () => {
    const page = await readPage()
    assert.equal(page.match(/<article /g)!.length, 50)
    assert.ok(page.includes('Review number 59.'))
    assert.ok(!page.includes('Review number 9.'))
  })

  it('takes a real business for real', async () => {
    assert.doesNotMatch(await readPage(), /fictional|Demo/)
  })

  it('links only to addresses that answer', async () => {
    const links = linksOf(await readPage())
    assert.ok(links.length >= 12)
    for (const link of links) assert.equal((await fetch(new URL(link, shared.url))).status, 200, link)
  })

  it('runs nothing, and lets nothing come from elsewhere', async () => {
    const { headers, body } = await ask(shared.url, '/')
    const policy = headers['content-security-policy'] as string
    assert.match(policy, /default-src 'none'/)
    assert.match(policy, /base-uri 'none'/)
    assert.match(policy, /frame-ancestors 'self'/)
    assert.doesNotMatch(policy, /unsafe|https?:|\*|data:/)
    assert.doesNotMatch(body.toString(), /<script|<style|\son\w+=|\sstyle=|javascript:/i)
  })

  it('keeps that policy in every coding and for HEAD', async () => {
    const plain = (await ask(shared.url, '/')).headers['content-security-policy']
    const coded = await ask(shared.url, '/', { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } })
    assert.equal(coded.headers['content-encoding'], 'gzip')
    assert.equal(coded.headers['content-security-policy'], plain)
  })

  it('closes every element that it opens', async () => {
    const open: string[] = []
    for (const [, closing, name] of (await readPage()).matchAll(/<(\/?)([a-z]\w*)[^>]*>/g)) {
      if (['meta', 'link'].includes(name!)) continue
      if (closing) assert.equal(open.pop(), name)
      else open.push(name!)
    }
    assert.deepEqual(open, [])
  })
})

describe('the home page of hostile texts', () => {
  const shared = shareService({
    business: { ...business, name: HOSTILE, description: HOSTILE },
    rows: [
      row({
        author: HOSTILE,
        text: HOSTILE,
        language: 'en',
        owner_reply: { text: HOSTILE, date: '2026-03-15' },
      }),
    ],
  })

  it('shows them as text', async () => {
    const page = (await shared.client.get('/')).text
    assert.doesNotMatch(page, /<script|<img|&lt;'/)
    const escaped =
      '&lt;script&gt;alert(1)&lt;/script&gt;&quot;&gt;&lt;img src=x onerror=alert(2)&gt;&amp;lt;&#39;'
    assert.equal(page.split(escaped).length - 1, 6)
  })
})

describe('the home page of a business without reviews', () => {
  const shared = shareService()

  it('says that there are none yet', async () => {
    assert.match((await shared.client.get('/')).text, /No reviews yet/)
  })

  it('links only to addresses that answer', async () => {
    for (const link of linksOf((await shared.client.get('/')).text))
      assert.equal((await fetch(new URL(link, shared.url))).status, 200, link)
  })
})

describe('the home page of the demo', () => {
  const shared = shareService({ business: null })

  it('says that the business does not exist', async () => {
    const page = (await shared.client.get('/')).text
    assert.match(page, /role="note">Demo: this business is fictional/)
    assert.match(page, /<h1>Larkfield Heating &amp; Cooling<\/h1>/)
  })

  it('is not the only place that says so', async () => {
    assert.equal((await shared.client.get('/reviews.json')).json.business.fictional, true)
    assert.match((await shared.client.get('/llms.txt')).text, /fictional/)
    assert.match((await shared.client.get('/api/feed.json')).json.description, /fictional/)
    assert.ok(shared.service.log.some(({ msg }) => /demo business that does not exist/.test(msg)))
  })
})

const linksOf = (page: string) => [
  ...new Set([...page.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'))),
]
