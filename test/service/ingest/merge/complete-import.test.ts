import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import fc from 'fast-check'
import {
  type CompleteReport,
  mergeRows,
  removeAbsent,
} from '../../../../src/ingest/merge/merge-rows.ts'
import { FileProblem } from '../../../../src/ingest/values/file-problem.ts'
import { type Row, row, rows } from '../../../kit/rows.ts'
import { runs } from '../../../kit/runs.ts'
import { openTestStore, type TestStore } from '../../../kit/store.ts'
import { checkRows } from '../../../kit/valid-rows.ts'

/** Reviews of one source, r0 and so on. */
const TWENTY = rows(20)
const without = (...ids: string[]) =>
  TWENTY.filter(({ source_id }) => !ids.includes(source_id as string))

/** One complete import. */
const list = (
  { store, clock }: TestStore,
  listed: Row[],
  confirm = false,
): Promise<CompleteReport> =>
  store.write(async writer => {
    const { met } = await mergeRows(checkRows(listed).good, writer, clock.now)
    return await removeAbsent(met, writer, confirm)
  })

async function openWithTwenty(t: TestContext): Promise<TestStore> {
  const kept = await openTestStore(t)
  await kept.take(TWENTY)
  return kept
}

const stateOf = async (kept: TestStore, id: string) =>
  (await kept.query(`select state from review where source_key = '${id}'`))[0]?.state
/** The ledger after the entries that added the reviews. */
const laterEntries = async (kept: TestStore) =>
  (await kept.query('select op, reason from ledger where seq > 20 order by seq')).map(entry => ({
    ...entry,
  }))
/** All that an import may change. */
const allOf = (kept: TestStore) =>
  Promise.all(
    ['review', 'revision', 'ledger', 'publication'].map(table =>
      kept.query(`select * from ${table} order by 1, 2`),
    ),
  )

describe('A complete import', () => {
  it('A first absence is only noted and changes nothing for readers', async t => {
    const kept = await openWithTwenty(t)
    assert.deepEqual(await list(kept, without('r3')), { gone: 0, missing: 1 })
    assert.equal(await stateOf(kept, 'r3'), 'published')
    assert.deepEqual(await laterEntries(kept), [])
    assert.equal(await kept.store.version(), 1)
  })

  it('A review that a second complete import lacks is removed', async t => {
    const kept = await openWithTwenty(t)
    await list(kept, without('r3'))
    assert.deepEqual(await list(kept, without('r3', 'r4')), { gone: 1, missing: 1 })
    assert.deepEqual([await stateOf(kept, 'r3'), await stateOf(kept, 'r4')], ['gone', 'published'])
    assert.deepEqual(await laterEntries(kept), [{ op: 'gone_at_source', reason: 'source_removed' }])
  })

  it('A review is removed at once with confirm', async t => {
    const kept = await openWithTwenty(t)
    assert.deepEqual(await list(kept, without('r3', 'r4'), true), { gone: 2, missing: 0 })
    assert.equal((await laterEntries(kept)).length, 2)
  })

  it('A review that is gone already is not reported again', async t => {
    const kept = await openWithTwenty(t)
    await list(kept, without('r3'), true)
    assert.deepEqual(await list(kept, without('r3'), true), { gone: 0, missing: 0 })
    assert.equal((await laterEntries(kept)).length, 1)
  })

  it('A review that is back is no longer missing', async t => {
    const kept = await openWithTwenty(t)
    await list(kept, without('r3'))
    assert.deepEqual(await list(kept, TWENTY), { gone: 0, missing: 0 })
    assert.deepEqual(await list(kept, without('r3')), { gone: 0, missing: 1 })
  })

  it('Any import with the review ends its absence, changed or not', async t => {
    const kept = await openWithTwenty(t)
    await list(kept, without('r3', 'r4'))
    await kept.take(TWENTY.filter(one => one.source_id === 'r3'))
    await kept.take([row({ ...TWENTY[4], text: 'Changed.' })])
    assert.deepEqual(await list(kept, without('r3', 'r4')), { gone: 0, missing: 2 })
  })

  it('A review that is back is restored, edited or not', async t => {
    const kept = await openWithTwenty(t)
    await list(kept, without('r3', 'r4'), true)
    const back = TWENTY.map(one =>
      one.source_id === 'r4' ? { ...one, text: 'On second thoughts.' } : one,
    )
    const { returned, edited, added } = await kept.take(back)
    assert.deepEqual({ returned, edited, added }, { returned: 2, edited: 0, added: 0 })
    assert.deepEqual(
      (await laterEntries(kept)).map(({ op }) => op),
      ['gone_at_source', 'gone_at_source', 'restore', 'restore'],
    )
    const { shown } = await kept.store.changesSince(0)
    const revisions = Object.fromEntries(shown.map(one => [one.source_key, one.revision]))
    assert.deepEqual([shown.length, revisions.r3, revisions.r4], [20, 1, 2])
  })

  it('Reviews of other sources are left alone', async t => {
    const kept = await openWithTwenty(t)
    await kept.take(rows(5, () => ({ source: 'yelp' })))
    assert.deepEqual(await list(kept, without('r3'), true), { gone: 1, missing: 0 })
    const shown = await kept.query(
      "select id from review where source = 'yelp' and state = 'published'",
    )
    assert.equal(shown.length, 5)
  })

  it('A file without reviews removes nothing', async t => {
    const kept = await openWithTwenty(t)
    assert.deepEqual(await list(kept, [], true), { gone: 0, missing: 0 })
  })

  it('A withheld review stays withheld', async t => {
    const kept = await openWithTwenty(t)
    const { shown } = await kept.store.changesSince(0)
    const third = shown.find(({ source_key }) => source_key === 'r3')!
    await kept.store.write(writer => writer.withhold(third, 'spam'))
    assert.deepEqual(await list(kept, without('r3'), true), { gone: 0, missing: 0 })
    assert.equal(await stateOf(kept, 'r3'), 'withheld')
  })
})

