import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { describe, it, type TestContext } from 'node:test'
import type { JsonFeed } from '../../../../src/model/feed.ts'
import { runCommand } from '../../../kit/command.ts'
import { type Folder, makeFolder } from '../../../kit/folder.ts'
import { freePort } from '../../../kit/free-port.ts'
import { queryDatabase } from '../../../kit/query-database.ts'
import { assertRejected } from '../../../kit/rejection.ts'
import { business, rows } from '../../../kit/rows.ts'
import { importInto, startTestService } from '../../../kit/service.ts'
import { serveJson, startTestWebServer } from '../../../kit/web-server.ts'
import { pull } from '../pull.ts'

/** With a business, so that no message mentions its absence. */
async function makePlace(t: TestContext): Promise<Folder> {
  const folder = await makeFolder(t)
  await importInto(folder.databaseUrl, [], business)
  return folder
}

const idsIn = async ({ databaseUrl }: Folder) =>
  (await queryDatabase(databaseUrl, 'select id from review order by id')).map(({ id }) => id)
const idOf = (number: number) => `01KKMT9200Z88TWY7HK8WBY${String(number).padStart(3, '0')}`

/** An item of a Firsthand feed; `review` sets its `_review`. */
const item = (
  number: number,
  review: object | null = { rating: 4, verified: true, source: 'yelp' },
) => ({
  id: idOf(number),
  content_text: `Item ${number}.`,
  date_published: '2026-03-14T00:00:00Z',
  authors: [{ name: 'Ada' }],
  _review: review,
})
const feed = (items: unknown[], next_url?: string) => ({
  version: 'https://jsonfeed.org/version/1.1',
  title: 'Reviews',
  items,
  next_url,
})

const report = (path: string, counts: string) =>
  new RegExp(`^[\\w.]+:\\d+${path} \\(JSON Feed\\): ${counts}\n$`)

