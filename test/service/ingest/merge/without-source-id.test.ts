import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type Row, row } from '../../../kit/rows.ts'
import { runs } from '../../../kit/runs.ts'
import { openTestStore, type TestStore } from '../../../kit/store.ts'

const counts = { added: 0, edited: 0, unchanged: 0, duplicate: 0, returned: 0, erased: 0 }
const about = (change: Row) => row({ date_precision: 'week', ...change })
const bare = (change: Row = {}) => row({ author: null, text: null, ...change })

const opsOf = async (kept: TestStore) =>
  (await kept.query('select op from ledger order by seq')).map(({ op }) => op)
const shownBy = async ({ store }: TestStore) =>
  (await store.changesSince(0)).shown.map(({ content }) => content.text).toSorted()

/** Erases the review with this text. */
async function erase({ store }: TestStore, text: string): Promise<void> {
  const { shown } = await store.changesSince(0)
  const known = shown.find(({ content }) => content.text === text)!
  await store.write(writer => writer.erase(known))
}

describe('A review that its source does not name', () => {
  it('A different text by the same author on the same day is an edit', async t => {
    const kept = await openTestStore(t)
    await kept.take([row()])
    assert.deepEqual(await kept.take([row({ text: 'Cold again.', rating: 1 })]), {
      ...counts,
      edited: 1,
    })
    const { shown } = await kept.store.changesSince(0)
    assert.deepEqual(
      shown.map(({ revision, content }) => [revision, content.text]),
      [[2, 'Cold again.']],
    )
  })

  it('A review is edited beside another of the same author and day, whatever their order', async t => {
    const kept = await openTestStore(t)
    await kept.take([row({ text: 'The drain.' }), row({ text: 'The heater.' })])
    const report = await kept.take([
      row({ text: 'The heater, again.' }),
      row({ text: 'The drain.' }),
    ])
    assert.deepEqual(report, { ...counts, edited: 1, unchanged: 1 })
    assert.deepEqual(await shownBy(kept), ['The drain.', 'The heater, again.'])
  })

  it('Nothing is edited if more than one review could have changed', async t => {
    const kept = await openTestStore(t)
    await kept.take([row({ text: 'The drain.' })])
    const report = await kept.take([row({ text: 'The heater.' }), row({ text: 'The boiler.' })])
    assert.deepEqual(report, { ...counts, added: 2 })
    assert.deepEqual(await opsOf(kept), ['add', 'add', 'add'])
  })

  it('A vague date alone does not make a different text an edit', async t => {
    const kept = await openTestStore(t)
    const known = about({ text: 'Warm again.', date: '2026-03-14' })
    await kept.take([known])
    const newest = about({ text: 'Cold again.', rating: 1, date: '2026-05-30' })
    const later = { ...known, date: '2026-03-17' }
    assert.deepEqual(await kept.take([newest, later]), { ...counts, added: 1, unchanged: 1 })
    assert.deepEqual(await kept.take([newest]), { ...counts, unchanged: 1 })
    assert.deepEqual(await kept.take([about({ text: 'A third.' })]), { ...counts, added: 1 })
    assert.deepEqual(await opsOf(kept), ['add', 'add', 'add'])
  })

  it('The owner reply returns to its own review', async t => {
    const kept = await openTestStore(t)
    const answered = bare({ owner_reply: { text: 'Thank you.', date: '2026-03-15' } })
    await kept.take([answered, bare()])
    assert.deepEqual(await kept.take([bare(), answered]), { ...counts, unchanged: 2 })
    const twice = bare({ owner_reply: { text: 'Thanks.', date: '2026-03-15' } })
    assert.deepEqual(await kept.take([twice, answered]), { ...counts, edited: 1, unchanged: 1 })
    assert.equal((await opsOf(kept)).at(-1), 'reply')
  })

  it('A review is found in a store that was filled from what another one publishes', async t => {
    const [kept, moved] = [await openTestStore(t), await openTestStore(t)]
    const two = [row({ text: 'The drain.' }), row({ text: 'The heater.' })]
    await kept.take(two)
    const { shown } = await kept.store.changesSince(0)
    await moved.take(shown.map(({ id, source, content }) => ({ id, source, ...content })))
    assert.deepEqual(await moved.take(two.toReversed()), { ...counts, unchanged: 2 })
  })
})

