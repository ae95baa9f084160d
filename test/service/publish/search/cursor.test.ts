import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Review } from '../../../../src/model/review.ts'
import { SearchArgs } from '../../../../src/model/search.ts'
import type { Snapshot } from '../../../../src/publish/snapshot.ts'
import {
  anyRow,
  comparePlainly,
  findPlainly,
  idsOf,
  SORTS,
  search,
} from '../../../kit/publish/search/plain-search.ts'
import { day, type Row, rows } from '../../../kit/rows.ts'
import {
  buildReviews,
  readJson,
  startBuilder,
  type TestBuilder,
} from '../../../kit/snapshot-builder.ts'

const FILTERS = [
  {},
  { min_rating: 3 },
  { rating: 5, has_reply: true },
  { query: 'a' },
  { language: 'en', since: day(2) },
  { source: 'google', until: day(5) },
]

describe('cursors', () => {
  for (const sort of SORTS)
    it(`Cursors lead through all hits exactly once with any filter, sorted by ${sort}`, async t => {
      const snapshot = await buildReviews(
        t,
        rows(57, number => ({ date: day(Math.floor(number / 4)) })),
      )
      for (const filter of [...FILTERS, { query: 'number' }, { since: day(3), until: day(11) }]) {
        const ids = pageThrough(snapshot, { ...filter, sort, limit: 7 })
        const all = search(snapshot, { ...filter, sort, limit: 100 })
        assert.deepEqual(ids, idsOf(all.reviews))
        assert.equal(new Set(ids).size, all.matched)
      }
    })

  it('Cursors keep their position in every order while reviews come, go and change', async t => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRow(), { minLength: 5, maxLength: 20, size: 'max' }),
        fc.array(anyChange(), { minLength: 4, maxLength: 6 }),
        fc.integer({ min: 1, max: 4 }),
        async (first, changes, limit) => {
          const builder = await startBuilder(t, undefined, async () => [])
          const imported = first.map((one, index) => ({ ...one, source_id: `s${index}` }))
          await builder.take(imported)
          const readers = SORTS.flatMap(sort =>
            FILTERS.map(filter => createReader({ ...filter, sort, limit })),
          )
          for (const change of changes) {
            const snapshot = await builder.build()
            const all: Review[] = readJson(snapshot, '/reviews.json').reviews
            for (const reader of readers) reader.read(snapshot, all)
            await makeChange(builder, imported, change, all)
          }
        },
      ),
      { numRuns: 8 },
    )
  })

  it('A cursor in the newest order names the day and the id of the last review', async t => {
    const snapshot = await buildReviews(t, rows(3))
    const { reviews, nextCursor } = search(snapshot, { limit: 1 })
    assert.equal(nextCursor, Buffer.from(`20200103${reviews[0]!.id}`).toString('base64url'))
  })

  it('A cursor is valid in its own order only', async t => {
    const snapshot = await buildReviews(t, rows(7))
    for (const sort of SORTS) {
      const cursor = search(snapshot, { sort, limit: 2 }).nextCursor!
      for (const other of SORTS) {
        const found = snapshot.search(SearchArgs.parse({ sort: other, cursor }))
        assert.equal(found === null, other !== sort, `${sort} ${other}`)
      }
    }
  })

  it('A cursor that was altered is rejected', async t => {
    const snapshot = await buildReviews(t, rows(3))
    for (const sort of SORTS) {
      const cursor = search(snapshot, { sort, limit: 1 }).nextCursor!
      const plain = Buffer.from(cursor, 'base64url').toString()
      const forged = ['h', 'l', 'o', 'h0', 'h6', 'o5', '5', 'hh', 'n'].map(head =>
        Buffer.from(head + plain.slice(-34)).toString('base64url'),
      )
      forged.push(Buffer.from(plain.slice(0, -26) + '!'.repeat(26)).toString('base64url'))
      for (const strange of ['x', 'AAAA', `${cursor}=`, `${cursor}\n`, cursor.slice(1), ...forged])
        if (strange !== cursor)
          assert.equal(snapshot.search(SearchArgs.parse({ sort, cursor: strange })), null, strange)
    }
  })
})

function pageThrough(snapshot: Snapshot, args: Partial<SearchArgs>): string[] {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const page = search(snapshot, { ...args, ...(cursor && { cursor }) })
    ids.push(...idsOf(page.reviews))
    cursor = page.nextCursor
  } while (cursor)
  return ids
}

/** Reads page after page. Each must hold what a plain scan finds now after the last review as it was then. */
function createReader(args: Partial<SearchArgs> & { limit: number }) {
  let last: Review | undefined
  let cursor: string | null | undefined
  return {
    read(snapshot: Snapshot, all: Review[]) {
      if (cursor === null) return
      const page = search(snapshot, { ...args, ...(cursor && { cursor }) })
      const hits = findPlainly(all, args)
      const rest = hits.filter(
        review => !last || comparePlainly(last, review, args.sort ?? 'newest') < 0,
      )
      assert.deepEqual(idsOf(page.reviews), idsOf(rest.slice(0, args.limit)), JSON.stringify(args))
      assert.equal(page.matched, hits.length)
      assert.equal(page.nextCursor === null, rest.length <= args.limit)
      last = page.reviews.at(-1)
      cursor = page.nextCursor
    },
  }
}

type Change = {
  added: Row[]
  removed: number[]
  edited: { index: number; rating: number; date: string }[]
}

function anyChange(): fc.Arbitrary<Change> {
  const rating = fc.integer({ min: 1, max: 5 })
  const date = fc.integer({ min: 0, max: 6 }).map(day)
  return fc.record({
    added: fc.array(anyRow(), { maxLength: 3 }),
    removed: fc.array(fc.nat(24), { maxLength: 2 }),
    edited: fc.array(fc.record({ index: fc.nat(24), rating, date }), { maxLength: 2 }),
  })
}

/** `imported` holds all rows so far, as they first were. */
async function makeChange(
  builder: TestBuilder,
  imported: Row[],
  { added, removed, edited }: Change,
  all: Review[],
) {
  await builder.store.write(async writer => {
    for (const id of new Set(removed.flatMap(index => all[index]?.id ?? [])))
      await writer.remove(id)
  })
  const news = edited.map(({ index, ...rest }) => ({
    ...imported[index % imported.length],
    ...rest,
  }))
  const late = added.map((one, index) => ({ ...one, source_id: `s${imported.length + index}` }))
  await builder.take([...news, ...late])
  imported.push(...late)
}