describe('firsthand sync of a JSON Feed', () => {
  it('A sync imports the feed of a Firsthand service and removes nothing that the feed lacks', async t => {
    const other = await startTestService(t, { rows: rows(3) })
    const here = await makePlace(t)
    await importInto(
      here.databaseUrl,
      rows(2, n => ({ source: 'yelp', source_id: `y${n}` })),
    )
    const address = `${other.url}/api/feed.json`
    const { code, stdout, stderr } = await pull(here, address)
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(
      stdout,
      report('/api/feed.json', '3 added, 0 edited, 0 unchanged, 0 duplicate, 0 rejected'),
    )
    assert.equal((await idsIn(here)).length, 5)
    const { items } = (await (await fetch(address)).json()) as JsonFeed
    for (const { id } of items) assert.ok((await idsIn(here)).includes(id), id)
    assert.match(
      (await pull(here, address)).stdout,
      report('/api/feed.json', '0 added, .*, 3 unchanged.*'),
    )
  })

  it('A reply that the feed states to be gone is cleared, and one that it leaves out is kept', async t => {
    const here = await makePlace(t)
    const replyAfter = async (change: object) => {
      const { url } = await serveJson(t, {
        '/feed.json': feed([item(1, { rating: 4, source: 'yelp', ...change })]),
      })
      assert.equal((await pull(here, `${url}/feed.json`)).code, 0)
      const query = 'select reply_text as text from revision order by revision desc limit 1'
      return (await queryDatabase(here.databaseUrl, query))[0]?.text
    }
    const owner_reply = { text: 'Thanks.', date: '2026-03-15' }
    assert.equal(await replyAfter({ owner_reply }), 'Thanks.')
    assert.equal(await replyAfter({}), 'Thanks.')
    assert.equal(await replyAfter({ owner_reply: null }), null)
  })

  it('A sync rejects feed items without stars and imports the others', async t => {
    const { url, host } = await serveJson(t, {
      '/feed.json': feed([item(1), item(2, null), 'three']),
    })
    const here = await makePlace(t)
    const { code, stdout, stderr } = await pull(here, `${url}/feed.json`)
    assert.equal(code, 3)
    assert.match(stdout, report('/feed.json', '1 added, .*, 2 rejected'))
    const [second, third] = stderr.split('\n')
    assert.match(
      second!,
      new RegExp(`^${host}/feed\\.json: row 2: This JSON Feed has no star ratings`),
    )
    assert.match(third!, /: row 3: must be an object/)
  })

  it('A sync needs --source if the feed does not say where the reviews were written', async t => {
    const { url } = await serveJson(t, { '/feed.json': feed([item(1, { rating: 5 })]) })
    const here = await makePlace(t)
    const { code, stderr } = await pull(here, `${url}/feed.json`)
    assert.equal(code, 3)
    assert.match(stderr, /row 1, source: is missing: .*--source google/)
    assert.equal((await pull(here, `${url}/feed.json`, 'google')).code, 0)
    assert.equal(
      (await queryDatabase(here.databaseUrl, 'select source from review'))[0]?.source,
      'google',
    )
  })

  it('A sync recognizes feed items by any kind of id', async t => {
    const items = ['https://elsewhere.example/77', 78].map((id, index) => ({ ...item(index), id }))
    const { url } = await serveJson(t, { '/feed.json': feed(items) })
    const here = await makePlace(t)
    assert.match(
      (await pull(here, `${url}/feed.json`)).stdout,
      report('/feed.json', '2 added, .*, 0 rejected'),
    )
    assert.match(
      (await pull(here, `${url}/feed.json`)).stdout,
      report('/feed.json', '0 added, .*, 2 unchanged.*'),
    )
  })

  it('A sync follows the pages of a feed and names the page of an invalid item', async t => {
    const { url, host, asked } = await serveJson(t, {
      '/feed.json': feed([item(1), item(2)], '/feed.json?page=2'),
      '/feed.json?page=2': feed([item(3), item(4, { rating: 7, source: 'yelp' })], '?page=3'),
      '/feed.json?page=3': feed([item(5)]),
    })
    const here = await makePlace(t)
    const { stdout, stderr } = await pull(here, `${url}/feed.json`)
    assert.match(stdout, report('/feed.json', '4 added, .*, 1 rejected'))
    assert.equal(stderr, `${host}/feed.json: page 2: row 2, rating: must be 5 or less\n`)
    assert.deepEqual(asked, ['/feed.json', '/feed.json?page=2', '/feed.json?page=3'])
    assert.deepEqual(await idsIn(here), [1, 2, 3, 5].map(idOf))
  })

  it('A sync stops when the pages of a feed lead back to an earlier one', async t => {
    const { url, asked } = await serveJson(t, {
      '/feed.json': feed([item(1)], '/feed.json?page=2'),
      '/feed.json?page=2': feed([item(2)], '/feed.json#top'),
    })
    const { code, stderr } = await pull(await makePlace(t), `${url}/feed.json`)
    assert.deepEqual([code, stderr, asked.length], [0, '', 2])
  })

  it('A sync stops after a hundred pages of a feed and says so', async t => {
    const { url, asked } = await startTestWebServer(t, ({ url }, outgoing) => {
      const page = Number(/\d+/.exec(url!)?.[0] ?? 1)
      outgoing.end(JSON.stringify(feed([item(page)], `/feed.json?page=${page + 1}`)))
    })
    const here = await makePlace(t)
    const { code, stderr } = await pull(here, `${url}/feed.json`)
    assert.equal(code, 0)
    assert.match(stderr, /has more than 100 pages; the rest was not imported\.\n$/)
    assert.deepEqual([asked.length, (await idsIn(here)).length], [100, 100])
  })

  it('A sync does not fetch a page on another host', async t => {
    const elsewhere = await serveJson(t, { '/two.json': feed([item(2)]) })
    const { url } = await serveJson(t, {
      '/feed.json': feed([item(1)], `${elsewhere.url}/two.json?key=s3cret`),
    })
    const { code, stdout, stderr } = await pull(await makePlace(t), `${url}/feed.json`)
    assert.equal(code, 0)
    assert.match(stdout, report('/feed.json', '1 added, .*'))
    assert.match(
      stderr,
      new RegExp(`is on another host .* sync ${elsewhere.url}/two\\.json\\?…\\.\n$`),
    )
    assert.deepEqual(elsewhere.asked, [])
  })

  it('A sync keeps the first page when a later one is not a feed, and says so', async t => {
    const { url } = await serveJson(t, { '/feed.json': feed([item(1)], '/gone') })
    const here = await makePlace(t)
    const { code, stdout, stderr } = await pull(here, `${url}/feed.json`)
    assert.equal(code, 1)
    assert.match(stdout, /1 added/)
    assert.match(
      stderr,
      /\/gone: expected the next page of a JSON Feed, got status 404 with text\/html\./,
    )
    assert.deepEqual(await idsIn(here), [idOf(1)])
  })
})

