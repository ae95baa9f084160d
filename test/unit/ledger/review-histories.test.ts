import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createReviewHistories } from '../../../src/ledger/review-histories.ts'
import {
  ChangeOp,
  type ChangeReason,
  HistoryCounts,
  type LedgerEntry,
} from '../../../src/model/change.ts'

const idOf = (number: number) => String(number).padStart(26, '0')

type Step = [op: ChangeOp, review: number, reason?: ChangeReason]

const SHOWING: ChangeOp[] = ['add', 'edit', 'reply', 'restore']

const entryOf = ([op, review, reason]: Step, at: number): LedgerEntry => ({
  seq: at + 1,
  op,
  at: '2026-03-14T00:00:00Z',
  review_id: idOf(review),
  revision: 1,
  reason: SHOWING.includes(op) ? null : (reason ?? 'spam'),
  commitment: SHOWING.includes(op) ? `commitment ${at + 1}` : null,
})

function fold(...steps: Step[]) {
  const folded = createReviewHistories()
  for (const entry of steps.map(entryOf)) folded.apply(entry)
  return folded
}

describe('Review histories', () => {
  it('A review is shown from its addition to its removal, with its last commitment', () => {
    const { shown } = fold(
      ['add', 1],
      ['add', 2],
      ['add', 3],
      ['edit', 1],
      ['withhold', 2],
      ['reply', 1],
    )
    assert.deepEqual(
      [...shown],
      [
        [idOf(1), { seq: 6, commitment: 'commitment 6', v: 1 }],
        [idOf(3), { seq: 3, commitment: 'commitment 3', v: 1 }],
      ],
    )
  })

  it('An entry of version 2 is never dated before the one it follows', () => {
    const folded = fold(['add', 1])
    const next = entryOf(['add', 2], 1)
    const earlier = { ...next, at: '2020-01-01T00:00:00Z' }
    assert.throws(() => folded.apply({ ...earlier, v: 2 }), /before the entry that it follows/)
    folded.apply({ ...next, v: 2 })
  })

  it('No entry of version 1 follows one of version 2', () => {
    const folded = fold(['add', 1])
    folded.apply({ ...entryOf(['add', 2], 1), v: 2 })
    assert.throws(() => folded.apply(entryOf(['add', 3], 2)), /of version 1/)
  })

  it('A rule is listed and changes no count', () => {
    const folded = fold(['add', 1])
    const before = folded.counts()
    const rule = { source: 'google', level: 'transaction', method: null } as const
    folded.apply({ seq: 2, op: 'rule', at: entryOf(['add', 1], 0).at, rule, v: 2 })
    assert.deepEqual(folded.counts(), before)
    assert.deepEqual(
      folded.rules.map(one => one.rule),
      [rule],
    )
  })

  it('Every review is counted by the reason of its last entry', () => {
    const counts = fold(
      ['add', 1],
      ['add', 2],
      ['add', 3],
      ['add', 4],
      ['add', 5],
      ['add', 6],
      ['withhold', 2, 'spam'],
      ['withhold', 3, 'not_verified'],
      ['withhold', 3, 'duplicate'],
      ['gone_at_source', 4, 'source_removed'],
      ['withhold', 5, 'unlawful'],
      ['erase', 5, 'erasure_request'],
      ['gone_at_source', 6, 'source_removed'],
      ['restore', 6],
      ['withhold', 1, 'spam'],
      ['restore', 1],
      ['withhold', 1, 'spam'],
      ['restore', 1],
      ['add', 7],
      ['withhold', 7, 'spam'],
      ['restore', 7],
      ['withhold', 7, 'spam'],
    ).counts()
    assert.deepEqual(counts, {
      ever_published: 7,
      shown: 2,
      withheld: { duplicate: 1, spam: 2 },
      removed: { erasure_request: 1, source_removed: 1 },
      log_began_at: '2026-03-14T00:00:00Z',
      shown_again: 2,
      edits: { count: 0, by_month: [] },
    })
    const { log_began_at, shown_again, edits, ...plain } = counts
    assert.deepEqual(HistoryCounts.parse(plain), plain)
  })

  it('The counts are in the same order whatever the order of events', () => {
    const one = fold(
      ['add', 1],
      ['add', 2],
      ['withhold', 1, 'spam'],
      ['withhold', 2, 'duplicate'],
    ).counts()
    const other = fold(
      ['add', 1],
      ['add', 2],
      ['withhold', 1, 'duplicate'],
      ['withhold', 2, 'spam'],
    ).counts()
    assert.equal(JSON.stringify(one), JSON.stringify(other))
  })

  it('Nothing is counted before the first entry', () => {
    assert.deepEqual(createReviewHistories().counts(), {
      ever_published: 0,
      shown: 0,
      withheld: {},
      removed: {},
      log_began_at: null,
      shown_again: 0,
      edits: { count: 0, by_month: [] },
    })
  })

  const lawful: Record<string, { before: Step[]; ops: ChangeOp[] }> = {
    'had not been added': { before: [], ops: ['add'] },
    'was shown': {
      before: [['add', 1]],
      ops: ['edit', 'reply', 'withhold', 'gone_at_source', 'erase'],
    },
    'was withheld': {
      before: [
        ['add', 1],
        ['withhold', 1],
      ],
      ops: ['withhold', 'restore', 'gone_at_source', 'erase'],
    },
    'was gone': {
      before: [
        ['add', 1],
        ['gone_at_source', 1],
      ],
      ops: ['restore', 'erase'],
    },
    'was erased': {
      before: [
        ['add', 1],
        ['erase', 1],
      ],
      ops: [],
    },
  }
  for (const [state, { before, ops }] of Object.entries(lawful))
    it(`A review that ${state} accepts only operations allowed for it`, () => {
      for (const op of ChangeOp.options)
        if (ops.includes(op)) fold(...before, [op, 1])
        else
          assert.throws(() => fold(...before, [op, 1]), {
            message: `It is "${op}" for review ${idOf(1)}, which ${state} before it.`,
          })
    })

  it('An entry after a gap, or given twice, is rejected', () => {
    for (const seq of [0, 1, 3])
      assert.throws(() => fold(['add', 1]).apply({ ...entryOf(['add', 2], 1), seq }), /should be 2/)
  })

  it('An entry that shows a review needs a commitment, and one that removes it a reason', () => {
    const before: Partial<Record<ChangeOp, Step[]>> = {
      add: [],
      restore: [
        ['add', 1],
        ['gone_at_source', 1],
      ],
    }
    for (const op of ChangeOp.options) {
      const steps = before[op] ?? [['add', 1] as Step]
      const entry = entryOf([op, 1], steps.length)
      const wrong = [
        { ...entry, commitment: entry.commitment === null ? 'a commitment' : null },
        { ...entry, reason: entry.reason === null ? ('spam' as const) : null },
      ]
      for (const one of wrong)
        assert.throws(() => fold(...steps).apply(one), /must have a (commitment|reason)/)
    }
  })

  it('A rejected entry changes nothing', () => {
    const folded = fold(['add', 1], ['add', 2])
    const before = JSON.stringify([folded.counts(), [...folded.shown]])
    assert.throws(() => folded.apply(entryOf(['add', 1], 2)))
    assert.throws(() => folded.apply({ ...entryOf(['withhold', 1], 2), reason: null }))
    assert.equal(JSON.stringify([folded.counts(), [...folded.shown]]), before)
    folded.apply(entryOf(['edit', 1], 2))
  })

  it('The counts match a simple count over all last entries', () => {
    const step = fc.tuple(
      fc.constantFrom(...ChangeOp.options),
      fc.nat(5),
      fc.constantFrom('spam', 'duplicate'),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), steps => {
        const folded = createReviewHistories()
        const last = new Map<string, LedgerEntry>()
        let taken = 0
        for (const one of steps) {
          const entry = entryOf(one as Step, taken)
          try {
            folded.apply(entry)
          } catch {
            continue
          }
          last.set(entry.review_id, entry)
          taken++
        }
        const counts = folded.counts()
        const entries = [...last.values()]
        const count = (ops: string[], reason?: string) =>
          entries.filter(({ op, reason: why }) => ops.includes(op) && (!reason || why === reason))
            .length
        assert.equal(counts.ever_published, entries.length)
        assert.equal(counts.shown, count(SHOWING))
        for (const reason of ['spam', 'duplicate'] as const) {
          assert.equal(counts.withheld[reason] ?? 0, count(['withhold'], reason))
          assert.equal(counts.removed[reason] ?? 0, count(['gone_at_source', 'erase'], reason))
        }
      }),
    )
  })
})
