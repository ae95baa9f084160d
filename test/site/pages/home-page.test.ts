import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Insights } from '../../../src/model/insights.ts'
import { business, row, rows } from '../../kit/rows.ts'
import { shareService } from '../../kit/shared.ts'
import { ask } from '../../kit/wire.ts'

const HOSTILE = `<script>alert(1)</script>"><img src=x onerror=alert(2)>&lt;'`

const TEXTS = [
  'Rosa was on time and very polite. The price was fair.',
  'Bobby unclogged the drain in Old Town, but it was expensive and he came late.',
  'The water heater works again. Great communication from Rosa.',
]

describe('the home page', () => {
  const shared = shareService({
    rows: rows(60, number => ({ text: TEXTS[number % 3], rating: number % 3 === 1 ? 2 : 5 })),
  })
  const readPage = async () => (await shared.client.get('/')).text

  it('The home page names the business, its rating to one decimal, the number of reviews and the newest', async () => {
    const page = await readPage()
    assert.match(page, /<h1>Test &amp; Sons Plumbing<\/h1>/)
    assert.match(page, /<strong data-markdown="skip">4\.0<\/strong>/)
    assert.match(page, />60 verified reviews<\/a>, most recent <time datetime="2020-02-29">29 Feb 2020</)
  })

  it('The home page says at a glance what is praised and criticized, recent ratings, ratings by source, and whether critics get replies', async () => {
    const page = await readPage()
    assert.match(
      page,
      /<li>Praised most: <a href="\/aspects\/\w+">.+?<a href="\/reviews\?aspect=\w+&amp;sentiment=positive">/,
    )
    assert.match(
      page,
      /<li>Criticized most: <a href="\/aspects\/\w+">.+?<a href="\/reviews\?aspect=\w+&amp;sentiment=negative">/,
    )
    assert.match(
      page,
      /<li>The business replied to none of <a href="\/reviews\?max_rating=2">20 reviews with 1 or 2 stars<\/a><\/li>/,
    )
    assert.match(page, /No reviews have been removed\. <a href="\/policy#check">Verify this<\/a>/)
    assert.match(page, /Verified: 60 by the platform they were written on\./)
  })

  it('The home page shows the distribution as bars that link to exactly those reviews', async () => {
    const page = await readPage()
    assert.match(
      page,
      /<a href="\/reviews\?rating=5"><span>5 <span aria-hidden="true">★<\/span><span class="hidden">stars, <\/span><\/span>.+>40<span class="hidden"> reviews<\/span><\/span><span class="hidden">,<\/span> <span class="number percent">67%</,
    )
    assert.match(
      page,
      /<a href="\/reviews\?rating=1"><span>1 <span aria-hidden="true">★<\/span><span class="hidden">star, <\/span><\/span>.+>0<span class="hidden"> reviews<\/span><\/span><span class="hidden">,<\/span> <span class="number percent">0%</,
    )
    assert.match(page, /<rect class="share" x="0\.0%" width="66\.7%"/)
  })

  it('The home page shows each aspect with its mentions, the positive share and at most one quote per side', async () => {
    const page = await readPage()
    const { aspects } = (await shared.client.get('/insights.json')).json as Insights
    const mentioned = aspects.filter(({ mention_count }) => mention_count > 0)
    assert.ok(mentioned.length >= 3 && mentioned.length < aspects.length)
    assert.equal(page.match(/<h3><a href="\/aspects\//g)?.length, mentioned.length)
    for (const { id, label, mention_count, positive_pct } of mentioned) {
      const item = page.split(`<h3><a href="/aspects/${id}">${label}</a></h3>`)[1]!.split('\n</li>')[0]!
      const share = `<a href="/reviews?aspect=${id}">${mention_count} reviews mention this</a>; ${Math.round(positive_pct)}% are positive`
      assert.ok(item.includes(share), label)
      const sides = [...item.matchAll(/<figcaption><span class="key (good|bad)">/g)].map(([, side]) => side)
      assert.deepEqual(sides, [...new Set(sides)], label)
    }
  })

  it('The home page charts reviews and rating by month, with axes, and repeats them in a table', async () => {
    const page = await readPage()
    assert.match(page, /<text x="0" y="24\.0" dy="-4">5<\/text>/)
    assert.match(page, /<title>Jan 2020: 31 reviews<\/title>/)
    assert.match(
      page,
      /<th scope="row">Feb 2020<\/th><td><a href="\/reviews\?since=2020-02-01&amp;until=2020-02-29" aria-label="29 reviews">29<\/a><\/td><td>4\.0<\/td>/,
    )
  })

  it('The home page summarizes the reviews, and each sentence links to reviews behind it', async () => {
    const page = await readPage()
    const { summary_claims } = (await shared.client.get('/insights.json')).json
    const [{ text, review_ids }] = summary_claims
    const sentence = page.split(text.replaceAll('&', '&amp;').replaceAll("'", '&#39;'))[1]!
    assert.ok(
      sentence.startsWith(`<sup class="sources"><a href="/reviews/${review_ids[0]}"`),
      sentence.slice(0, 80),
    )
  })

  it('The home page shows the six newest reviews and links to all', async () => {
    const page = await readPage()
    assert.equal(page.match(/<article /g)!.length, 6)
    assert.match(page, /<a class="button" href="\/reviews">All 60 reviews<\/a>/)
  })

  it('The home page says how many reviews were ever published', async () => {
    assert.match(await readPage(), /60 reviews were ever published here; 60 are shown\./)
  })

  it('The home page of a real business never calls it fictional', async () => {
    assert.doesNotMatch(await readPage(), /fictional|Demo/)
  })

  it('The home page runs no inline script and loads nothing from elsewhere', async () => {
    const { headers, body } = await ask(shared.url, '/')
    const policy = headers['content-security-policy'] as string
    assert.match(policy, /default-src 'none'/)
    assert.match(policy, /base-uri 'none'/)
    assert.match(policy, /frame-ancestors 'self'/)
    assert.doesNotMatch(policy, /unsafe|https?:|\*|data:/)
    assert.doesNotMatch(
      body.toString().replaceAll(/<script type="application\/ld\+json">/g, ''),
      /<script|<style|\son\w+=|\sstyle=|javascript:/i,
    )
  })

  it('The home page keeps its policy in every coding and for HEAD', async () => {
    const plain = (await ask(shared.url, '/')).headers['content-security-policy']
    const coded = await ask(shared.url, '/', { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } })
    assert.equal(coded.headers['content-encoding'], 'gzip')
    assert.equal(coded.headers['content-security-policy'], plain)
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

  it('The home page shows hostile texts as text', async () => {
    const page = (await shared.client.get('/')).text
    assert.doesNotMatch(page.replaceAll('<script type="application/ld+json">', ''), /<script|<img|&lt;'/)
    const escaped =
      '&lt;script&gt;alert(1)&lt;/script&gt;&quot;&gt;&lt;img src=x onerror=alert(2)&gt;&amp;lt;&#39;'
    assert.ok(page.split(escaped).length > 8)
  })
})

describe('pictures of reviewers', () => {
  const withPicture = [row({ author_avatar_url: 'https://pictures.example/ada.jpg' })]

  describe('unless the owner wants them', () => {
    const shared = shareService({ rows: withPicture })

    it("Reviewers' pictures are not loaded from other sites by default: initials replace them", async () => {
      const page = (await shared.client.get('/')).text
      assert.doesNotMatch(page, /pictures\.example|<img/)
      assert.match(page, /<span class="avatar" aria-hidden="true">AM<\/span>/)
    })
  })

  describe('where the owner wants them', () => {
    const shared = shareService({
      business: { ...business, site: { show_avatars: true } },
      rows: withPicture,
    })

    it("Reviewers' pictures are shown where the owner wants them, and nothing else may load from other sites", async () => {
      const { headers, body } = await ask(shared.url, '/')
      assert.match(body.toString(), /<img class="avatar" src="https:\/\/pictures\.example\/ada\.jpg" alt=""/)
      const policy = headers['content-security-policy'] as string
      assert.match(policy, /img-src 'self' https:;/)
      assert.equal(policy.match(/https:/g)!.length, 1)
    })
  })
})

describe('the home page of a business without reviews', () => {
  const shared = shareService()

  it('The home page of a business without reviews says that there are none yet', async () => {
    assert.match((await shared.client.get('/')).text, /No reviews yet/)
  })
})

describe('the home page of the demo', () => {
  const shared = shareService({ business: null })

  it('The home page of the demo says that the business does not exist', async () => {
    const page = (await shared.client.get('/')).text
    assert.match(page, /role="note">Demo: this business is fictional/)
    assert.match(page, /<h1>Larkfield Heating &amp; Cooling<\/h1>/)
  })

  it('Other pages of the demo say that the business does not exist, too', async () => {
    assert.equal((await shared.client.get('/reviews.json')).json.business.fictional, true)
    assert.match((await shared.client.get('/llms.txt')).text, /fictional/)
    assert.match((await shared.client.get('/api/feed.json')).json.description, /fictional/)
    assert.ok(shared.service.log.some(({ msg }) => /demo business that does not exist/.test(msg)))
  })
})
