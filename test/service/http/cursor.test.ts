import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Client, createClient } from '../../kit/client.ts'
import { day, row, rows } from '../../kit/rows.ts'
import { startTestService, until } from '../../kit/service.ts'
import { shareService } from '../../kit/shared.ts'

interface Page {
  matched: number
  reviews: { id: string; date: string }[]
  next_cursor: string | null
}

describe('The pages of a search', () => {
  const shared = shareService({ rows: rows(57, number => ({ date: day(Math.floor(number / 4)) })) })

  for (const [filter, hits] of [
    ['', 57],
    ['rating=2', 12],
    ['query=number', 57],
    ['query=number+1', 11],
    ['since=2020-01-03&until=2020-01-10', 32],
    ['min_rating=4&since=2020-01-03', 20],
    ['sort=oldest', 57],
    ['sort=oldest&min_rating=4', 22],
    ['sort=highest', 57],
    ['sort=lowest&query=number+1', 11],
    ['has_reply=false&sort=highest&since=2020-01-03&until=2020-01-10', 32],
  ] as const)
    it(`The pages of "${filter}" have every hit exactly once, in order`, async () => {
      const all = await read(shared.client, `${filter}&limit=100`)
      assert.equal(all.matched, hits)
      for (const limit of [1, 7, 12, 100]) {
        const pages = await readPages(shared.client, `${filter}&limit=${limit}`)
        assert.ok(pages.every(page => page.matched === hits))
        assert.ok(pages.slice(0, -1).every(page => page.reviews.length === limit))
        assert.deepEqual(
          pages.flatMap(page => page.reviews),
          all.reviews,
        )
      }
    })

  it('The last page has no cursor', async () => {
    assert.equal((await read(shared.client, 'limit=57')).next_cursor, null)
    assert.equal((await read(shared.client, 'limit=100')).next_cursor, null)
    assert.notEqual((await read(shared.client, 'limit=56')).next_cursor, null)
  })

  it('The page after the last hit is empty', async () => {
    const { next_cursor } = await read(shared.client, 'limit=56')
    const page = await read(shared.client, `rating=1&since=2020-01-10&cursor=${next_cursor}`)
    assert.deepEqual(page.reviews, [])
    assert.equal(page.next_cursor, null)
    assert.ok(page.matched > 0)
  })

  it('Each page may have another size', async () => {
    const first = await read(shared.client, 'limit=5')
    const second = await read(shared.client, `limit=50&cursor=${first.next_cursor}`)
    const all = await read(shared.client, 'limit=55')
    assert.deepEqual([...first.reviews, ...second.reviews], all.reviews)
  })

  it('A cursor that the service did not issue is rejected', async () => {
    const { next_cursor } = await read(shared.client, 'limit=5')
    const plain = Buffer.from(next_cursor!, 'base64url').toString()
    const strange = [
      'x',
      '0',
      'null',
      '!!!',
      `${next_cursor}=`,
      ` ${next_cursor}`,
      next_cursor!.slice(1),
      next_cursor!.slice(0, -1),
      `${next_cursor}${next_cursor}`,
      Buffer.from(plain.toLowerCase()).toString('base64url'),
      Buffer.from(`x${plain.slice(1)}`).toString('base64url'),
      'A'.repeat(500),
    ]
    for (const cursor of strange) {
      const { status, json } = await shared.client.get(
        `/api/reviews/search?cursor=${encodeURIComponent(cursor)}`,
      )
      assert.equal(status, 400, cursor)
      assert.deepEqual(json.issues[0].path, ['cursor'])
      assert.equal(json.issues[0].code, 'invalid_cursor')
    }
  })

  it('A cursor of another sort order is rejected', async () => {
    const { next_cursor } = await read(shared.client, 'limit=5&sort=highest')
    for (const order of ['', '&sort=newest', '&sort=oldest', '&sort=lowest']) {
      const { status, json } = await shared.client.get(
        `/api/reviews/search?cursor=${next_cursor}${order}`,
      )
      assert.equal(status, 400, order)
      assert.deepEqual(json.issues, [
        {
          path: ['cursor'],
          code: 'invalid_cursor',
          message: 'must be the next_cursor of an earlier answer in the same order',
        },
      ])
    }
  })
})

describe('The pages of a search while the data changes', () => {
  it('No review is repeated or skipped when newer and older ones are added between pages', async t => {
    const service = await startTestService(t, { rows: rows(30) })
    const client = await createClient(service.url)
    const before = await read(client, 'limit=100')
    const first = await read(client, 'limit=10')
    await service.importRows([
      row({ source_id: 'newer', date: '2026-06-01' }),
      row({ source_id: 'newer still', date: '2026-06-02' }),
      row({ source_id: 'between', date: '2020-01-05', author: 'Latecomer' }),
    ])
    await until(async () => (await read(client, 'limit=1')).matched === 33)
    const rest = await readPages(client, `limit=10&cursor=${first.next_cursor}`)
    const seen = [...first.reviews, ...rest.flatMap(page => page.reviews)]
    const known = new Set(before.reviews.map(({ id }) => id))
    assert.deepEqual(
      seen.filter(({ id }) => known.has(id)).map(({ id }) => id),
      before.reviews.map(({ id }) => id),
    )
    assert.equal(seen.length, 31)
  })
})

async function read(client: Client, query: string): Promise<Page> {
  const { status, json } = await client.get(`/api/reviews/search?${query}`)
  assert.equal(status, 200, query)
  return json
}

async function readPages(client: Client, query: string): Promise<Page[]> {
  const pages = [await read(client, query)]
  const rest = query.replace(/&?cursor=[^&]*/, '')
  for (let last = pages[0]!; last.next_cursor !== null; ) {
    last = await read(client, `${rest}&cursor=${last.next_cursor}`)
    pages.push(last)
    assert.ok(pages.length < 100, 'the pages never end')
  }
  return pages
}
