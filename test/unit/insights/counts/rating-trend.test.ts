import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { findTrend } from '../../../../src/insights/counts/rating-trend.ts'
import type { ReadReview } from '../../../../src/insights/counts/tally.ts'
import type { Month } from '../../../../src/model/insights.ts'
import { anyReviews, findingsOf, review } from '../made-reviews.ts'

const month = (number: number, average_rating: number, review_count = 4): Month => ({
  month: `${2022 + Math.floor(number / 12)}-${String(1 + (number % 12)).padStart(2, '0')}`,
  review_count,
  average_rating,
  score: 0,
  positive_pct: 0,
  search_url: '',
})

const months = (...ratings: number[]) => ratings.map((rating, number) => month(number, rating))

const countMonths = (made: ReadReview[]) => findingsOf(made).monthly

describe('countMonths', () => {
  it('Each review counts in its month, and empty months are left out', () => {
    const [january, march, ...others] = countMonths([
      review(1, { date: '2025-03-31', rating: 2 }),
      review(2, { date: '2025-01-01', rating: 5 }),
      review(3, { date: '2025-01-31', rating: 4 }),
    ])
    assert.deepEqual(january, {
      month: '2025-01',
      review_count: 2,
      average_rating: 4.5,
      score: 0.75,
      positive_pct: 100,
      search_url: 'https://reviews.example/?since=2025-01-01&until=2025-01-31',
    })
    assert.deepEqual(march, {
      month: '2025-03',
      review_count: 1,
      average_rating: 2,
      score: -0.5,
      positive_pct: 0,
      search_url: 'https://reviews.example/?since=2025-03-01&until=2025-03-31',
    })
    assert.deepEqual(others, [])
  })

  it('Every review is counted', () => {
    fc.assert(
      fc.property(anyReviews(), made => {
        const total = countMonths(made).reduce((sum, { review_count }) => sum + review_count, 0)
        assert.equal(total, made.length)
      }),
    )
  })
})

describe('findTrend', () => {
  it('The trend agrees with a published example that has a tie', () => {
    // College of the Holy Cross, "A Mann-Kendall example by hand": S 54, Z 2.9058, one-sided p .0018. Its values divided by 5.
    const values = [12.9, 14.8, 13.2, 15.7, 13.8, 15.6, 12.9, 11, 17.3, 15.9, 19, 18.3, 20.1, 21.7]
    assert.deepEqual(findTrend(months(...values.map(value => value / 5))), {
      direction: 'improving',
      slope: 1.36,
      basis:
        'Mann–Kendall test over 14 months with at least 2 reviews each: tau +0.60, p 0.004; Theil–Sen slope +1.36 stars a year.',
    })
  })

  it('Falling ratings are a decline', () => {
    // By hand: of 28 pairs 25 fall and 3 rise, S −22, variance 65.33, Z −2.598.
    assert.deepEqual(findTrend(months(4.9, 4.7, 4.8, 4.5, 4.6, 4.3, 4.4, 4.1)), {
      direction: 'declining',
      slope: -1.2,
      basis:
        'Mann–Kendall test over 8 months with at least 2 reviews each: tau −0.79, p 0.009; Theil–Sen slope −1.20 stars a year.',
    })
  })

  it('Ups and downs are stable', () => {
    const { direction, basis } = findTrend(months(4, 4.8, 4.2, 4.9, 4.1, 4.7, 4.3, 4.5, 4.6))
    assert.equal(direction, 'stable')
    assert.match(basis, /tau \+0\.17, p 0\.60;/)
  })

  it('The slope is measured in calendar months even if some are missing', () => {
    const places = [0, 1, 2, 3, 24, 25, 26, 27, 28]
    const ratings = [4, 4.2, 4.1, 4.2, 4.5, 4.4, 4.6, 4.7, 4.6]
    // The same ratings without the gap rise by 1 star a year (both from scipy.stats.theilslopes).
    assert.equal(findTrend(places.map((place, index) => month(place, ratings[index]!))).slope, 0.24)
    assert.equal(findTrend(months(...ratings)).slope, 1)
  })

  it('Too few months, not counting those with one review, give no trend', () => {
    const rising = months(1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5)
    const tooFew = {
      direction: 'insufficient_data',
      slope: 0,
      basis:
        'Too few reviews to tell: a trend needs 8 months with at least 2 exactly dated reviews each.',
    }
    assert.equal(findTrend(rising).direction, 'improving')
    assert.deepEqual(findTrend(rising.slice(1)), tooFew)
    assert.deepEqual(findTrend([month(0, 1, 1), ...rising.slice(1)]), tooFew)
    assert.deepEqual(findTrend([]), tooFew)
  })

  it('Reviews with an imprecise date count for their month, but not for the trend', () => {
    const rising = Array.from({ length: 24 }, (_, number) =>
      review(number, {
        date: `2024-${String(1 + (number % 12)).padStart(2, '0')}-10`,
        rating: 1 + Math.floor((number % 12) / 3),
      }),
    )
    const vague = Array.from({ length: 12 }, (_, number) =>
      review(100 + number, { date: '2024-01-20', rating: 5, isDateExact: false }),
    )
    const { trend } = findingsOf(rising)
    assert.equal(trend.direction, 'improving')
    const both = findingsOf([...rising, ...vague])
    assert.deepEqual(both.trend, trend)
    assert.equal(both.monthly[0]!.review_count, 14)
    const imprecise = [...rising, ...vague].map(one => ({ ...one, isDateExact: false }))
    assert.equal(findingsOf(imprecise).trend.direction, 'insufficient_data')
  })

  it('Equal or mostly equal months are stable', () => {
    assert.match(
      findTrend(months(...Array(12).fill(5))).basis,
      /tau 0\.00, p 1\.00; Theil–Sen slope 0\.00/,
    )
    const mostlyAlike = findTrend(months(4.5, 4.6, 4.7, ...Array(15).fill(5)))
    assert.equal(mostlyAlike.direction, 'stable')
    assert.match(mostlyAlike.basis, /p 0\.006; .* Stable, as most months are alike\.$/)
  })

  it('Reversing the ratings reverses the trend', () => {
    const opposite = {
      improving: 'declining',
      stable: 'stable',
      declining: 'improving',
      insufficient_data: 'insufficient_data',
    }
    const rating = fc.integer({ min: 10, max: 50 }).map(tenths => tenths / 10)
    fc.assert(
      fc.property(fc.array(rating, { minLength: 8, maxLength: 30 }), ratings => {
        const trend = findTrend(months(...ratings))
        const turned = findTrend(months(...ratings.toReversed()))
        assert.equal(turned.direction, opposite[trend.direction])
        assert.ok(Math.abs(turned.slope + trend.slope) < 0.011)
      }),
    )
  })
})
