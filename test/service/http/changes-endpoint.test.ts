import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import fc from 'fast-check'
import { mergeRows, removeAbsent } from '../../../src/ingest/merge/merge-rows.ts'
import { audit, type Pin } from '../../../src/ledger/audit.ts'
import type { Change, ChangesPage } from '../../../src/model/change.ts'
import type { Review } from '../../../src/model/review.ts'
import { sha256 } from '../../../src/store/base/node-signatures.ts'
import type { StoreWriter } from '../../../src/store/store.ts'
import { startTestApp } from '../../kit/app.ts'
import { business, type Row, row, rows } from '../../kit/rows.ts'
import { runs } from '../../kit/runs.ts'
import { startTestService, until } from '../../kit/service.ts'
import { startBuilder } from '../../kit/snapshot-builder.ts'
import { checkRows } from '../../kit/valid-rows.ts'

const NOW = '2026-11-15T12:00:00.000Z'

/** Something that happens to a store. */
type Step = (writer: StoreWriter) => Promise<void>

const inGoogle = (writer: StoreWriter, list: Row[]) => mergeRows(checkRows(list).good, writer, NOW)

/** Does something to the n-th of the reviews in a given state. */
function toOne(
  state: string,
  work: (
    writer: StoreWriter,
    known: NonNullable<Awaited<ReturnType<StoreWriter['find']>>>,
  ) => Promise<unknown>,
) {
  return (number: number): Step =>
    async writer => {
      const { known } = await writer.findKnown(
        Array.from({ length: 8 }, (_, key) => ({ id: '', source: 'google', sourceKey: `r${key}` })),
      )
      const candidates = known.filter(one => one.state === state)
      if (candidates.length > 0) await work(writer, candidates[number % candidates.length]!)
    }
}

const anyRow = fc
  .record({
    number: fc.nat(7),
    rating: fc.integer({ min: 1, max: 5 }),
    text: fc.constantFrom('Warm again.', 'Cold again.', 'Ada came on time.'),
    date: fc.constantFrom('2026-03-14', '2026-03-15', '2025-12-01'),
    avatar: fc.constantFrom(null, 'https://example.com/1.png', 'https://example.com/2.png'),
    reply: fc.constantFrom(null, { text: 'Thank you.', date: '2026-04-01' }),
    verified: fc.constantFrom(null, null, null, false),
  })
  .map(({ number, avatar, reply, ...rest }) =>
    row({ source_id: `r${number}`, author_avatar_url: avatar, owner_reply: reply, ...rest }),
  )

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .array(anyRow, { maxLength: 5 })

      .map(
        (list): Step =>
          writer =>
            inGoogle(writer, list).then(() => {}),
      ),
  },
  {
    weight: 2,
    arbitrary: fc.array(anyRow, { minLength: 1, maxLength: 8 }).map(
      (list): Step =>
        async writer => {
          const { met } = await inGoogle(writer, list)
          // More than a tenth at once must be noted first, then confirmed.
          await removeAbsent(met, writer, false).catch(() => {})
          await removeAbsent(met, writer, true).catch(() => {})
        },
    ),
  },
  fc.nat(7).map(toOne('published', (writer, known) => writer.withhold(known, 'spam'))),
  fc.nat(7).map(toOne('withheld', (writer, known) => writer.restore(known))),
  fc.nat(7).map(toOne('published', (writer, known) => writer.erase(known))),
  fc.nat(7).map(toOne('gone', (writer, known) => writer.erase(known))),
  fc.constantFrom('platform', 'none').map(level => async (writer: StoreWriter) => {
    const now = (await writer.business())!
    await writer.setBusiness({ ...now, verification: { google: { level, method: null } } })
  }),
  fc.constantFrom('Ada', 'Cold').map(alias => async (writer: StoreWriter) => {
    const now = (await writer.business())!
    await writer.setBusiness({
      ...now,
      technicians: [{ name: 'Ada Ito', role: null, aliases: [alias] }],
    })
  }),
)

