import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { STATES } from '../../../src/actions/find-review.ts'
import { listReviews } from '../../../src/actions/list-reviews.ts'
import { readReviewDetails } from '../../../src/actions/review-details.ts'
import { BusinessFile } from '../../../src/model/business.ts'
import { SearchArgs } from '../../../src/model/search.ts'
import { business, row, rows } from '../../kit/rows.ts'
import { openTestStore } from '../../kit/store.ts'

const BASE_URL = 'https://reviews.example.com'

describe('The list of reviews', () => {
  it('The list has the filters of the search, for reviews in any state', async t => {
    const { store, take } = await openTestStore(t)
    await store.write(writer => writer.setBusiness(BusinessFile.parse(business)))
    await take([
      ...rows(3),
      row({ source_id: 'bob', author: 'Ada', text: 'Bobby was late.', rating: 2 }),
      row({
        source: 'direct',
        source_id: 'd',
        author: 'Tom',
        text: 'Bobby came late.',
        date: '2026-03-15',
      }),
    ])
    const list = (args: object, states = STATES) =>
      listReviews(store, SearchArgs.parse(args), { states, baseUrl: BASE_URL })

    const all = await list({})
    assert.equal(all.matched, 5)
    const [newest] = all.reviews
    assert.deepEqual(
      [newest!.author, newest!.state, newest!.verified],
      ['Tom', 'unverified', false],
    )
    const named = await list({ mentions_technician: 'Bob Stone' })
    assert.deepEqual(
      named.reviews.map(({ author, state }) => [author, state]),
      [
        ['Tom', 'unverified'],
        ['Ada', 'published'],
      ],
    )
    assert.equal((await list({ mentions_technician: 'Bob Stone' }, ['published'])).matched, 1)
    assert.deepEqual((await list({ mentions_technician: 'Zed' })).unrecognized[0]?.value, 'Zed')
    const first = await list({ limit: 2, sort: 'oldest' })
    const second = await list({ limit: 2, sort: 'oldest', cursor: first.next_cursor })
    assert.equal(new Set([...first.reviews, ...second.reviews].map(({ id }) => id)).size, 4)
    await assert.rejects(list({ cursor: 'nonsense' }), /^StoreProblem: cursor: /)
    assert.equal((await list({}, ['gone'])).matched, 0)
  })
})

describe('The details of a review', () => {
  it('The details say why a review is not shown, and what the log has about it', async t => {
    const { store, take } = await openTestStore(t)
    await take([row({ source_id: 'r1' }), row({ source: 'direct', source_id: 'd1' })])
    const [shown, hidden] = await Promise.all(
      (['published', 'unverified'] as const).map(
        async state => (await store.findInStates([state]))[0]!,
      ),
    )
    const read = (id: string) => readReviewDetails(store, id, BASE_URL)
    const withheld = async () => {
      await store.write(async writer => writer.withhold((await writer.find(shown!.id))!, 'spam'))
      return await read(shown!.id)
    }
    const before = await read(shown!.id)
    assert.ok(before.state === 'published')
    assert.deepEqual(
      [before.hidden_because, before.url],
      [null, `${BASE_URL}/reviews/${shown!.id}`],
    )
    const after = await withheld()
    assert.ok(after.state === 'withheld')
    assert.equal(after.hidden_because, 'withheld (spam)')
    assert.deepEqual(
      after.log.map(({ seq, op, reason }) => [seq, op, reason]),
      [
        [1, 'add', null],
        [2, 'withhold', 'spam'],
      ],
    )
    const direct = await read(hidden!.id)
    assert.ok(direct.state === 'unverified')
    assert.match(
      direct.hidden_because!,
      /^not verified: nothing says how you know that the people who wrote to you are customers/,
    )
    await store.write(async writer => writer.erase((await writer.find(hidden!.id))!))
    assert.deepEqual(await read(hidden!.id), { id: hidden!.id, state: 'erased', log: [] })
    await assert.rejects(read('nothing'), /There is no review nothing/)
  })
})
