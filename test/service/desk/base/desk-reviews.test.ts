import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createDeskReviews } from '../../../../src/desk/base/desk-reviews.ts'
import { row } from '../../../kit/rows.ts'
import { openTestStore } from '../../../kit/store.ts'

describe('The reviews that the desk lists', () => {
  it('The newest comes first, and of one day the one with the largest id, as everywhere else', async t => {
    const { store, take } = await openTestStore(t)
    const days = [
      '2026-03-01',
      '2026-03-02',
      '2026-03-02',
      '2026-03-02',
      '2026-03-02',
      '2026-02-28',
    ]
    await take(days.map((date, place) => row({ source_id: `r${place}`, date })))
    const reviews = createDeskReviews(store, 'https://reviews.example')
    await reviews.refresh()
    const shown = reviews.shown()
    assert.deepEqual(
      shown.map(({ content }) => content.date),
      days.toSorted().reverse(),
    )
    const ids = shown.filter(({ content }) => content.date === '2026-03-02').map(({ id }) => id)
    assert.deepEqual(ids, ids.toSorted().reverse())
  })
})
