import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import type { ChangeFeed, ChangeItem, JsonFeed } from '../../../src/model/feed.ts'
import {
  ChangeFeed as ChangeFeedSchema,
  JsonFeed as JsonFeedSchema,
} from '../../../src/model/feed.ts'
import type { Snapshot } from '../../../src/publish/snapshot.ts'
import { startTestApp } from '../../kit/app.ts'
import { business, rows } from '../../kit/rows.ts'
import { readJson, startBuilder, type TestBuilder } from '../../kit/snapshot-builder.ts'
import { ask } from '../../kit/wire.ts'
import { childrenOf, parseXml, textOf } from '../../kit/xml.ts'

const BASE_URL = 'https://reviews.example'
const SECRET = /Secret Sam|Forget me/

const own = (url: string) => url.replace(BASE_URL, '')

/** 131 reviews; one is edited, one withheld, one erased, one withheld and restored: 136 entries. */
async function makeHistory({ store, take }: TestBuilder): Promise<string> {
  await take(
    rows(131, number => (number === 5 ? { author: 'Secret Sam', text: 'Forget me.' } : {})),
  )
  await take(
    rows(131, number => ({ text: number === 7 ? 'Edited.' : undefined })).filter(
      (_, number) => number === 7,
    ),
  )
  const { shown } = await store.changesSince(0)
  const find = (text: string) => shown.find(({ content }) => content.text === text)!.id
  const [erased, withheld, restored] = [
    find('Forget me.'),
    find('Review number 6.'),
    find('Review number 8.'),
  ]
  await store.write(async writer => writer.withhold((await writer.find(withheld))!, 'off_topic'))
  await store.write(async writer => writer.withhold((await writer.find(restored))!, 'spam'))
  await store.write(async writer => writer.restore((await writer.find(restored))!))
  await store.write(async writer => writer.erase((await writer.find(erased))!))
  return erased
}

