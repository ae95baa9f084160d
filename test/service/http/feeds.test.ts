import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { business, day, row, rows } from '../../kit/rows.ts'
import { startTestService } from '../../kit/service.ts'
import { shareService } from '../../kit/shared.ts'
import { childrenOf, type Element, parseXml, textOf } from '../../kit/xml.ts'

const BASE_URL = 'https://reviews.example.net'
const HOSTILE = `<script>alert("1")</script> ]]> &amp; <!-- 'quotes' --> 🚿 \u{1d54f} \u0007\u0000\ud800 end`
const CLEANED = `<script>alert("1")</script> ]]> &amp; <!-- 'quotes' --> 🚿 \u{1d54f} \ufffd end`

const HTML_TEXT = CLEANED.replaceAll('&', '&amp;')
  .replaceAll('<', '&lt;')
  .replaceAll('>', '&gt;')
  .replaceAll('"', '&quot;')

const feedRows = [
  ...rows(58, number => ({
    date: day(Math.floor(number / 2)),
    updated_at: '2026-02-01T00:00:00Z',
  })),
  row({ source_id: 'silent', date: '2026-04-01', author: 'Quiet Quinn', text: null, rating: 4 }),
  row({
    source_id: 'full',
    date: '2026-04-02',
    text: 'Rosa unclogged the drain in Old Town.',
    source_url: 'https://maps.google.com/r/1',
    author_avatar_url: 'https://maps.example.com/a.png',
    language: 'en-GB',
    owner_reply: { text: 'Thank you!', date: '2026-04-03' },
  }),
]

