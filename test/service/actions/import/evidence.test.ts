import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import {
  type ImportOptions,
  performImport,
  readImport,
} from '../../../../src/actions/import/perform-import.ts'
import { openStore } from '../../../../src/store/open-store.ts'
import { type Row, row } from '../../../kit/rows.ts'
import { openTestStore } from '../../../kit/store.ts'

const LINK = 'https://www.google.com/maps/reviews/1'
const own = (change: Row) => row({ source_id: 'r1', source_url: null, ...change })
const platform = { level: 'platform', method: null }

/** Imports files one after the other, and shows what became of the only review. */
async function open(t: TestContext, business: object = {}) {
  const { folder, store } = await openTestStore(t)
  const businessFile = await folder.write('business.json', { name: 'Test', ...business })
  return {
    store,
    async take(rows: Row[], change: Partial<ImportOptions> = {}) {
      const options = {
        businessFile,
        strict: true,
        dryRun: false,
        complete: false,
        confirm: false,
        ...change,
      }
      const files = [await folder.write('reviews.json', rows)]
      const { hidden } = await performImport(await readImport(files, options), store, options)
      const [known] = await store.findInStates(['published', 'unverified'])
      return {
        state: known!.state,
        basis: known!.particulars.basis,
        incentive: known!.content.incentive,
        reasons: hidden.map(({ reason }) => reason),
      }
    },
  }
}

describe('The evidence for where a review was posted', () => {
  it("Without an id and a link there, it is the owner's word: kept, not shown, and the report says why", async t => {
    for (const change of [
      {},
      { source_url: 'https://example.com/1' },
      { source_id: null, source_url: LINK },
    ]) {
      const { take } = await open(t)
      const { state, basis, reasons } = await take([own({ verification: platform, ...change })])
      assert.deepEqual([state, basis, reasons], ['unverified', 'owner', ['no_evidence']])
    }
  })

  it('A level that the owner states is enough, and the basis stays the owner', async t => {
    const { take } = await open(t)
    const { state, basis } = await take([own({ verification: { level: 'invited' } })])
    assert.deepEqual([state, basis], ['published', 'owner'])
  })

  it('An id and a link at the platform are evidence, which a later row without them does not take away', async t => {
    const { take } = await open(t)
    assert.deepEqual((await take([own({})])).state, 'unverified')
    assert.deepEqual((await take([own({ source_url: LINK })])).basis, 'link')
    const { state, basis } = await take([own({ text: 'Changed.' })])
    assert.deepEqual([state, basis], ['published', 'link'])
  })

  it('Only a fictional business may state the basis itself', async t => {
    const claim = [own({ verification: { basis: 'export' } })]
    assert.equal((await (await open(t)).take(claim)).basis, 'owner')
    assert.equal((await (await open(t, { fictional: true })).take(claim)).basis, 'export')
  })

  it('An import can mark all its reviews as given for a reward, which is an edit of stored ones', async t => {
    const { store, take } = await open(t)
    await take([own({ source_url: LINK })])
    assert.equal((await take([own({ source_url: LINK })], { incentive: true })).incentive, true)
    const { entries } = await store.changesSince(0)
    assert.deepEqual(
      entries.map(({ op }) => op),
      ['add', 'edit'],
    )
  })
})

describe('What the log says about levels', () => {
  it('A row that states another level is an edit', async t => {
    const { store, take } = await open(t)
    await take([own({ source_url: LINK })])
    await take([own({ source_url: LINK, verification: { level: 'invited' } })])
    const [known] = await store.findInStates(['published'])
    assert.deepEqual([known!.revision, known!.committed_level], [2, 'invited'])
    const { entries, history } = await store.changesSince(0)
    assert.deepEqual(
      entries.map(({ op, v }) => [op, v]),
      [
        ['add', 2],
        ['edit', 2],
      ],
    )
    assert.deepEqual(history.revisions[0]![1][0]!.changed, ['verification'])
  })

  it('A clock that was set back dates no entry before the last one', async t => {
    const { folder, store, take } = await openTestStore(t)
    await take([row({ source_id: 'r1' })])
    await store.close()
    const behind = {
      now: () => new Date('2020-01-01'),
      randomBytes: (size: number) => Buffer.alloc(size, 1),
    }
    await using later = await openStore(folder.databaseUrl, behind)
    await later.write(async writer => {
      const [known] = (await writer.findKnown([{ id: '', source: 'google', sourceKey: 'r1' }]))
        .known
      await writer.withhold(known!, 'spam')
    })
    const [first, second] = (await later.changesSince(0)).entries
    assert.equal(second!.at, first!.at)
  })
})
