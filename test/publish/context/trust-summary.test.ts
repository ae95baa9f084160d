import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { summarizeTrust } from '../../../src/publish/context/trust-summary.ts'
import type { ListedReview } from '../../../src/publish/pieces/prepare-review.ts'

const review = (rating: number, hasReply: boolean, level = 'platform') =>
  ({ rating, hasReply, level }) as ListedReview
const month = (name: string, review_count: number, average_rating: number) => ({
  month: name,
  review_count,
  average_rating,
})

describe('the trust summary', () => {
  it('The trust summary counts how reviews were verified and which critics got a reply', () => {
    const reviews = [
      review(1, true),
      review(2, false, 'invited'),
      review(3, false),
      review(5, true, 'transaction'),
    ]
    const { byVerification, critical } = summarizeTrust(reviews, [])
    assert.deepEqual(byVerification, { transaction: 1, invited: 1, platform: 2, none: 0 })
    assert.deepEqual(critical, { count: 2, answered: 1 })
  })

  it('The trust summary rates the twelve months up to the newest review', () => {
    const monthly = [month('2025-10', 9, 1), month('2025-11', 1, 5), month('2026-10', 3, 4)]
    assert.deepEqual(summarizeTrust([], monthly).lastYear, { review_count: 4, average_rating: 4.25 })
  })

  it('The trust summary has no last year where all reviews are that recent', () => {
    assert.equal(summarizeTrust([], [month('2026-09', 3, 4), month('2026-10', 3, 5)]).lastYear, null)
    assert.equal(summarizeTrust([], []).lastYear, null)
  })
})
