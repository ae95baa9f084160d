import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { CorrectionTarget } from '../../src/model/correction.ts'
import type { KnownReview } from '../../src/model/record.ts'
import { system } from '../../src/model/system.ts'
import { isPostgres, openStore } from '../../src/store/open-store.ts'
import type { StoreWriter } from '../../src/store/store.ts'
import { type Row, rows } from '../kit/rows.ts'
import { bytesOf, openTestStore, type TestStore } from '../kit/store.ts'

const PRICING: CorrectionTarget = { kind: 'aspects', id: 'pricing', mark: 'not_criticism' }
const ZEPHYRINE: CorrectionTarget = { kind: 'technicians', id: 'Zephyrine Oakes', mark: 'not_mentioned' }

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
    undo: (target: CorrectionTarget) => act((writer, known) => writer.undoCorrection(known, target)),
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

  it('A database from before there were corrections gets their table and keeps everything else', async t => {
    const kept = await open(t)
    const before = await kept.store.changesSince(0)
    for (const drop of laterIndexesAndTriggers(kept.folder.databaseUrl)) await kept.query(drop)
    for (const table of LATER_TABLES) await kept.query(`drop table ${table}`)
    for (const [table, column] of LATER_COLUMNS)
      await kept.query(`alter table ${table} drop column ${column}`)
    await kept.query("delete from kysely_migration where name >= '003'")
    const upgraded = await openStore(kept.folder.databaseUrl, system)
    t.after(() => upgraded.close())
    const after = await upgraded.changesSince(0)
    assert.deepEqual(await upgraded.corrections(), [])
    assert.deepEqual(
      [after.version, after.shown.map(({ id, content }) => [id, content])],
      [before.version, before.shown.map(({ id, content }) => [id, content])],
    )
    await kept.correct(PRICING)
    assert.equal((await upgraded.corrections()).length, 1)
  })
})

const LATER_TABLES = [
  ...['correction', 'denial', 'suspension', 'hub_instance', 'hub_proof'],
  ...['desk_invitation', 'desk_passkey', 'desk_session', 'desk_action', 'subscription_total'],
]

const laterIndexesAndTriggers = (databaseUrl: string) => [
  ...['subscription_missed', 'review_revised', 'review_hidden'].map(name => `drop index ${name}`),
  ...(isPostgres(databaseUrl)
    ? ['drop function count_subscriptions cascade']
    : ['added', 'removed', 'changed'].map(name => `drop trigger subscription_${name}`)),
]

/** What later migrations added to tables that were there before. */
const LATER_COLUMNS = [
  ['subscription', 'wait_reason'],
  ['subscription', 'waiting_since'],
  ['subscription', 'attempts'],
  ['review', 'own_reply'],
  ['review', 'replaced_reply'],
  ['review', 'basis'],
  ['review', 'committed_level'],
  ['review', 'photos'],
  ['review', 'sub_ratings'],
  ['revision', 'incentive'],
]

describe('A correction of a text that changes', () => {
  it('A correction lapses when the text is edited, and applies again when the edit is reverted', async t => {
    const kept = await open(t)
    await kept.correct(PRICING)
    await kept.edit({ text: 'Another text.' })
    assert.deepEqual([await kept.isLapsed(), (await kept.store.changesSince(0)).corrections], [[true], []])
    await kept.edit({})
    assert.deepEqual(await kept.isLapsed(), [false])
    assert.equal((await kept.store.changesSince(0)).corrections.length, 1)
  })

  it('A correction lapses when the text is removed', async t => {
    const kept = await open(t)
    await kept.correct(PRICING)
    await kept.edit({ text: null })
    assert.deepEqual(await kept.isLapsed(), [true])
  })

  it('A correction survives other stars, a reply, a new link and being hidden for a while', async t => {
    const kept = await open(t)
    await kept.correct(PRICING)
    await kept.edit({ rating: 3, owner_reply: { text: 'Thanks.', date: '2026-03-20' } })
    await kept.edit({ rating: 3, source_url: 'https://example.com/1' })
    await kept.act((writer, known) => writer.withhold(known, 'spam'))
    await kept.act((writer, known) => writer.restore(known))
    assert.deepEqual(await kept.isLapsed(), [false])
  })

  it('A lapsed correction that is made again applies to the new text', async t => {
    const kept = await open(t)
    await kept.correct(PRICING)
    await kept.edit({ text: 'Another text.' })
    await kept.correct(PRICING)
    assert.deepEqual(await kept.isLapsed(), [false])
  })
})

describe('A correction of an erased review', () => {
  it('Erasing a review deletes its corrections, and no name is left in any file of the database', async t => {
    const kept = await open(t)
    await kept.correct(ZEPHYRINE)
    assert.ok((await bytesOf(kept.folder)).includes('Zephyrine'))
    await kept.act((writer, known) => writer.erase(known))
    assert.deepEqual(await kept.query('select * from correction'), [])
    await kept.store.scrub()
    assert.ok(!(await bytesOf(kept.folder)).includes('Zephyrine'))
  })
})
