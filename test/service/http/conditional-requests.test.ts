import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { row, rows } from '../../kit/rows.ts'
import { startAgain, startTestService, until } from '../../kit/service.ts'
import { shareService } from '../../kit/shared.ts'
import { ask } from '../../kit/wire.ts'

const SEARCH = '/api/reviews/search?min_rating=2'
const SINCE = '/api/reviews/since/2020-01-05'

describe('Conditional requests', () => {
  const shared = shareService({ rows: rows(20) })
  const statusOf = async (path: string, headers: Record<string, string>) =>
    (await ask(shared.url, path, { headers })).status

  for (const path of ['/reviews.json', '/feed.xml', SEARCH, SINCE])
    describe(path, () => {
      const validators = async () => (await ask(shared.url, path)).headers as Record<string, string>

      it(`The resource at ${path} returns an empty 304 for its own ETag`, async () => {
        const { etag } = await validators()
        const { status, body, headers } = await ask(shared.url, path, {
          headers: { 'if-none-match': etag! },
        })
        assert.equal(status, 304)
        assert.equal(body.length, 0)
        assert.equal(headers['content-type'], undefined)
      })

      it(`The resource at ${path} repeats in a 304 what a cache must know`, async () => {
        const given = await validators()
        const { headers } = await ask(shared.url, path, {
          headers: { 'if-none-match': given.etag! },
        })
        for (const name of [
          'etag',
          'last-modified',
          'cache-control',
          'vary',
          'access-control-allow-origin',
        ])
          assert.equal(headers[name], given[name], name)
        assert.ok(headers['x-request-id'])
      })

      it(`The resource at ${path} returns 304 to HEAD, too`, async () => {
        const { etag } = await validators()
        const headers = { 'if-none-match': etag! }
        assert.equal((await ask(shared.url, path, { method: 'HEAD', headers })).status, 304)
      })

      it(`The resource at ${path} finds its ETag in a list`, async () => {
        const { etag } = await validators()
        for (const list of [`"a", ${etag}`, `${etag},"b"`, `"a,b" , ${etag} , "c"`])
          assert.equal(await statusOf(path, { 'if-none-match': list }), 304, list)
      })

      it(`The resource at ${path} treats a weak ETag like the strong one`, async () => {
        const { etag } = await validators()
        assert.equal(await statusOf(path, { 'if-none-match': `W/${etag}` }), 304)
        assert.equal(await statusOf(path, { 'if-none-match': `W/"a", W/${etag}` }), 304)
      })

      it(`The resource at ${path} matches *`, async () => {
        assert.equal(await statusOf(path, { 'if-none-match': '*' }), 304)
      })

      it(`The resource at ${path} returns 412 to a client that wants another version`, async () => {
        const given = await validators()
        const before = new Date(Date.parse(given['last-modified']!) - 1000).toUTCString()
        const failing = [
          { 'if-match': '"a"' },
          { 'if-match': `W/${given.etag}` },
          { 'if-match': '"a"', 'if-none-match': given.etag! },
          { 'if-match': '"a"', 'if-unmodified-since': given['last-modified']! },
          { 'if-unmodified-since': before },
        ]
        for (const headers of failing) {
          const { status, body } = await ask(shared.url, path, { headers })
          assert.equal(status, 412, JSON.stringify(headers))
          assert.equal(JSON.parse(body.toString()).error, 'precondition_failed')
        }
      })

      it(`The resource at ${path} responds as usual if the version is the wanted one`, async () => {
        const given = await validators()
        const passing = [
          { 'if-match': given.etag! },
          { 'if-match': `"a", ${given.etag}` },
          { 'if-match': '*' },
          { 'if-unmodified-since': given['last-modified']! },
          { 'if-unmodified-since': 'Monkey 2027' },
        ]
        for (const headers of passing)
          assert.equal(await statusOf(path, headers), 200, JSON.stringify(headers))
        assert.equal(
          await statusOf(path, { 'if-match': given.etag!, 'if-none-match': given.etag! }),
          304,
        )
      })

      it(`The resource at ${path} sends the body to a client with another ETag`, async () => {
        const { etag } = await validators()
        for (const other of [
          '"other"',
          '""',
          etag!.replaceAll('"', ''),
          `${etag!.slice(0, -1)}x"`,
          '"*"',
          '',
        ])
          assert.equal(await statusOf(path, { 'if-none-match': other }), 200, other)
      })

      it(`The resource at ${path} does not match the ETag of another coding`, async () => {
        const { etag } = await validators()
        const zipped = await ask(shared.url, path, { headers: { 'accept-encoding': 'gzip' } })
        assert.notEqual(zipped.headers.etag, etag)
        const gzip = { 'accept-encoding': 'gzip' }
        assert.equal(await statusOf(path, { ...gzip, 'if-none-match': zipped.headers.etag! }), 304)
        assert.equal(await statusOf(path, { ...gzip, 'if-none-match': etag! }), 200)
        assert.equal(await statusOf(path, { 'if-none-match': zipped.headers.etag! }), 200)
      })

      it(`The resource at ${path} accepts a date in each of the three formats`, async () => {
        const { 'last-modified': date } = await validators()
        for (const form of [date!, rfc850(date!), asctime(date!)])
          assert.equal(await statusOf(path, { 'if-modified-since': form }), 304, form)
      })

      it(`The resource at ${path} sends the body to a client with an older date`, async () => {
        const { 'last-modified': date } = await validators()
        const before = new Date(Date.parse(date!) - 1000).toUTCString()
        for (const form of [before, rfc850(before), asctime(before)])
          assert.equal(await statusOf(path, { 'if-modified-since': form }), 200, form)
      })

      it(`The resource at ${path} ignores an invalid date`, async () => {
        const dates = [
          'yesterday',
          'Monkey 2099',
          '2099-01-01',
          '2099-01-01T00:00:00Z',
          '4070908800',
          'Thu, 99 Jan 2099 00:00:00 GMT',
          'Thu, 01 Jan 2099 00:00:00',
          'Thu, 01 Jan 2099 00:00:00 +0000',
          'Thu, 1 Jan 2099 00:00:00 GMT',
          'Thu, 01 Foo 2099 00:00:00 GMT',
          '',
        ]
        for (const date of dates)
          assert.equal(await statusOf(path, { 'if-modified-since': date }), 200, date)
      })

      it(`The resource at ${path} ignores the date if there is an ETag`, async () => {
        const { etag, 'last-modified': date } = await validators()
        assert.equal(
          await statusOf(path, { 'if-none-match': '"other"', 'if-modified-since': date! }),
          200,
        )
        assert.equal(
          await statusOf(path, {
            'if-none-match': etag!,
            'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT',
          }),
          304,
        )
      })
    })

  it('Different arguments get different ETags', async () => {
    const paths = [
      SEARCH,
      '/api/reviews/search?min_rating=3',
      SINCE,
      '/api/reviews/since/2020-01-06',
    ]
    const etags = await Promise.all(
      paths.map(async path => (await ask(shared.url, path)).headers.etag),
    )
    assert.equal(new Set(etags).size, paths.length)
  })

  it('An error keeps its status, whatever the client has', async () => {
    assert.equal(await statusOf('/api/reviews/search?rating=9', { 'if-none-match': '*' }), 400)
    assert.equal(await statusOf('/nope', { 'if-none-match': '*' }), 404)
  })
})