describe('The feeds', () => {
  const shared = shareService({ rows: feedRows, settings: { baseUrl: BASE_URL } })

  describe('The JSON Feed', () => {
    const readFeed = async () => (await shared.client.get('/api/feed.json')).json

    it('The JSON Feed has what JSON Feed 1.1 requires', async () => {
      const feed = await readFeed()
      assert.equal(feed.version, 'https://jsonfeed.org/version/1.1')
      assert.equal(feed.title, 'Reviews about Test & Sons Plumbing')
      assert.equal(feed.home_page_url, `${BASE_URL}/`)
      assert.equal(feed.feed_url, `${BASE_URL}/api/feed.json`)
      assert.equal(feed.language, 'en-US')
      assert.ok(feed.description)
      assert.equal(feed.authors[0].name, 'Test & Sons Plumbing')
    })

    it('The JSON Feed names the hub', async () => {
      assert.deepEqual((await readFeed()).hubs, [
        { type: 'WebSub', url: `${BASE_URL}/api/websub/hub` },
      ])
    })

    it('The JSON Feed has the 50 newest reviews in order', async () => {
      const { reviews } = (await shared.client.get('/reviews.json')).json
      const ids = (await readFeed()).items.map((item: { id: string }) => item.id)
      assert.equal(ids.length, 50)
      assert.deepEqual(
        ids,
        reviews.slice(0, 50).map((review: { id: string }) => review.id),
      )
    })

    it('The JSON Feed has a text for a review that has only stars', async () => {
      const item = (await readFeed()).items[1]
      assert.deepEqual(
        [item.title, item.content_text],
        ['★★★★☆ Quiet Quinn', 'Rated without a comment.'],
      )
    })

    it('The JSON Feed has every field of a review', async () => {
      const [item] = (await readFeed()).items
      const { reviews } = (await shared.client.get('/reviews.json')).json
      assert.deepEqual(item, {
        id: reviews[0].id,
        url: `${BASE_URL}/reviews/${reviews[0].id}`,
        external_url: 'https://maps.google.com/r/1',
        title: '★★★★★ Ada Moreno: Rosa unclogged the drain in Old Town.',
        content_text:
          'Rosa unclogged the drain in Old Town.\n\nReply from Test & Sons Plumbing, Apr 3, 2026:\nThank you!',
        date_published: '2026-04-02T12:00:00Z',
        date_modified: reviews[0].updated_at,
        authors: [{ name: 'Ada Moreno', avatar: 'https://maps.example.com/a.png' }],
        language: 'en-GB',
        tags: ['Rosa Méndez', 'drain_cleaning', 'old_town'],
        _review: {
          about: `${BASE_URL}/.well-known/openapi.json`,
          rating: 5,
          verified: true,
          verification: { level: 'platform', method: null, basis: 'link' },
          incentive: null,
          source: 'google',
          text: 'Rosa unclogged the drain in Old Town.',
          owner_reply: { text: 'Thank you!', date: '2026-04-03' },
          mentions: reviews[0].mentions,
        },
      })
    })

    it('The JSON Feed links each item to its page', async () => {
      for (const { id, url } of (await readFeed()).items.slice(0, 3)) {
        const page = await shared.client.get(new URL(url).pathname)
        assert.ok(page.text.includes(`id="review-${id}"`), url)
      }
    })
  })

  describe('The Atom feed', () => {
    const readFeed = async () => parseXml((await shared.client.get('/feed.xml')).text)

    it('The Atom feed is well-formed and has what RFC 4287 requires', async () => {
      const feed = await readFeed()
      assert.equal(feed.name, 'feed')
      assert.equal(feed.attributes.xmlns, 'http://www.w3.org/2005/Atom')
      assert.match(textOf(feed, 'id'), /^urn:uuid:/)
      assert.equal(textOf(feed, 'title'), 'Reviews about Test & Sons Plumbing')
      assert.ok(isTime(textOf(feed, 'updated')))
      for (const entry of childrenOf(feed, 'entry')) {
        assert.match(textOf(entry, 'id'), /^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
        assert.ok(isTime(textOf(entry, 'updated')) && isTime(textOf(entry, 'published')))
        assert.ok(textOf(entry, 'title'))
        assert.ok(textOf(childrenOf(entry, 'author')[0]!, 'name'))
      }
    })

    it('The Atom feed links to itself, its hub, the page and its other pages', async () => {
      const links = childrenOf(await readFeed(), 'link').map(({ attributes }) => [
        attributes.rel,
        attributes.href,
      ])
      const { reviews } = (await shared.client.get('/reviews.json')).json
      const second = `${BASE_URL}/feed/${reviews[50].id}.xml`
      assert.deepEqual(links, [
        ['self', `${BASE_URL}/feed.xml`],
        ['hub', `${BASE_URL}/api/websub/hub`],
        ['alternate', `${BASE_URL}/`],
        ['first', `${BASE_URL}/feed.xml`],
        ['next', second],
        ['last', second],
      ])
    })

    it('The Atom feed has the same 50 reviews as the JSON Feed, in the same order', async () => {
      const { items } = (await shared.client.get('/api/feed.json')).json
      const entries = childrenOf(await readFeed(), 'entry')
      assert.equal(entries.length, 50)
      assert.deepEqual(
        entries.map(entry => textOf(entry, 'title')),
        items.map((item: { title: string }) => item.title),
      )
    })

    it('An Atom entry shows the stars, the text, the reply and the source, and has them as categories and a link', async () => {
      const [entry] = childrenOf(await readFeed(), 'entry')
      assert.equal(
        textOf(entry!, 'content'),
        '<p>★★★★★ 5 of 5 stars</p><p>Rosa unclogged the drain in Old Town.</p>' +
          '<blockquote><p><strong>Reply from Test &amp; Sons Plumbing, Apr 3, 2026</strong></p><p>Thank you!</p></blockquote>' +
          '<p><a href="https://maps.google.com/r/1">The business says it was posted on Google</a></p>',
      )
      assert.deepEqual(
        childrenOf(entry!, 'category').map(({ attributes }) => attributes),
        [
          { scheme: 'https://schema.org/ratingValue', term: '5', label: '5 of 5 stars' },
          { term: 'google', label: 'Google' },
          { term: 'Rosa Méndez', label: 'Rosa Méndez' },
          { term: 'drain_cleaning', label: 'Drain cleaning' },
          { term: 'old_town', label: 'Old Town' },
        ],
      )
      const links = childrenOf(entry!, 'link').map(({ attributes }) => [
        attributes.rel,
        attributes.href,
      ])
      assert.deepEqual(links[1], ['via', 'https://maps.google.com/r/1'])
      assert.equal(textOf(entry!, 'published'), '2026-04-02T12:00:00Z')
    })

    it('The Atom feed never gives two entries the same time or id', async () => {
      const entries = childrenOf(await readFeed(), 'entry')
      for (const name of ['updated', 'id'])
        assert.equal(new Set(entries.map(entry => textOf(entry, name))).size, 50, name)
    })

    it('The Atom feed keeps its ids when the host name changes', async t => {
      const other = await startTestService(t, {
        rows: feedRows,
        settings: { baseUrl: 'http://other.example.org:8000' },
      })
      const moved = parseXml(await (await fetch(`${other.url}/feed.xml`)).text())
      assert.deepEqual(idsOf(moved), idsOf(await readFeed()))
    })
  })
})

describe('Feeds of hostile texts', () => {
  const shared = shareService({
    business: { ...business, name: `B & Q "<b>" 'x' ]]>`, language: 'de' },
    rows: [
      row({
        source_url: null,
        author: HOSTILE,
        text: HOSTILE,
        owner_reply: { text: HOSTILE, date: '2026-03-15' },
      }),
    ],
  })

  it('The Atom feed escapes hostile texts', async () => {
    const feed = parseXml((await shared.client.get('/feed.xml')).text)
    const [entry] = childrenOf(feed, 'entry')
    assert.equal(textOf(feed, 'title'), `Reviews about B & Q "<b>" 'x' ]]>`)
    assert.equal(
      feed.attributes['xml:lang'],
      'en-US',
      'the language of its own words, not of the business file',
    )
    const content = textOf(entry!, 'content')
    assert.equal(content.split(HTML_TEXT).length, 3, content)
    assert.doesNotMatch(content, /<(?!\/?(?:p|blockquote|strong)>)/)
    assert.equal(textOf(entry!, 'title'), `★★★★★ ${CLEANED}: ${CLEANED}`)
    assert.equal(textOf(childrenOf(entry!, 'author')[0]!, 'name'), CLEANED)
  })

  it('The JSON Feed carries hostile texts unchanged', async () => {
    const { items } = (await shared.client.get('/api/feed.json')).json
    assert.ok(items[0].content_text.startsWith(`${CLEANED}\n\nReply from B & Q`))
    assert.ok(items[0].content_text.endsWith(CLEANED))
    assert.equal(items[0]._review.text, CLEANED)
    assert.equal(items[0]._review.owner_reply.text, CLEANED)
  })
})

const isTime = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text)
const idsOf = (feed: Element) => [
  textOf(feed, 'id'),
  ...childrenOf(feed, 'entry').map(entry => textOf(entry, 'id')),
]
