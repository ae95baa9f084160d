import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { medianOf } from '../../../../src/insights/counts/rating-trend.ts'

describe('medianOf', () => {
  it('The median is the middle of the sorted values, or the mean of the two in the middle', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1 }), values => {
        const sorted = values.toSorted((a, b) => a - b)
        const expected = (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2
        assert.equal(medianOf(Float64Array.from(values)) + 0, expected + 0)
      }),
    )
  })
})
