import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { cite, takeInProportion } from '../../../../src/insights/counts/evidence.ts'
import { countGroup, countSide, newestIn } from '../../../../src/insights/counts/review-groups.ts'
import type { ReadReview } from '../../../../src/insights/counts/tally.ts'
import { anyReviews, findingsOf, reviews } from '../made-reviews.ts'

const pricingIn = (made: ReadReview[]) => findingsOf(made).mentions('aspects', 'pricing')

describe('takeInProportion', () => {
  it('As many mentions as requested and available are taken, each once, with a critic if there is one', () => {
    fc.assert(
      fc.property(anyReviews(), fc.integer({ min: 1, max: 25 }), (made, limit) => {
        const group = pricingIn(made)
        const taken = takeInProportion(group, limit)
        assert.equal(
          new Set(taken.map(({ review }) => review)).size,
          Math.min(limit, countGroup(group)),
        )
        assert.equal(
          taken.some(({ sentiment }) => sentiment === 'negative'),
          countSide(group, 'negative') > 0,
        )
      }),
    )
  })
})

describe('cite', () => {
  it('Key reviews come first, then some from each group in turn, twenty at most', () => {
    const group = (from: number) =>
      pricingIn(reviews(from, 30, { aspects: [['pricing', 'positive']] }))
    const [a, b] = [group(0), group(100)]
    const [newestA, newestB] = [newestIn(a, 8), newestIn(b, 8)]
    const ids = cite([newestB[7]!], [a, b])
    assert.deepEqual(
      ids.slice(0, 4),
      [newestB[7]!, newestA[0]!, newestB[0]!, newestA[1]!].map(({ id }) => id),
    )
    assert.equal(ids.length, 20)
  })
})