/** A client that follows the feed, one page at a time. */
function createFollower(url: string, limit: number) {
  const held = new Map<string, Review>()
  let cursor = '0'
  return {
    held,
    /** Resolves with whether there is more. */
    async readPage(): Promise<boolean> {
      const response = await fetch(`${url}/api/reviews/changes?cursor=${cursor}&limit=${limit}`)
      const page = (await response.json()) as ChangesPage
      assert.equal(response.headers.get('link') !== null, page.has_more)
      for (const { review, review_id } of page.changes)
        if (review) held.set(review_id, review)
        else held.delete(review_id)
      cursor = page.next_cursor
      return page.has_more
    },
    async readAll() {
      while (await this.readPage());
      return held
    },
  }
}

describe('A client of the change feed', () => {
  it('A client that follows the changes ends up with the reviews of /reviews.json, from the start or any cursor, after any history', async t => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(anyStep, fc.boolean()), { minLength: 1, maxLength: 14 }),
        fc.integer({ min: 1, max: 4 }),
        async (steps, limit) => {
          const [builder, face] = [
            await startBuilder(t, business, async () => []),
            await startTestApp(t),
          ]
          const follower = createFollower(face.url, limit)
          let pinned: Pin | null = null
          for (const [step, reads] of steps) {
            await builder.store.write(step)
            face.show(await builder.build())
            if (reads) await follower.readPage()
            if (reads) pinned = await check(face.url, pinned)
          }
          face.show(await builder.build())
          const { reviews } = (await (await fetch(`${face.url}/reviews.json`)).json()) as {
            reviews: Review[]
          }
          const shown = new Map(reviews.map(review => [review.id, review]))
          assert.deepEqual(sorted(await createFollower(face.url, limit).readAll()), sorted(shown))
          assert.deepEqual(sorted(await follower.readAll()), sorted(shown))
          await check(face.url, pinned)
        },
      ),
      runs(10),
    )
  })
})

const sorted = (held: Map<string, Review>) => [...held].sort(([a], [b]) => (a < b ? -1 : 1))

async function check(url: string, pinned: Pin | null): Promise<Pin> {
  const get = async (path: string) => {
    const response = await fetch(url + path)
    assert.equal(response.status, 200, path)
    return new Uint8Array(await response.arrayBuffer())
  }
  return (await audit({ get, hash: sha256, pinned })).pin
}