describe('firsthand sync of something else', () => {
  async function assertAddressRejected(
    t: TestContext,
    address: string,
    says: RegExp,
  ): Promise<void> {
    const folder = await makeFolder(t)
    assertRejected(await pull(folder, address), 1, says)
    assert.equal(existsSync(folder.databaseUrl.replace('sqlite:', '')), false)
  }

  it('A sync of another document says what was expected and what came', async t => {
    const { url } = await serveJson(t, { '/reviews.json': { reviews: [] } })
    const expected = 'expected a Firsthand service \\(.*\\) or a JSON Feed, got'
    await assertAddressRejected(
      t,
      url,
      new RegExp(`^${url}: ${expected} status 404 with text/html\\.$`, 'm'),
    )
    await assertAddressRejected(
      t,
      `${url}/reviews.json`,
      new RegExp(`${expected} status 200 with application/feed\\+json`),
    )
  })

  it('A sync does not follow a redirect and says where it leads', async t => {
    const target = await serveJson(t, { '/feed.json': feed([item(1)]) })
    const { url } = await startTestWebServer(t, (_, outgoing) => {
      outgoing.writeHead(301, { location: `${target.url}/feed.json?key=s3cret` }).end()
    })
    await assertAddressRejected(
      t,
      `${url}/feed.json`,
      new RegExp(
        `^Cannot read .* It redirects to ${target.url}/feed\\.json\\?…\\. Redirects are not`,
      ),
    )
    assert.deepEqual(target.asked, [])
  })

  it('A sync sends the user name and password of an address and never shows them', async t => {
    const seen: unknown[] = []
    const { url } = await startTestWebServer(t, ({ headers }, outgoing) => {
      seen.push(headers.authorization)
      outgoing.writeHead(403).end()
    })
    const address = `${url.replace('//', '//ada:p%40ss@')}/feed.json?key=s3cret`
    const finished = await pull(await makeFolder(t), address)
    assertRejected(finished, 1, /\/feed\.json\?…: expected .* got status 403 with no content type/)
    assert.doesNotMatch(finished.stderr, /ada|p%40ss|p@ss|s3cret/)
    assert.deepEqual(seen, [`Basic ${btoa('ada:p@ss')}`])
  })

  async function* endless() {
    for (const piece = Buffer.alloc(1 << 20, ' '); ; ) yield piece
  }

  it('A sync rejects an endless response', async t => {
    const { url } = await startTestWebServer(t, (_, outgoing) => {
      pipeline(endless, outgoing).catch(() => {})
    })
    await assertAddressRejected(
      t,
      `${url}/feed.json`,
      /^Cannot read http:\S+\/feed\.json\. The response is larger than 64 MiB\.$/m,
    )
  })

  it('A sync says that nothing is listening at the address', async t => {
    await assertAddressRejected(
      t,
      `http://127.0.0.1:${await freePort()}/feed.json`,
      /^Cannot read http:\S+\/feed\.json\. 127\.0\.0\.1 refused the connection: nothing is listening there\.$/m,
    )
  })

  it('A sync accepts only http and https addresses', async t => {
    const { path } = await makeFolder(t)
    for (const address of ['reviews.json', 'file:///etc/passwd'])
      assertRejected(
        await runCommand(['sync', address], { cwd: path }),
        2,
        /^sync needs an http or https address/,
      )
  })
})
