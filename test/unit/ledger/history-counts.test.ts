import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeCounts, sameCounts } from '../../../src/ledger/history-counts.ts'
import type { HistoryCounts } from '../../../src/model/change.ts'

const counts: HistoryCounts = {
  ever_published: 277,
  shown: 276,
  withheld: {},
  removed: { source_removed: 1 },
}

const logged = {
  ...counts,
  log_began_at: '2026-11-01T00:00:00.000Z',
  shown_again: 1,
  edits: { count: 0, by_month: [] },
}

describe('The counts of a history', () => {
  it('The counts are described in one line', () => {
    assert.equal(
      describeCounts(counts),
      '277 ever published, 276 shown, 1 gone at the source (says the business), 0 withheld',
    )
  })

  it('Erased reviews are described if there are any', () => {
    const erased: HistoryCounts = {
      ever_published: 1005,
      shown: 1000,
      withheld: { spam: 1, duplicate: 1 },
      removed: { source_removed: 1, erasure_request: 2 },
    }
    assert.equal(
      describeCounts(erased),
      '1,005 ever published, 1,000 shown, 1 gone at the source (says the business), 2 withheld, 2 erased on request',
    )
  })

  it('Counts are equal if only a reason without reviews is absent', () => {
    assert.ok(sameCounts({ ...counts, withheld: { spam: 0 } }, logged))
  })

  it('Counts differ if any number differs', () => {
    const others: HistoryCounts[] = [
      { ...counts, ever_published: 276 },
      { ...counts, shown: 277 },
      { ...counts, withheld: { spam: 1 } },
      { ...counts, removed: {} },
      { ...counts, removed: { erasure_request: 1 } },
    ]
    for (const other of others) assert.ok(!sameCounts(other, logged))
    assert.ok(!sameCounts({ ...logged, log_began_at: null }, logged))
    assert.ok(!sameCounts({ ...logged, shown_again: 0 }, logged))
    assert.ok(!sameCounts({ ...logged, edits: { count: 1, by_month: [] } }, logged))
  })
})
