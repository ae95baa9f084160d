import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { choosePullQuote as choose } from '../../../../src/insights/prose/write-summary.ts'
import { localeOf } from '../../../../src/locale/locale.ts'
import { anyReviews, findingsOf, review } from '../made-reviews.ts'

const quoted = (number: number, worth: number, rest = {}) =>
  review(number, { quote: { text: `Quote ${number}.`, worth }, ...rest })

const choosePullQuote = (made: ReturnType<typeof review>[]) =>
  choose(findingsOf(made), localeOf('en-US'))
const chosen = (...made: ReturnType<typeof review>[]) => choosePullQuote(made)?.text

describe('choosePullQuote', () => {
  it('The quote with the most worth wins, then the better rated, then the newest', () => {
    assert.equal(chosen(quoted(1, 0.4), quoted(2, 0.9, { rating: 4 }), quoted(3, 0.5)), 'Quote 2.')
    assert.equal(chosen(quoted(1, 0.9, { rating: 4 }), quoted(2, 0.9)), 'Quote 2.')
    assert.equal(
      chosen(quoted(1, 0.9), quoted(2, 0.9, { date: '2025-03-02' }), quoted(3, 0.9)),
      'Quote 2.',
    )
  })

  it('Reviews that are not positive and quotes without worth are not used', () => {
    assert.equal(choosePullQuote([quoted(1, 0.9, { rating: 3, sentiment: 'positive' })]), null)
    assert.equal(choosePullQuote([quoted(1, 0.9, { rating: 4, sentiment: 'neutral' })]), null)
    assert.equal(choosePullQuote([quoted(1, 0), review(2)]), null)
  })

  it('The quote is in the language of the site, or a translation', () => {
    const german = { ...quoted(1, 0.9), textLanguage: 'de' }
    assert.equal(chosen(german, quoted(2, 0.5)), 'Quote 2.')
    assert.equal(chosen(german), undefined)
    const translated = { ...german, insight: { ...german.insight, basis: 'translation' as const } }
    assert.equal(chosen(translated), 'Quote 1.')
  })

  it('The quote is from the review it names, whatever the order of the reviews', () => {
    fc.assert(
      fc.property(anyReviews(), made => {
        const quote = choosePullQuote(made)
        assert.deepEqual(choosePullQuote(made.toReversed()), quote)
        if (quote)
          assert.equal(made.find(({ id }) => id === quote.review_id)!.quote!.text, quote.text)
      }),
    )
  })
})
