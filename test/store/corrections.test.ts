import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { CorrectionTarget } from '../../src/model/correction.ts'
import type { KnownReview } from '../../src/model/record.ts'
import { system } from '../../src/model/system.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { StoreWriter } from '../../src/store/store.ts'
import { type Row, rows } from '../kit/rows.ts'
import { openTestStore, type TestStore } from '../kit/store.ts'

const PRICING: CorrectionTarget = { kind: 'aspects', id: 'pricing', mark: 'not_criticism' }
const ZEPHYRINE: CorrectionTarget = {
  kind: 'technicians',
  id: 'Zephyrine Oakes',
  mark: 'not_mentioned',
}

/** A store with three reviews, and a way to change the first. */
async function open(t: TestContext) {
  const kept = await openTestStore(t)
  await kept.take(rows(3))
  const id = String((await kept.query("select id from review where source_key = 'r0'"))[0]?.id)
  const act = <T>(change: (writer: StoreWriter, known: KnownReview) => Promise<T>) =>
    kept.store.write(async writer => change(writer, (await writer.find(id))!))
  return {
    ...kept,
    id,
    act,
    correct: (target: CorrectionTarget) => act((writer, known) => writer.correct(known, target)),
    undo: (target: CorrectionTarget) =>
      act((writer, known) => writer.undoCorrection(known, target)),
    edit: (change: Row) => kept.take(rows(1, () => change)),
    isLapsed: async () => (await kept.store.corrections()).map(({ isLapsed }) => isLapsed),
  }
}

const storedOf = async ({ store }: TestStore) =>
  (await store.corrections()).map(({ kind, id, mark }) => ({ kind, id, mark }))

describe('Stored corrections', () => {
  it('A correction is kept with its review and time, and published as a change of the review', async t => {
    const kept = await open(t)
    const version = await kept.store.version()
    kept.clock.now = '2026-07-01T08:00:00.000Z'
    await kept.correct(PRICING)
    const stored = { ...PRICING, review_id: kept.id, corrected_at: kept.clock.now, isLapsed: false }
    assert.deepEqual(await kept.store.corrections(), [stored])
    const changes = await kept.store.changesSince(version)
    assert.deepEqual(changes.corrections, [stored])
    assert.deepEqual([changes.version, changes.shown.map(({ id }) => id)], [version + 1, [kept.id]])
  })

  it('A correction changes nothing in the review and adds nothing to the log', async t => {
    const kept = await open(t)
    const shownOf = async () =>
      (await kept.store.changesSince(0)).shown
        .map(({ renewed, ...known }) => known)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const [shown, { entries, logRoot }] = [await shownOf(), await kept.store.changesSince(0)]
    await kept.correct(PRICING)
    await kept.correct(ZEPHYRINE)
    assert.deepEqual(await shownOf(), shown)
    const after = await kept.store.changesSince(0)
    assert.deepEqual([after.entries, after.logRoot], [entries, logRoot])
  })

  it('A second correction of a mention replaces the first, and undoing it leaves none', async t => {
    const kept = await open(t)
    await kept.correct(PRICING)
    await kept.correct(ZEPHYRINE)
    await kept.correct({ ...PRICING, mark: 'not_mentioned' })
    assert.deepEqual(await storedOf(kept), [{ ...PRICING, mark: 'not_mentioned' }, ZEPHYRINE])
    await kept.undo(PRICING)
    assert.deepEqual(await storedOf(kept), [ZEPHYRINE])
    const version = await kept.store.version()
    await kept.undo(ZEPHYRINE)
    const { shown, corrections } = await kept.store.changesSince(version)
    assert.deepEqual([shown.map(({ id }) => id), corrections], [[kept.id], []])
  })

  it('The change feed announces a review again only if it now names other people', async t => {
    const kept = await open(t)
    const renewedBy = async (change: Promise<unknown>) => {
      await change
      const version = await kept.store.version()
      return (await kept.act(async (_, known) => known.renewed)) === version
    }
    assert.equal(await renewedBy(kept.correct(PRICING)), false)
    assert.equal(await renewedBy(kept.correct({ ...ZEPHYRINE, mark: 'not_criticism' })), false)
    assert.equal(await renewedBy(kept.correct(ZEPHYRINE)), true)
    assert.equal(await renewedBy(kept.undo(PRICING)), false)
    assert.equal(await renewedBy(kept.correct({ ...ZEPHYRINE, mark: 'not_criticism' })), true)
    assert.equal(await renewedBy(kept.undo(ZEPHYRINE)), false)
  })

  it('Corrections are still there when the database is opened again', async t => {
    const kept = await open(t)
    await kept.correct(PRICING)
    const again = await openStore(kept.folder.databaseUrl, system)
    t.after(() => again.close())
    assert.deepEqual(await again.corrections(), await kept.store.corrections())
  })
})
