import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { choosePeriod, ratePeriods } from '../../../../src/insights/counts/periods.ts'
import { anyReviews, countMade, review } from '../made-reviews.ts'

/** `counts` reviews in each month from 2024-01 on, all with these stars. */
const history = (counts: number[], rating = 5) =>
  countMade(
    counts.flatMap((count, month) =>
      Array.from({ length: count }, (_, number) =>
        review(1000 * month + number, {
          date: new Date(Date.UTC(2024, month, 3)).toISOString().slice(0, 10),
          rating,
        }),
      ),
    ),
  )

describe('choosePeriod', () => {
  it('Fewer than five reviews a month are shown by quarter, fewer than five a quarter by year', () => {
    assert.equal(choosePeriod(history([5, 5, 5])), 'month')
    assert.equal(choosePeriod(history([5, 4, 5])), 'quarter')
    assert.equal(choosePeriod(history([2, 2, 1, 2, 2, 1])), 'quarter')
    assert.equal(choosePeriod(history([2, 2, 1, 2, 1, 1])), 'year')
    assert.equal(choosePeriod([]), 'month')
  })

  it('Months without reviews count for the average', () => {
    assert.equal(choosePeriod(history([5, 0, 5])), 'quarter')
  })
})

describe('ratePeriods', () => {
  it('Periods are named, and those without reviews are not left out', () => {
    const rated = (name: string, review_count: number) => ({
      name,
      review_count,
      average_rating: 5,
    })
    const empty = (name: string) => ({ name, review_count: 0, average_rating: null })
    assert.deepEqual(ratePeriods(history([9, 0, 9])).periods, [
      rated('2024-01', 9),
      empty('2024-02'),
      rated('2024-03', 9),
    ])
    assert.deepEqual(ratePeriods(history([4, 4, 4, 0, 0, 0, 9])).periods, [
      rated('2024-Q1', 12),
      empty('2024-Q2'),
      rated('2024-Q3', 9),
    ])
    assert.deepEqual(ratePeriods(history([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])).periods, [
      rated('2024', 1),
      rated('2025', 1),
    ])
    assert.deepEqual(ratePeriods([]).periods, [])
  })

  it('Periods become longer rather than too many, and none is left out', () => {
    const unitOf = (months: number, reviews: number) =>
      ratePeriods(history(Array.from({ length: months }, () => reviews)))
    assert.equal(unitOf(36, 5).unit, 'month')
    assert.equal(unitOf(37, 5).unit, 'quarter')
    assert.equal(unitOf(37, 5).periods[0]!.name, '2024-Q1')
    assert.equal(unitOf(109, 5).unit, 'year')
  })

  it('The average of a quarter is that of its reviews, not of its months', () => {
    const made = [
      review(1, { date: '2024-01-05', rating: 1 }),
      ...Array.from({ length: 5 }, (_, number) =>
        review(2 + number, { date: '2024-03-05', rating: 5 }),
      ),
    ]
    assert.deepEqual(ratePeriods(countMade(made)), {
      unit: 'quarter',
      months: 2,
      periods: [{ name: '2024-Q1', review_count: 6, average_rating: 26 / 6 }],
    })
  })

  it('Every review is in one period', () => {
    fc.assert(
      fc.property(anyReviews(), made => {
        const { periods } = ratePeriods(countMade(made))
        assert.equal(
          periods.reduce((sum, { review_count }) => sum + review_count, 0),
          made.length,
        )
      }),
    )
  })
})