describe('A complete import that lacks more than a tenth', () => {
  const lacking = without('r1', 'r2', 'r3')
  const problem = (way: RegExp) => (error: Error) => {
    assert.ok(error instanceof FileProblem)
    assert.match(
      error.message,
      /^Nothing was imported: 3 of 2[01] reviews would be removed\. Is the file complete\?/,
    )
    assert.match(error.message, way)
    return true
  }
  const CONFIRM = /import it again with --complete --confirm\.$/
  const NOTE_FIRST =
    /import it with --complete alone, which notes what is missing, and then with --complete --confirm\.$/

  it('A complete import that lacks too much changes nothing, not even what is new in it', async t => {
    const kept = await openWithTwenty(t)
    await list(kept, lacking)
    const before = await allOf(kept)
    const more = [...lacking, row({ source_id: 'new' })]
    await assert.rejects(list(kept, more), problem(CONFIRM))
    assert.deepEqual(await allOf(kept), before)
  })

  it('Many absences are accepted when confirmed after they were noted', async t => {
    const kept = await openWithTwenty(t)
    assert.deepEqual(await list(kept, lacking), { gone: 0, missing: 3 })
    await assert.rejects(list(kept, lacking), problem(CONFIRM))
    assert.deepEqual(await list(kept, lacking, true), { gone: 3, missing: 0 })
  })

  it('Many absences are not accepted when confirmed the first time', async t => {
    const kept = await openWithTwenty(t)
    await assert.rejects(list(kept, lacking, true), problem(NOTE_FIRST))
    assert.deepEqual(await list(kept, lacking), { gone: 0, missing: 3 })
    assert.deepEqual(await list(kept, lacking, true), { gone: 3, missing: 0 })
  })

  it('Further absences after the noted ones can still be resolved', async t => {
    const kept = await openWithTwenty(t)
    await list(kept, lacking)
    const more = without('r1', 'r2', 'r3', 'r4')
    await assert.rejects(list(kept, more), problem(CONFIRM))
    assert.deepEqual(await list(kept, more, true), { gone: 3, missing: 1 })
    assert.deepEqual(await list(kept, more), { gone: 1, missing: 0 })
  })

  it('The limit is a tenth of the source itself', async t => {
    const kept = await openWithTwenty(t)
    await kept.take(rows(80, () => ({ source: 'yelp' })))
    await assert.rejects(list(kept, lacking, true), problem(NOTE_FIRST))
  })
})

describe('Many complete imports', () => {
  const absences = fc.array(fc.subarray(TWENTY, { maxLength: 1 }), { minLength: 1, maxLength: 6 })

  it('After many complete imports, everything is shown except what the last two lacked', async t => {
    await fc.assert(
      fc.asyncProperty(absences, async steps => {
        const kept = await openWithTwenty(t)
        for (const absent of steps)
          await list(
            kept,
            TWENTY.filter(one => !absent.includes(one)),
          )
        const [last = [], before = []] = steps.toReversed()
        const { shown } = await kept.store.changesSince(0)
        const hidden = last.filter(one => before.includes(one)).length
        assert.equal(shown.length, TWENTY.length - hidden)
      }),
      runs(20),
    )
  })
})