describe('GET /api/reviews/changes', () => {
  async function changes(url: string, query = ''): Promise<ChangesPage> {
    return (await (await fetch(`${url}/api/reviews/changes${query}`)).json()) as ChangesPage
  }
  const told = ({ seq, op, review, reason }: Change) => [seq, op, review?.text ?? null, reason]

  async function start(t: TestContext) {
    const [builder, face] = [await startBuilder(t, business, async () => []), await startTestApp(t)]
    const act = async (step: Step) => {
      await builder.store.write(step)
      face.show(await builder.build())
    }
    return { builder, face, act }
  }

  it('The change feed lists what happened, oldest first, each with the current review', async t => {
    const { face, act } = await start(t)
    await act(async writer => void (await inGoogle(writer, rows(2))))
    await act(
      async writer =>
        void (await inGoogle(
          writer,
          rows(1, () => ({ text: 'Changed.' })),
        )),
    )
    const { changes: list, ...end } = await changes(face.url)
    assert.deepEqual(list.map(told), [
      [1, 'add', 'Changed.', null],
      [2, 'add', 'Review number 1.', null],
      [3, 'edit', 'Changed.', null],
    ])
    assert.match(end.next_cursor, /^3-[0-9a-f]{8}-1$/)
    assert.equal(end.has_more, false)
  })

  it('The change feed leaves a tombstone for a removed review in every entry about it', async t => {
    const { face, act } = await start(t)
    await act(async writer => void (await inGoogle(writer, rows(2))))
    await act(toOne('published', (writer, known) => writer.withhold(known, 'off_topic'))(0))
    await act(toOne('published', (writer, known) => writer.erase(known))(0))
    assert.deepEqual((await changes(face.url)).changes.map(told), [
      [1, 'add', null, null],
      [2, 'add', null, null],
      [3, 'withhold', null, 'off_topic'],
      [4, 'erase', null, 'erasure_request'],
    ])
  })

  it('The change feed repeats the last entry about a review when its link changed, which is not an edit', async t => {
    const { face, act } = await start(t)
    await act(async writer => void (await inGoogle(writer, rows(3))))
    const { next_cursor } = await changes(face.url)
    await act(
      async writer =>
        void (await inGoogle(
          writer,
          rows(1, () => ({ source_url: 'https://example.com/r0' })),
        )),
    )
    const page = await changes(face.url, `?cursor=${next_cursor}`)
    assert.deepEqual(
      page.changes.map(change => [change.seq, change.op, change.review?.source_url]),
      [[1, 'add', 'https://example.com/r0']],
    )
    assert.deepEqual((await changes(face.url, `?cursor=${page.next_cursor}`)).changes, [])
  })

  it('The change feed does not mention a change to the business that shows in no review', async t => {
    const { face, act } = await start(t)
    await act(async writer => void (await inGoogle(writer, rows(3))))
    const { next_cursor } = await changes(face.url)
    const before = await fetch(`${face.url}/api/reviews/changes?cursor=${next_cursor}`)
    await act(async writer =>
      writer.setBusiness({ ...(await writer.business())!, telephone: '+1 555 0100' }),
    )
    assert.deepEqual(await changes(face.url, `?cursor=${next_cursor}`), await before.json())
  })

  it('The change feed has pages that link to the next one and return 304 to a client that has them', async t => {
    const { face, act } = await start(t)
    await act(async writer => void (await inGoogle(writer, rows(5))))
    const first = await fetch(`${face.url}/api/reviews/changes?limit=2`)
    assert.match(
      first.headers.get('link')!,
      /^<https:\/\/reviews\.example\/api\/reviews\/changes\?cursor=2-[0-9a-f]{8}-1&limit=2>; rel="next"$/,
    )
    const again = await fetch(`${face.url}/api/reviews/changes?limit=2`, {
      headers: { 'if-none-match': first.headers.get('etag')! },
    })
    assert.equal(again.status, 304)
    const last = await fetch(`${face.url}/api/reviews/changes?cursor=4&limit=2`)
    assert.equal(last.headers.get('link'), null)
  })

  it('The change feed rejects a cursor that it did not issue', async t => {
    const { face, act } = await start(t)
    await act(async writer => void (await inGoogle(writer, rows(2))))
    for (const cursor of ['-1', '1.5', 'x', '3', '1-', '1-2-', '1-2-3', '00', '1-00000000-1'])
      assert.equal(
        (await fetch(`${face.url}/api/reviews/changes?cursor=${cursor}`)).status,
        400,
        cursor,
      )
  })
})

describe('A removed review', () => {
  it('A removed review returns 410 with its tombstone, as JSON and as a page, and one that never existed 404', async t => {
    const service = await startTestService(t, { business, rows: rows(2) })
    const { changes } = (await (
      await fetch(`${service.url}/api/reviews/changes`)
    ).json()) as ChangesPage
    const id = changes[0]!.review_id
    assert.equal((await fetch(`${service.url}/api/reviews/${id}`)).status, 200)
    assert.equal((await fetch(`${service.url}/reviews/${id}`)).status, 200)
    const { openTestStore } = await import('../../kit/store.ts')
    const { store } = await openTestStore(t, service.folder)
    await store.write(async writer => writer.withhold((await writer.find(id))!, 'spam'))
    await until(async () => (await fetch(`${service.url}/api/reviews/${id}`)).status === 410)
    const gone = (await (await fetch(`${service.url}/api/reviews/${id}`)).json()) as {
      error: string
      tombstone: object
    }
    assert.equal(gone.error, 'gone')
    assert.deepEqual(Object.keys(gone.tombstone), ['seq', 'op', 'at', 'review_id', 'reason'])
    const page = await fetch(`${service.url}/reviews/${id}`)
    assert.deepEqual(
      [page.status, page.headers.get('content-type')],
      [410, 'text/html; charset=utf-8'],
    )
    for (const address of ['/api/reviews/01KKMT9200AAAAAAAAAAAAAAAA', '/reviews/nonsense'])
      assert.equal((await fetch(service.url + address)).status, 404)
  })
})
