import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeCounts, sameCounts } from '../../src/ledger/history-counts.ts'
import type { HistoryCounts } from '../../src/model/change.ts'

const counts: HistoryCounts = {
  ever_published: 277,
  shown: 276,
  withheld: {},
  removed: { source_removed: 1 },
}

describe('the counts of a history', () => {
  it('are told in one line', () => {
    assert.equal(describeCounts(counts), '277 ever published, 276 shown, 1 removed at the source, 0 withheld')
  })

  it('tell what was erased where there is any', () => {
    const erased: HistoryCounts = {
      ever_published: 1005,
      shown: 1000,
      withheld: { spam: 1, duplicate: 1 },
      removed: { source_removed: 1, erasure_request: 2 },
    }
    assert.equal(
      describeCounts(erased),
      '1,005 ever published, 1,000 shown, 1 removed at the source, 2 withheld, 2 erased on request',
    )
  })

  it('are the same when a reason without reviews is left out', () => {
    assert.ok(sameCounts(counts, { ...counts, withheld: { spam: 0 } }))
  })

  it('differ with every number', () => {
    const others: HistoryCounts[] = [
      { ...counts, ever_published: 276 },
      { ...counts, shown: 277 },
      { ...counts, withheld: { spam: 1 } },
      { ...counts, removed: {} },
      { ...counts, removed: { erasure_request: 1 } },
    ]
    for (const other of others) assert.ok(!sameCounts(counts, other))
  })
})
