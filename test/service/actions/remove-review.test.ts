import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import {
  eraseReview,
  findErasable,
  findPair,
  findShown,
  mergeReviews,
  republishReview,
  withholdReview,
} from '../../../src/actions/remove-review.ts'
import { row, rows } from '../../kit/rows.ts'
import { bytesOf, openTestStore } from '../../kit/store.ts'

const SECRET = 'Such a dreadful boiler noise.'
const NOWHERE = '01KKMT9200677CP7CX2FKYS9AJ'

/** A store with three reviews: the first is the one with the secret. */
async function open(t: TestContext) {
  const kept = await openTestStore(t)
  await kept.take([row({ source_id: 'secret', text: SECRET }), ...rows(2)])
  const shown = await kept.store.findInStates(['published'])
  const ids = shown
    .toSorted(
      (one, other) => Number(other.content.text === SECRET) - Number(one.content.text === SECRET),
    )
    .map(({ id }) => id) as [string, string, string]
  return {
    ...kept,
    ids,
    stateOf: async (id: string) => (await kept.store.find(id))?.state,
    lastOf: async (id: string) => (await kept.store.entriesAbout(id)).at(-1)!,
  }
}

describe('Withholding and republishing a review', () => {
  it('A review is withheld with its reason and shown again, and the log records both', async t => {
    const { store, ids, stateOf, lastOf } = await open(t)
    const [id] = ids
    await withholdReview(store, id, 'off_topic')
    assert.equal(await stateOf(id), 'withheld')
    assert.deepEqual([(await lastOf(id)).op, (await lastOf(id)).reason], ['withhold', 'off_topic'])
    await assert.rejects(
      withholdReview(store, id, 'spam'),
      /is not shown: it is already withheld\./,
    )
    await assert.rejects(findShown(store, id), /is not shown/)
    assert.equal((await republishReview(store, id)).state, 'published')
    assert.equal((await lastOf(id)).op, 'restore')
    await assert.rejects(republishReview(store, id), /is not withheld: it is shown\./)
  })

  it('A withheld review that no longer counts as verified stays hidden when it is republished', async t => {
    const { store, ids, take, stateOf } = await open(t)
    const [id] = ids
    await withholdReview(store, id, 'spam')
    await take([row({ source_id: 'secret', text: SECRET, verified: false })])
    assert.equal((await republishReview(store, id)).state, 'unverified')
    assert.equal(await stateOf(id), 'unverified')
  })
})

describe('Erasing a review', () => {
  it('Nothing of an erased review is left in the database, and erasing it again overwrites the rest', async t => {
    const { store, ids, folder } = await open(t)
    assert.ok((await bytesOf(folder)).includes(SECRET))
    let told = 0
    await eraseReview(store, ids[0], () => told++)
    assert.equal((await bytesOf(folder)).includes(SECRET), false)
    assert.equal(await findErasable(store, ids[0]), null)
    const version = await store.version()
    await eraseReview(store, ids[0], () => told++)
    assert.deepEqual([told, await store.version()], [2, version])
    await assert.rejects(eraseReview(store, NOWHERE), /There is no review/)
  })
})

describe('Merging two reviews', () => {
  it('The second review is withheld as a duplicate, and the first stays', async t => {
    const { store, ids, stateOf, lastOf } = await open(t)
    const [keep, other] = ids
    assert.deepEqual(
      (await findPair(store, keep, other)).map(({ id }) => id),
      [keep, other],
    )
    await mergeReviews(store, keep, other)
    assert.deepEqual([await stateOf(keep), await stateOf(other)], ['published', 'withheld'])
    assert.equal((await lastOf(other)).reason, 'duplicate')
  })

  it('Nothing is merged unless both reviews are shown', async t => {
    const { store, ids, stateOf } = await open(t)
    const [hidden, shown] = ids
    await withholdReview(store, hidden, 'spam')
    for (const pair of [
      [hidden, shown],
      [shown, hidden],
    ] as const)
      await assert.rejects(
        mergeReviews(store, ...pair),
        /is not shown\. Only two reviews that are shown/,
      )
    await assert.rejects(mergeReviews(store, NOWHERE, shown), /There is no review/)
    assert.equal(await stateOf(shown), 'published')
  })
})