describe('The ETag of reviews since a date', { concurrency: 3 }, () => {
  const etagOf = async (url: string, path: string) => (await ask(url, path)).headers.etag

  it('The ETag of reviews since a date changes with a review in the window, and not with one outside', async t => {
    const service = await startTestService(t, { rows: rows(10) })
    const inside = await etagOf(service.url, SINCE)
    const dataset = await etagOf(service.url, '/reviews.json')

    await service.importRows([
      row({ source_id: 'r1', date: '2020-01-02', text: 'Edited, long ago.' }),
    ])
    await until(async () => (await etagOf(service.url, '/reviews.json')) !== dataset)
    assert.equal(await etagOf(service.url, SINCE), inside)

    await service.importRows([
      row({ source_id: 'r8', date: '2020-01-09', text: 'Edited, lately.' }),
    ])
    await until(async () => (await etagOf(service.url, SINCE)) !== inside)
  })

  it('The ETag of reviews since a date changes when a review is added to the window', async t => {
    const service = await startTestService(t, { rows: rows(10) })
    const before = await etagOf(service.url, SINCE)
    await service.importRows([row({ source_id: 'new', date: '2020-01-05' })])
    await until(async () => (await etagOf(service.url, SINCE)) !== before)
  })

  it('Reviews since a date have an ETag even if there are none', async t => {
    const service = await startTestService(t, { rows: rows(1) })
    const path = '/api/reviews/since/2099-01-01'
    const { headers } = await ask(service.url, path)
    assert.equal(
      (await ask(service.url, path, { headers: { 'if-none-match': headers.etag! } })).status,
      304,
    )
  })
})

describe('Versions made within one second', () => {
  it('Versions made within one second have different dates, and no response is dated after itself', async t => {
    const service = await startTestService(t, { rows: rows(3) })
    const before = await ask(service.url, '/reviews.json')
    for (const number of [1, 2, 3, 4])
      await service.importRows([row({ source_id: `quick${number}` })])
    for (const path of ['/reviews.json', SEARCH]) {
      await until(
        async () =>
          JSON.parse(String((await ask(service.url, '/reviews.json')).body)).reviews.length === 7,
      )
      const { headers } = await ask(service.url, path)
      assert.ok(Date.parse(headers['last-modified']!) <= Date.parse(headers.date!), path)
      const since = { 'if-modified-since': before.headers['last-modified']! }
      assert.equal((await ask(service.url, path, { headers: since })).status, 200, path)
    }
  })
})

describe('A restart', () => {
  it('The same data has the same ETags and bytes after a restart', async t => {
    const baseUrl = 'https://reviews.example.net'
    const first = await startTestService(t, { rows: rows(60), settings: { baseUrl } })
    const paths = [
      '/reviews.json',
      '/insights.json',
      '/api/feed.json',
      '/feed.xml',
      SEARCH,
      SINCE,
      '/',
    ]
    const read = (url: string) => Promise.all(paths.map(path => ask(url, path)))
    const before = await read(first.url)
    await first.close()

    const second = await startAgain(t, first, { baseUrl })
    for (const [position, { headers, body }] of (await read(second.url)).entries()) {
      assert.equal(headers.etag, before[position]!.headers.etag, paths[position]!)
      assert.equal(headers['last-modified'], before[position]!.headers['last-modified'])
      assert.deepEqual(body, before[position]!.body)
    }
  })
})

/** "Sunday, 06-Nov-94 08:49:37 GMT" */
function rfc850(date: string): string {
  const [, dayOfMonth, month, year, clock] = /, (\d\d) (\w+) \d\d(\d\d) (\S+) GMT/.exec(date)!
  const weekday = new Date(date).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })
  return `${weekday}, ${dayOfMonth}-${month}-${year} ${clock} GMT`
}

/** "Sun Nov  6 08:49:37 1994" */
function asctime(date: string): string {
  const [, weekday, dayOfMonth, month, year, clock] = /^(\w+), (\d\d) (\w+) (\d+) (\S+)/.exec(date)!
  return `${weekday} ${month} ${dayOfMonth!.replace(/^0/, ' ')} ${clock} ${year}`
}
