import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Insights } from '../../../../src/model/insights.ts'
import { business, row, rows } from '../../../kit/rows.ts'
import { shareDemo, shareService } from '../../../kit/shared.ts'
import { ask } from '../../../kit/wire.ts'

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

  it('The home page names the business once, its rating to one decimal, the number of reviews and the newest', async () => {
    const page = await readPage()
    assert.match(page, /<h1>Test &amp; Sons Plumbing<\/h1>/)
    assert.doesNotMatch(page, /class="brand"/)
    assert.match(page, /<strong data-markdown="skip">4\.0<\/strong>/)
    assert.match(
      page,
      /<a href="\/reviews">60 reviews<\/a> <span class="muted">newest <time datetime="2020-02-29">Feb 29, 2020</,
    )
  })

  it('The home page says whether critics get replies, and that nothing was removed', async () => {
    const page = await readPage()
    assert.match(
      page,
      /<li>None of <a href="\/reviews\?critical=true">20 critical reviews<\/a> here has a reply from the business\.<\/li>/,
    )
    assert.match(
      page,
      /All <a href="\/reviews">60<\/a> reviews published here since \w+ \d+, \d{4} are still here\. <a href="\/policy#check">Verify this<\/a> · <a href="\/policy#limits">What this cannot show<\/a>/,
    )
    assert.match(
      page,
      /<li>All <a href="\/reviews">60<\/a> reviews published here since \w+ \d+, \d{4} are still on the page\.<\/li>/,
    )
  })

  it('The home page shows the distribution as bars that link to exactly those reviews', async () => {
    const page = await readPage()
    assert.match(
      page,
      /<summary data-markdown="skip"><svg class="bar".+<span>5★ 67% · 1–2★ 33%<\/span>/,
    )
    assert.match(
      page,
      /<a href="\/reviews\?rating=5">.+<span class="hidden">5 stars, 40 reviews, 67%<\/span>/,
    )
    assert.match(
      page,
      /<a href="\/reviews\?rating=1">.+<span class="hidden">1 star, 0 reviews, 0%<\/span>/,
    )
    assert.match(page, /<rect class="share" x="0\.0%" width="66\.7%"/)
  })

  it('The home page shows the three figures that customers ask about first, each linked to all reviews that mention it', async () => {
    const page = await readPage()
    const { aspects } = (await shared.client.get('/insights.json')).json as Insights
    const rows = [
      ...page.matchAll(
        /<li><a href="\/reviews\?aspect=(\w+)">.+<span class="hidden">(.+?)<\/span>/g,
      ),
    ]
    assert.deepEqual(
      rows.map(([, id]) => id),
      ['punctuality', 'pricing', 'quality'],
    )
    const { mention_count, positive_count } = aspects.find(({ id }) => id === 'punctuality')!
    assert.equal(
      rows[0]![2],
      `On time: ${positive_count} of ${mention_count} reviews found to mention it are positive`,
    )
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

  it('The home page summarizes the reviews in two paragraphs, with links to the reviews inside the sentences', async () => {
    const page = await readPage()
    const { summary, summary_claims } = (await shared.client.get('/insights.json')).json
    const paragraphs: string[] = summary.split('\n\n')
    assert.equal(paragraphs.length, 2)
    const shown = /<div class="summary">(.*?)<\/div>/s.exec(page)![1]!
    const text = shown
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll('&amp;', '&')
      .replaceAll('&#39;', "'")
    assert.deepEqual(text.trim().split('\n'), paragraphs)
    for (const { text, links } of summary_claims as Insights['summary_claims'])
      for (const { from, to, search_url } of links) {
        const link = `<a href="/reviews${new URL(search_url).search.replaceAll('&', '&amp;')}">${text.slice(from, to)}</a>`
        assert.ok(shown.includes(link), link)
      }
    assert.doesNotMatch(shown, /Based on/)
  })

  it('The home page shows the three newest reviews and links to all', async () => {
    const page = await readPage()
    assert.equal(page.match(/<article /g)!.length, 3)
    assert.match(page, /<a class="button" href="\/reviews">Read all 60 reviews<\/a>/)
  })

  it('The home page has no buttons, hours or contact for a business that gives none', async () => {
    assert.doesNotMatch(await readPage(), /class="actions"|open-now|id="contact"><\/h2>|<dt>Phone/)
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
    const coded = await ask(shared.url, '/', {
      method: 'HEAD',
      headers: { 'accept-encoding': 'gzip' },
    })
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
    assert.doesNotMatch(
      page.replaceAll('<script type="application/ld+json">', ''),
      /<script|<img|&lt;'/,
    )
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
      assert.match(
        body.toString(),
        /<img class="avatar" src="https:\/\/pictures\.example\/ada\.jpg" alt=""/,
      )
      const policy = headers['content-security-policy'] as string
      assert.match(policy, /img-src 'self' https:;/)
      assert.equal(policy.match(/https:/g)!.length, 1)
    })
  })
})