describe('Anonymous ratings without words', () => {
  it('Anonymous ratings without a text are each a review of their own', async t => {
    const kept = await openTestStore(t)
    assert.deepEqual(await kept.take([bare(), bare(), bare()]), { ...counts, added: 3 })
    assert.deepEqual(await kept.take([bare(), bare(), bare()]), { ...counts, unchanged: 3 })
    assert.deepEqual(await kept.take([bare(), bare()]), { ...counts, unchanged: 2 })
    assert.deepEqual(await kept.take(Array.from({ length: 4 }, () => bare())), {
      ...counts,
      added: 1,
      unchanged: 3,
    })
  })

  it('Anonymous ratings without a text are never edits of each other', async t => {
    const kept = await openTestStore(t)
    await kept.take([bare()])
    assert.deepEqual(await kept.take([bare({ rating: 1 })]), { ...counts, added: 1 })
  })

  it('An anonymous rating that is gone does not return while another is shown', async t => {
    const kept = await openTestStore(t)
    await kept.take([bare(), bare()])
    const [first] = await kept.query('select id from review order by length(source_key)')
    await kept.store.write(writer => writer.remove(String(first!.id)))
    assert.deepEqual(await kept.take([bare()]), { ...counts, unchanged: 1 })
    assert.deepEqual(await kept.take([bare(), bare()]), { ...counts, unchanged: 1, returned: 1 })
  })
})

describe('An erased review that its source does not name', () => {
  const [drain, heater] = [row({ text: 'The drain.' }), row({ text: 'The heater.' })]

  it('An erased review without a source id does not come back, whatever the order', async t => {
    for (const erased of ['The drain.', 'The heater.']) {
      const kept = await openTestStore(t)
      await kept.take([drain, heater])
      await erase(kept, erased)
      const left = await shownBy(kept)
      for (const list of [
        [drain, heater],
        [heater, drain],
      ])
        assert.deepEqual(await kept.take(list), { ...counts, unchanged: 1, erased: 1 })
      assert.deepEqual(await shownBy(kept), left)
    }
  })

  it('An erased review with a vague date does not come back', async t => {
    const kept = await openTestStore(t)
    const list = ['a', 'b', 'c'].map(text => about({ text }))
    await kept.take(list)
    for (const text of ['b', 'c']) await erase(kept, text)
    const later = list.map(one => ({ ...one, date: '2026-03-20' })).toReversed()
    assert.deepEqual(await kept.take(later), { ...counts, unchanged: 1, erased: 2 })
    assert.deepEqual(await shownBy(kept), ['a'])
  })

  it('An erased review does not come back as an edit of the one beside it', async t => {
    const kept = await openTestStore(t)
    await kept.take([drain, heater])
    await erase(kept, 'The drain.')
    assert.deepEqual(await kept.take([drain]), { ...counts, erased: 1 })
    assert.deepEqual(await shownBy(kept), ['The heater.'])
  })
})

describe('A file of reviews that nothing names', () => {
  it('A file without source ids changes nothing when imported again in any order, and every row counts', async t => {
    const twoOrders = anyUnnamed().chain(list =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    )
    await fc.assert(
      fc.asyncProperty(anyUnnamed(), twoOrders, async (before, [list, shuffled]) => {
        const kept = await openTestStore(t)
        await kept.take(before)
        const first = await kept.take(list)
        const version = await kept.store.version()
        const again = await kept.take(shuffled)
        assert.equal(first.added + first.edited + first.unchanged + first.duplicate, list.length)
        assert.deepEqual(again, {
          ...counts,
          unchanged: again.unchanged,
          duplicate: first.duplicate,
        })
        assert.equal(await kept.store.version(), version)
      }),
      runs(40),
    )
  })

  it('A group larger than one statement is imported completely', async t => {
    const kept = await openTestStore(t)
    const list = Array.from({ length: 1201 }, (_, number) =>
      number % 2
        ? bare({ rating: 1 + (number % 5) })
        : about({ author: 'Google user', text: `No. ${number}` }),
    )
    assert.deepEqual(await kept.take(list), { ...counts, added: 1201 })
    assert.deepEqual(await kept.take(list.toReversed()), { ...counts, unchanged: 1201 })
  })
})

/** Few authors, days and texts, so that groups are large. What is not content follows from it. */
function anyUnnamed(): fc.Arbitrary<Row[]> {
  const one = fc.record({
    author: fc.constantFrom(null, 'Ada', 'Google user'),
    rating: fc.integer({ min: 4, max: 5 }),
    text: fc.constantFrom(null, 'x', 'y'),
    date: fc.constantFrom('2026-03-14', '2026-03-15'),
    date_precision: fc.constantFrom('day', 'day', 'week'),
  })
  return fc.array(one.map(row), { maxLength: 14 })
}
