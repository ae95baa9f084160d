import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { summarizeTrust } from '../../../../src/publish/context/trust-summary.ts'
import type { ListedReview } from '../../../../src/publish/months/prepare-review.ts'
import { monthsOf, review } from '../../insights/made-reviews.ts'

const listed = (number: number, rest: Partial<ListedReview>) =>
  ({ ...review(number), hasReply: false, level: 'platform', ...rest }) as ListedReview
const trustOf = (...made: ListedReview[]) => summarizeTrust(monthsOf(made) as ListedReview[][])

describe('the trust summary', () => {
  it('The trust summary counts how reviews were verified and which critics got a reply, over all months', () => {
    const { byVerification, critical } = trustOf(
      listed(1, { rating: 1, hasReply: true }),
      listed(2, { rating: 2, level: 'invited' }),
      listed(3, { rating: 3, date: '2024-05-05' }),
      listed(4, { rating: 5, hasReply: true, level: 'transaction', date: '2024-05-06' }),
    )
    assert.deepEqual(byVerification, { transaction: 1, invited: 1, platform: 2, none: 0 })
    assert.deepEqual(critical, { count: 2, answered: 1 })
  })

  it('The trust summary rates the 365 days up to the newest review', () => {
    const { lastYear } = trustOf(
      listed(1, { rating: 1, date: '2025-10-20' }),
      listed(2, { rating: 5, date: '2025-10-21' }),
      listed(3, { rating: 4, date: '2026-10-20' }),
    )
    assert.deepEqual(lastYear, {
      since: '2025-10-21',
      until: '2026-10',
      review_count: 2,
      average_rating: 4.5,
    })
  })

  it('The trust summary has no last year where all reviews are that recent', () => {
    assert.equal(trustOf(listed(1, {}), listed(2, { date: '2025-02-01' })).lastYear, null)
    assert.equal(trustOf().lastYear, null)
  })
})