describe('The pages of the feeds', () => {
  let snapshot: Snapshot
  let url: string
  let erasedId: string
  const endings: (() => unknown)[] = []
  const context = { after: (end: () => unknown) => endings.push(end) } as unknown as TestContext
  before(async () => {
    const builder = await startBuilder(context, business, async () => [])
    erasedId = await makeHistory(builder)
    const app = await startTestApp(context)
    snapshot = await builder.build()
    app.show(snapshot)
    url = app.url
  })
  after(async () => {
    for (const end of endings.reverse()) await end()
  })

  async function follow<T extends JsonFeed | ChangeFeed>(path: string): Promise<T[]> {
    const pages: T[] = []
    for (let next: string | undefined = path; next; ) {
      const { status, body } = await ask(url, next)
      assert.equal(status, 200, next)
      pages.push(JSON.parse(String(body)))
      next = pages.at(-1)!.next_url && own(pages.at(-1)!.next_url!)
    }
    return pages
  }

  async function followAtom(path: string) {
    const pages = []
    for (let next: string | undefined = path; next; ) {
      const page = parseXml(String((await ask(url, next)).body))
      pages.push(page)
      const link = childrenOf(page, 'link').find(({ attributes }) => attributes.rel === 'next')
      next = link && own(link.attributes.href!)
    }
    return pages
  }

  it('The JSON Feed of all changes has an entry for each entry of the log, the latest first', async () => {
    const pages = await follow<ChangeFeed>('/api/changes.json')
    assert.deepEqual(
      pages.map(page => page.items.length),
      [100, 36],
    )
    const items = pages.flatMap(page => page.items)
    const { log } = snapshot
    assert.deepEqual(
      items.map(({ _change: { seq, op, review_id, reason } }) => ({ seq, op, review_id, reason })),
      log
        .entriesAfter(0, log.size)
        .map(({ seq, op, review_id, reason }) => ({ seq, op, review_id, reason }))
        .reverse(),
    )
    for (const page of pages) ChangeFeedSchema.parse(page)
  })

  it('The Atom feed of all changes has the entries of the JSON Feed with the same ids and titles', async () => {
    const items = (await follow<ChangeFeed>('/api/changes.json')).flatMap(page => page.items)
    const entries = (await followAtom('/changes.xml')).flatMap(page => childrenOf(page, 'entry'))
    assert.deepEqual(
      entries.map(entry => [textOf(entry, 'id'), textOf(entry, 'title')]),
      items.map(({ id, title }) => [id, title]),
    )
    assert.equal(new Set(entries.map(entry => textOf(entry, 'updated'))).size, 136)
    for (const entry of entries) assert.match(textOf(entry, 'id'), /^urn:uuid:[\da-f-]{24}\d{12}$/)
  })

  it('A removal is an entry that says so, and no entry has the name or the text of the review', async () => {
    for (const path of ['/api/changes.json', '/api/feed.json'])
      for (const page of await follow(path)) assert.doesNotMatch(JSON.stringify(page), SECRET)
    const items = (await follow<ChangeFeed>('/api/changes.json')).flatMap(page => page.items)
    const [removal, added, ...more] = items.filter(({ _change }) => _change.review_id === erasedId)
    assert.deepEqual(more, [])
    assert.deepEqual(titleAndText(removal!), [
      'Review erased on request',
      'Erased on request on Nov 15, 2026. Reason: Someone asked for it to be erased.',
    ])
    assert.deepEqual(titleAndText(added!), ['New review (since removed)', removal!.content_text])
    for (const { authors, _review, tags } of [removal!, added!])
      assert.deepEqual([authors, _review, tags], [undefined, undefined, []])
  })

  it('A review that was removed and shown again is back in its entries, but not in the one about the removal', async () => {
    const items = (await follow<ChangeFeed>('/api/changes.json')).flatMap(page => page.items)
    const [restored] = items.filter(({ _change }) => _change.op === 'restore')
    const about = items.filter(({ _change }) => _change.review_id === restored!._change.review_id)
    assert.deepEqual(
      about.map(({ title }) => title),
      [
        'Review shown again: ★★★★☆ Ada Moreno: Review number 8.',
        'Review removed by the business',
        'New review: ★★★★☆ Ada Moreno: Review number 8.',
      ],
    )
  })

  it('The pages of the JSON Feed together have every review once, newest first', async () => {
    const pages = await follow<JsonFeed>('/api/feed.json')
    assert.deepEqual(
      pages.flatMap(page => page.items.map(({ id }) => id)),
      readJson(snapshot, '/reviews.json').reviews.map((review: { id: string }) => review.id),
    )
    for (const page of pages) JsonFeedSchema.parse(page)
    const entries = (await followAtom('/feed.xml')).flatMap(page => childrenOf(page, 'entry'))
    assert.equal(entries.length, 129)
  })

  it('A later page names no hub, keeps the address of the feed and has its own as self', async () => {
    const [first, second] = await follow<ChangeFeed>('/api/changes.json')
    assert.equal(own(first!.next_url!), '/api/changes/36.json')
    assert.ok(first!.hubs && !second!.hubs)
    assert.equal(second!.feed_url, `${BASE_URL}/api/changes.json`)
    const { headers, body } = await ask(url, '/changes/36.xml')
    assert.equal(headers.link, undefined)
    assert.equal(headers['content-type'], 'application/atom+xml')
    const links = childrenOf(parseXml(String(body)), 'link').map(({ attributes }) => [
      attributes.rel,
      own(attributes.href!),
    ])
    assert.deepEqual(links, [
      ['self', '/changes/36.xml'],
      ['alternate', '/'],
      ['first', '/changes.xml'],
      ['previous', '/changes.xml'],
      ['last', '/changes/36.xml'],
    ])
  })

  it('A page that begins where the first one does is no topic', async () => {
    const page = JSON.parse(String((await ask(url, '/api/changes/136.json')).body)) as ChangeFeed
    assert.equal(page.items.length, 100)
    assert.equal(page.hubs, undefined)
  })

  it('A page that begins with a removed review goes on with the review after it', async () => {
    const page = JSON.parse(String((await ask(url, `/api/feed/${erasedId}.json`)).body)) as JsonFeed
    const { reviews } = readJson(snapshot, '/reviews.json') as {
      reviews: { date: string; id: string }[]
    }
    assert.equal(page.items[0]!.id, reviews.find(({ date }) => date < '2020-01-06')!.id)
  })

  it('A later page is compressed, has a strong ETag and returns 304 to a client that has it', async () => {
    for (const path of ['/api/changes/36.json', '/changes/36.xml']) {
      const { headers } = await ask(url, path, { headers: { 'accept-encoding': 'br' } })
      assert.equal(headers['content-encoding'], 'br')
      assert.match(headers.etag!, /^"/)
      const again = await ask(url, path, {
        headers: { 'accept-encoding': 'br', 'if-none-match': headers.etag! },
      })
      assert.deepEqual([again.status, again.body.length], [304, 0])
    }
  })

  it('An address at which no page begins is not found', async () => {
    const starts = [
      '0',
      '137',
      '036',
      '36.0',
      '-1',
      '1e2',
      'x',
      '__proto__',
      '01KKMT9200AAAAAAAAAAAAAAAA',
    ]
    for (const start of starts)
      for (const path of [
        `/api/changes/${start}.json`,
        `/changes/${start}.xml`,
        `/changes/${start}`,
      ])
        assert.equal((await ask(url, path)).status, 404, path)
    for (const path of [
      '/api/feed/36.json',
      '/feed/x.xml',
      '/feed/0000000000AAAAAAAAAAAAAAAA.xml',
      '/feed/',
    ])
      assert.equal((await ask(url, path)).status, 404, path)
  })
})

const titleAndText = ({ title, content_text }: ChangeItem) => [title, content_text]
