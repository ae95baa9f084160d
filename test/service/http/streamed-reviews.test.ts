/** The reviews in other forms than /reviews.json, made while they are sent. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import type { ReviewsDataset } from '../../../src/model/dataset.ts'
import { startTestApp } from '../../kit/app.ts'
import { unreadRows } from '../../kit/rows.ts'
import { until } from '../../kit/service.ts'
import { shareService } from '../../kit/shared.ts'
import { buildSnapshot } from '../../kit/snapshot-builder.ts'
import { ask } from '../../kit/wire.ts'

const REVIEWS = unreadRows(800)

describe('The reviews in other forms', () => {
  const shared = shareService({ rows: REVIEWS })
  const read = async (path: string) => (await ask(shared.url, path)).body.toString()
  const readDataset = async (): Promise<ReviewsDataset> => JSON.parse(await read('/reviews.json'))

  it('The dataset links to its parts, which have all its reviews, each once', async () => {
    const { reviews, parts } = await readDataset()
    assert.equal(parts.jsonl_url, `${shared.url}/reviews.jsonl`)
    assert.deepEqual(
      parts.years.map(({ year, review_count }) => [year, review_count]),
      [
        [2022, 69],
        [2021, 365],
        [2020, 366],
      ],
    )
    const readYear = async ({ url }: { url: string }) =>
      (await (await fetch(url)).json()) as ReviewsDataset
    const ofYears = await Promise.all(parts.years.map(readYear))
    assert.deepEqual(
      ofYears.flatMap(one => one.reviews),
      reviews,
    )
    for (const [index, { year, review_count }] of parts.years.entries()) {
      const { reviews: own, ...rest } = ofYears[index]!
      assert.deepEqual(rest, { year, review_count })
      assert.ok(own.every(({ date }) => date.startsWith(String(year))))
    }
  })

  it('JSON Lines have the same reviews in the same order, one per line', async () => {
    const text = await read('/reviews.jsonl')
    assert.ok(text.endsWith('}\n'))
    const lines = text.slice(0, -1).split('\n')
    assert.deepEqual(
      lines.map(line => JSON.parse(line)),
      (await readDataset()).reviews,
    )
  })

  it('The table has one row per review, in the same order', async () => {
    const [, ...lines] = (await read('/reviews.csv')).trimEnd().split('\r\n')
    const ids = (await readDataset()).reviews.map(({ id }) => id)
    assert.deepEqual(
      lines.map(line => line.slice(0, 26)),
      ids,
    )
  })

  for (const year of ['1999', '202', '20210', '99999999999999999999'])
    it(`The year ${year} is not found, and the error says which years there are`, async () => {
      const { status, body } = await ask(shared.url, `/reviews/${year}.json`)
      assert.equal(status, 404)
      assert.deepEqual(JSON.parse(body.toString()), {
        error: 'not_found',
        message: 'No review is from this year. There are reviews from 2022, 2021, 2020.',
      })
    })

  it('A year has one address', async () => {
    assert.equal((await ask(shared.url, '/reviews/02021.json')).status, 404)
  })

  for (const path of [
    '/reviews.csv',
    '/reviews.jsonl',
    '/reviews/2021.json',
    '/api/reviews/search.csv?rating=5',
  ])
    it(`A client that has ${path} gets 304, and one that insists on another version 412`, async () => {
      for (const coding of ['identity', 'br', 'zstd', 'gzip']) {
        const accept = { 'accept-encoding': coding }
        const { etag } = (await ask(shared.url, path, { headers: accept })).headers
        assert.match(etag!, /^"[^"]+"$/)
        const again = await ask(shared.url, path, {
          headers: { ...accept, 'if-none-match': etag! },
        })
        assert.deepEqual([again.status, again.body.length], [304, 0])
        const other = await ask(shared.url, path, { headers: { ...accept, 'if-match': '"other"' } })
        assert.equal(other.status, 412)
      }
    })
})

it('A new review changes the ETags of its year and of all reviews, and of no other year', async t => {
  const { url, show } = await startTestApp(t)
  const paths = [
    '/reviews.csv',
    '/reviews.jsonl',
    '/reviews/2022.json',
    '/reviews/2021.json',
    '/reviews/2020.json',
  ]
  const etags = () => Promise.all(paths.map(async path => (await ask(url, path)).headers.etag))
  show(await buildSnapshot(t, unreadRows(799)))
  const before = await etags()
  show(await buildSnapshot(t, REVIEWS))
  const after = await etags()
  assert.deepEqual(
    paths.filter((_, index) => before[index] !== after[index]),
    ['/reviews.csv', '/reviews.jsonl', '/reviews/2022.json'],
  )
  show(await buildSnapshot(t, REVIEWS))
  assert.deepEqual(await etags(), after)
})

it('A service without reviews has empty forms and no year', async t => {
  const { url, show } = await startTestApp(t)
  show(await buildSnapshot(t, []))
  assert.equal((await ask(url, '/reviews.jsonl')).body.length, 0)
  assert.match((await ask(url, '/reviews.csv')).body.toString(), /^id,[^\r]*\r\n$/)
  const { status, body } = await ask(url, '/reviews/2026.json')
  assert.deepEqual(
    [status, JSON.parse(body.toString()).message],
    [404, 'No review is from this year.'],
  )
})

it('Of the clients that do not read, only so many are kept, and the service goes on', async t => {
  const { url, show } = await startTestApp(t)
  // Nine megabytes for each client, twice what a connection holds that nobody reads.
  const large = Buffer.alloc(30_000, 'x')
  show({ ...(await buildSnapshot(t, unreadRows(300))), reviewAt: () => large })
  const { hostname, port } = new URL(url)
  const stuck = Array.from({ length: 70 }, () => {
    const socket = connect(Number(port), hostname).pause()
    socket.on('error', () => {})
    t.after(() => socket.destroy())
    socket.write('GET /reviews.jsonl HTTP/1.1\r\nHost: x\r\n\r\n')
    return socket
  })
  await Promise.all(stuck.map(socket => once(socket, 'connect')))
  const body = (await ask(url, '/reviews.jsonl')).body.toString()
  assert.equal(body.split('\n').length, 301)
  // Only a client that reads notices that it was cut off.
  for (const socket of stuck) socket.resume()
  await until(() => stuck.filter(socket => socket.closed).length >= 6)
  assert.ok(stuck.filter(socket => socket.closed).length < 70)
})

it('An error while a document is made cuts the response off and is reported once', async t => {
  const errors: string[] = []
  const { url, show } = await startTestApp(t, { onError: ({ message }) => errors.push(message) })
  const snapshot = await buildSnapshot(t, REVIEWS)
  const reviewAt = (position: number) => {
    if (position === 700) throw new Error('A review cannot be read')
    return snapshot.reviewAt(position)
  }
  show({ ...snapshot, reviewAt })
  await assert.rejects(async () => await (await fetch(`${url}/reviews.csv`)).text())
  await until(() => errors.length > 0)
  assert.deepEqual(errors, ['A review cannot be read'])
  assert.equal((await ask(url, '/reviews.json')).status, 200)
})