describe('the home page of a business with reviews from several sites', () => {
  const shared = shareService({
    rows: rows(30, number => ({
      source: ['google', 'yelp', 'direct'][number % 3],
      verification: { level: 'invited' },
      date: number < 20 ? `2024-01-${10 + number}` : `2026-01-${number}`,
      rating: number % 3 === 2 ? 5 : 3,
    })),
  })

  it('The home page sets reviews sent to the business apart from those of other sites', async () => {
    const page = (await shared.client.get('/')).text
    const table = /<table class="sites">.+?<\/table>/s.exec(page)![0]
    assert.match(
      table,
      /Google<\/th><td>3\.0<\/td><td><a href="\/reviews\?source=google" aria-label="10 reviews">10</,
    )
    assert.match(table, /Yelp<\/th>/)
    assert.doesNotMatch(table, /Sent|Direct|direct/)
    assert.match(
      page,
      /<p>Sent to the business: 5\.0 from <a href="\/reviews\?source=direct">10 reviews<\/a><\/p>/,
    )
  })

  it('The home page counts the last 12 months as the insights do: 365 days up to the newest review', async () => {
    assert.match(
      (await shared.client.get('/')).text,
      /12 months to January 2026: 3\.8 from <a href="\/reviews\?since=2025-01-30">10 reviews<\/a>/,
    )
  })
})

describe('the home page of a business without reviews', () => {
  const shared = shareService()

  it('The home page of a business without reviews says that there are none yet', async () => {
    assert.match((await shared.client.get('/')).text, /No reviews yet/)
  })
})

describe('the home page of the demo', () => {
  const shared = shareDemo()

  it('The home page of the demo says that the business does not exist', async () => {
    const page = (await shared.client.get('/')).text
    assert.match(page, /role="note">Demo: this business and its reviews are fictional\.</)
    assert.match(page, /<h1>Larkfield Heating &amp; Cooling<\/h1>/)
  })

  it('The home page of the demo shows one labeled praise and one labeled complaint, of different customers', async () => {
    const figures = [
      ...(await shared.client.get('/')).text.matchAll(/<figure class="quote">.+?<\/figure>/g),
    ].map(([figure]) => figure)
    assert.deepEqual(
      figures.map(figure => /class="key \w+">(\w+)</.exec(figure)![1]),
      ['Praise', 'Complaint'],
    )
    const [praise, complaint] = figures.map(figure => /href="(\/reviews\/\w+)"/.exec(figure)![1])
    assert.notEqual(praise, complaint)
  })

  it('Other pages of the demo say that the business does not exist, too', async () => {
    assert.equal((await shared.client.get('/reviews.json')).json.business.fictional, true)
    assert.match((await shared.client.get('/llms.txt')).text, /fictional/)
    assert.match((await shared.client.get('/api/feed.json')).json.description, /fictional/)
    assert.ok(shared.service.log.some(({ msg }) => /demo business that does not exist/.test(msg)))
  })
})

describe('a business whose recent reviews are worse', () => {
  const shared = shareService({
    rows: rows(100, number => ({
      date: number < 70 ? '2020-03-01' : '2022-03-01',
      rating: number < 70 ? 5 : 3,
      text: number < 70 ? 'The price was fair.' : 'The price was far too high.',
    })),
  })

  it('Its first screen shows the recent rating beside the one of all reviews', async () => {
    const { text } = await shared.client.get('/')
    assert.match(
      text,
      /<p class="recent"><span><strong>4\.4<\/strong> overall<\/span> · <span><strong>3\.0<\/strong> in the 12 months to March 2022 \(<a href="\/reviews\?since=2021-03-02">30<\/a>\)<\/span> <span class="muted">Too few reviews to see a trend\.<\/span><\/p>/,
    )
    assert.doesNotMatch(text, /12 months to March 2022:/)
  })

  it('Its first screen links what is praised and what is criticized', async () => {
    const { text } = await shared.client.get('/')
    const [, likes] = /<ul class="likes">(.*?)<\/ul>/s.exec(text)!
    assert.match(
      likes!,
      /Criticized: <a href="\/reviews\?aspect=pricing&amp;sentiment=negative">Pricing\u00a0<span class="number">30</,
    )
    assert.match(likes!, /None of <a href="\/reviews\?critical=true">30 critical reviews</)
  })
})

describe('a small business', () => {
  const shared = shareService({
    rows: rows(12, number => ({
      rating: number < 6 ? 5 : 3,
      text: number < 6 ? 'Rosa was very friendly.' : 'The price was far too high.',
    })),
  })

  it('Its first screen links what is praised, too', async () => {
    const [, likes] = /<ul class="likes">(.*?)<\/ul>/s.exec((await shared.client.get('/')).text)!
    assert.match(
      likes!,
      /Praised: <a href="[^"]+sentiment=positive">Friendliness\u00a0<span class="number">6</,
    )
    assert.match(
      likes!,
      /Criticized: <a href="[^"]+sentiment=negative">Pricing\u00a0<span class="number">6</,
    )
  })
})

describe('an average just below a half', () => {
  // 845 stars in 190 reviews are 4.447: 4.45 with two decimals, and still 4.4 with one.
  const shared = shareService({
    rows: rows(190, number => ({ text: null, rating: number < 85 ? 5 : 4 })),
  })

  it('It is rounded once, from its exact value', async () => {
    assert.equal((await shared.client.get('/rating.json')).json.aggregate_rating.rating_value, 4.45)
    const { text } = await shared.client.get('/')
    assert.match(text, /<strong data-markdown="skip">4\.4<\/strong>/)
    assert.match(
      (await shared.client.get('/insights.json')).json.summary,
      /average of 4\.4 stars|averages 4\.4 stars/,
    )
    assert.match((await shared.client.get('/badge.svg')).text, />4\.4/)
  })
})
