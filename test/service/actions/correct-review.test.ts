import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import {
  type CorrectionRequest,
  correctReview,
  listCorrections,
} from '../../../src/actions/correct-review.ts'
import { BusinessFile } from '../../../src/model/business.ts'
import { business, row } from '../../kit/rows.ts'
import { openTestStore } from '../../kit/store.ts'

const plumber = BusinessFile.parse({ ...business, category: 'Plumber' })
const TEXT = 'Rosa came on time. The price was much too high.'

async function open(t: TestContext) {
  const kept = await openTestStore(t)
  await kept.store.write(writer => writer.setBusiness(plumber))
  const take = (text: string) => kept.take([row({ source_id: 'a', rating: 2, text })])
  await take(TEXT)
  const shown = async () => (await kept.store.changesSince(0)).shown
  const reviews = await shown()
  const [{ id } = assert.fail()] = reviews
  return {
    ...kept,
    id,
    take,
    list: async () => await listCorrections(kept.store, plumber, await shown()),
    /** As the owner saw it first. */
    correct: (request: Omit<CorrectionRequest, 'id'>) =>
      correctReview(kept.store, plumber, reviews, { id, ...request }),
    /** As the owner sees it now. */
    correctNow: async (request: Omit<CorrectionRequest, 'id'>) =>
      correctReview(kept.store, plumber, await shown(), { id, ...request }),
  }
}

describe('Correcting what was read in a review', () => {
  it('The outcome tells a change from one that was made before and from a look', async t => {
    const { correct } = await open(t)
    assert.equal((await correct({})).effect, 'nothing_asked')
    const { effect, corrected } = await correct({ notCriticism: ['pricing'] })
    assert.deepEqual(
      [effect, corrected.corrections.map(({ id, state }) => [id, state])],
      ['changed', [['pricing', 'applies']]],
    )
    assert.equal((await correct({ notCriticism: ['pricing'] })).effect, 'corrected_before')
    const undone = await correct({ undo: true })
    assert.deepEqual([undone.effect, undone.corrected.undone.length], ['changed', 1])
  })

  it('A review whose text changed after the owner saw it is not corrected', async t => {
    const { correct, take, list } = await open(t)
    await take(`${TEXT} Never again.`)
    await assert.rejects(
      correct({ notAspect: ['pricing'] }),
      /has just changed\. Nothing was corrected/,
    )
    assert.deepEqual(await list(), [])
  })

  it('A review that was hidden after the owner saw it is not corrected', async t => {
    const { correct, store, id, list } = await open(t)
    await store.write(async writer => writer.withhold((await writer.find(id))!, 'spam'))
    await assert.rejects(correct({ notAspect: ['pricing'] }), /has just changed/)
    assert.deepEqual(await list(), [])
  })

  it('A correction that lapsed is made anew, and one of a hidden review is listed as hidden', async t => {
    const { correct, correctNow, take, store, id, list } = await open(t)
    await correct({ notAspect: ['pricing'] })
    await take(`${TEXT} Never again.`)
    assert.deepEqual(
      (await list()).map(({ state }) => state),
      ['lapsed'],
    )
    assert.equal((await correctNow({ notAspect: ['pricing'] })).effect, 'changed')
    assert.deepEqual(
      (await list()).map(({ state }) => state),
      ['applies'],
    )
    await store.write(async writer => writer.withhold((await writer.find(id))!, 'spam'))
    assert.deepEqual(
      (await list()).map(({ state, label }) => [state, label]),
      [['hidden', 'Pricing']],
    )
  })
})
