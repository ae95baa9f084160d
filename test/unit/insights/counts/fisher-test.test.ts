import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { fisherTest } from '../../../../src/insights/counts/aspect-changes.ts'

const isNear = (value: number, expected: number) =>
  assert.ok(Math.abs(value / expected - 1) < 1e-9, `${value} is not ${expected}`)

describe('fisherTest', () => {
  it('The test agrees with exact fractions, for few opinions and for many', () => {
    // From Python's math.comb and fractions; the second is Fisher's tea tasting.
    isNear(
      fisherTest({ positive: 1, negative: 9 }, { positive: 11, negative: 3 }),
      0.0027594561852200836,
    )
    isNear(
      fisherTest({ positive: 3, negative: 1 }, { positive: 1, negative: 3 }),
      0.4857142857142857,
    )
    isNear(
      fisherTest({ positive: 900, negative: 300 }, { positive: 8000, negative: 2000 }),
      8.34915377780291e-5,
    )
  })

  it('Nothing to compare, or equal shares, give no evidence', () => {
    assert.equal(fisherTest({ positive: 0, negative: 0 }, { positive: 4, negative: 1 }), 1)
    assert.equal(fisherTest({ positive: 8, negative: 2 }, { positive: 4, negative: 1 }), 1)
    assert.equal(fisherTest({ positive: 5, negative: 0 }, { positive: 9, negative: 0 }), 1)
  })

  it('It does not matter which side is called positive, or which comes first', () => {
    const opinions = fc.record({ positive: fc.nat(40), negative: fc.nat(40) })
    const turn = ({ positive, negative }: { positive: number; negative: number }) => ({
      positive: negative,
      negative: positive,
    })
    fc.assert(
      fc.property(opinions, opinions, (a, b) => {
        const p = fisherTest(a, b)
        assert.ok(p > 0 && p <= 1)
        isNear(fisherTest(b, a), p)
        isNear(fisherTest(turn(a), turn(b)), p)
      }),
    )
  })
})
