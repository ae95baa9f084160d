import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { SourceTotal } from '../../src/model/change.ts'
import type { StoreWriter } from '../../src/store/store.ts'
import { rows } from '../kit/rows.ts'
import { openTestStore } from '../kit/store.ts'

/** Six reviews with one to five stars and one more; they are found by their number. */
async function open(t: TestContext) {
  const kept = await openTestStore(t)
  await kept.take(rows(6, number => ({ rating: (number % 5) + 1 })))
  const ids = (await kept.query('select id from review order by source_key')).map(({ id }) =>
    String(id),
  )
  const change = (
    work: (writer: StoreWriter, find: (number: number) => Promise<Known>) => Promise<void>,
  ) => kept.store.write(writer => work(writer, async number => (await writer.find(ids[number]!))!))
  const history = async () => (await kept.store.changesSince(0)).history
  return { ...kept, ids, change, history }
}
type Known = NonNullable<Awaited<ReturnType<StoreWriter['find']>>>

describe('The history of the reviews', () => {
  it('Removals are counted by reason, month, source and stars', async t => {
    const { change, history } = await open(t)
    await change(async (writer, find) => {
      await writer.withhold(await find(0), 'spam')
      await writer.withhold(await find(5), 'spam')
      await writer.remove((await find(1)).id)
    })
    const { removals } = await history()
    assert.deepEqual(
      removals.map(({ month, ...rest }) => rest),
      [
        { reason: 'source_removed', source: 'google', stars: 2, count: 1 },
        { reason: 'spam', source: 'google', stars: 1, count: 2 },
      ],
    )
    assert.match(removals[0]!.month, /^\d{4}-\d\d$/)
  })

  it('Of an erased review only month and stars are left, and no id is kept with them', async t => {
    const { change, history, query, ids } = await open(t)
    await change(async (writer, find) => writer.erase(await find(4)))
    const [removal] = (await history()).removals
    assert.deepEqual(
      { ...removal, month: '' },
      { reason: 'erasure_request', month: '', source: null, stars: 5, count: 1 },
    )
    const settings = await query("select value from setting where key = 'erased_stars'")
    assert.doesNotMatch(JSON.stringify(settings), new RegExp(ids[4]!))
  })

  it('An erasure from before stars were counted has none', async t => {
    const { change, history, query } = await open(t)
    await change(async (writer, find) => writer.erase(await find(4)))
    await query("delete from setting where key = 'erased_stars'")
    assert.equal((await history()).removals[0]!.stars, null)
  })

  it('A review that is shown again is no longer among the removals', async t => {
    const { change, history } = await open(t)
    await change(async (writer, find) => writer.withhold(await find(0), 'spam'))
    await change(async (writer, find) => void (await writer.restore(await find(0))))
    assert.deepEqual((await history()).removals, [])
  })

  it('Changed stars are counted by month, and revisions say what changed but not what it was', async t => {
    const { take, history, ids } = await open(t)
    await take(rows(2, number => ({ rating: number === 0 ? 5 : 2, text: `Changed ${number}.` })))
    const { star_changes, revisions } = await history()
    assert.equal(star_changes.count, 1)
    assert.equal(star_changes.by_month.length, 1)
    const changed = new Map(revisions)
    assert.deepEqual(
      [0, 1].map(number => changed.get(ids[number]!)!.map(({ at, ...rest }) => rest)),
      [
        [{ revision: 2, changed: ['rating', 'text'], rating: { from: 1, to: 5 } }],
        [{ revision: 2, changed: ['text'], rating: null }],
      ],
    )
    assert.equal(changed.size, 2)
  })

  it('Reviews that were never shown are counted by reason', async t => {
    const { take, history } = await open(t)
    await take(rows(2, () => ({ source: 'direct' })))
    assert.deepEqual((await history()).unpublished, [{ reason: 'not_verified', count: 2 }])
  })

  it('The newest total of a source counts, whoever states it', async t => {
    const { store, history } = await open(t)
    const total = (review_count: number, at: string): SourceTotal => ({
      ...{ source: 'google', review_count, rating_value: 4.5, at, url: null },
      stated_by: 'export',
    })
    const note = (...totals: SourceTotal[]) =>
      store.write(writer => writer.noteSourceTotals(totals))
    await note(total(7, '2026-11-02T00:00:00.000Z'))
    await note(total(6, '2026-11-01T00:00:00.000Z'), {
      ...total(3, '2026-11-01T00:00:00.000Z'),
      source: 'yelp',
    })
    const { source_totals } = await history()
    assert.deepEqual(
      source_totals.map(({ source, review_count }) => [source, review_count]),
      [
        ['google', 7],
        ['yelp', 3],
      ],
    )
  })
})
