import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { seedDemo } from '../../src/demo.ts'
import { checkRows, readOwn } from '../../src/ingest/own.ts'
import { openTestStore } from '../kit/store.ts'

/** After the last change that the demo tells of. */
const now = new Date('2026-12-01T12:00:00Z')

describe('the demo', () => {
  it('has no row that is wrong', async () => {
    for (const name of ['reviews.json', 'edits.json']) {
      const text = await readFile(new URL(`../../demo/${name}`, import.meta.url), 'utf8')
      assert.deepEqual(checkRows(readOwn(text).rows).problems, [])
    }
  })

  it('is of a business that says it does not exist', async t => {
    const { store } = await openTestStore(t)
    await seedDemo(store, now)
    assert.equal((await store.business())?.fictional, true)
  })

  it('is the same on every machine and on every day', async t => {
    const [here, there] = [await openTestStore(t), await openTestStore(t)]
    here.clock.now = now.toISOString()
    there.clock.now = '2027-01-01T00:00:00.000Z'
    await seedDemo(here.store, now)
    await seedDemo(there.store, new Date(there.clock.now))
    assert.deepEqual(await there.store.readSince(0), await here.store.readSince(0))
  })

  it('is brought in once', async t => {
    const { store } = await openTestStore(t)
    await seedDemo(store, now)
    await seedDemo(store, now)
    assert.equal(await store.version(), 1)
  })

  it('has reviews that were edited', async t => {
    const { store, query } = await openTestStore(t)
    await seedDemo(store, now)
    const ops = query('select distinct op from ledger order by op').map(({ op }) => op)
    assert.deepEqual(ops, ['add', 'edit'])
  })
})
