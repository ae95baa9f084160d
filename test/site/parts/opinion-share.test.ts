import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  positiveShare,
  renderOpinions,
  renderSentiment,
  renderSides,
} from '../../../src/site/parts/opinion-share.ts'

const opinions = (positive: number, neutral: number, negative: number) => {
  const mention_count = positive + neutral + negative
  return {
    mention_count,
    positive_count: positive,
    neutral_count: neutral,
    negative_count: negative,
    positive_pct: (100 * positive) / mention_count,
  }
}

const inWords = (given: ReturnType<typeof opinions>) =>
  String(renderOpinions(given, '/list')).replace(/<a href="\/list">(.+?)<\/a>/, '$1')

describe('Shares of opinions', () => {
  it('A share is a percentage without decimals from five mentions on, and a count below', () => {
    assert.equal(positiveShare(opinions(3, 0, 1)), '3 of 4')
    assert.equal(positiveShare(opinions(4, 0, 1)), '80%')
    assert.equal(positiveShare(opinions(2, 0, 4)), '33%')
  })

  it('A complaint colors a bar only from five mentions on', () => {
    assert.equal(String(renderSentiment(opinions(3, 0, 1))), '')
    assert.match(String(renderSentiment(opinions(4, 0, 1))), /<rect class="bad"/)
  })

  it('Each side of a bar links to its reviews, and so do the words beneath', () => {
    const linkOf = (sentiment: string) => `/only-${sentiment}`
    const bar = String(renderSentiment(opinions(4, 0, 1), linkOf))
    assert.match(bar, /<a href="\/only-negative" tabindex="-1"><rect class="bad"/)
    assert.doesNotMatch(bar, /only-neutral/)
    const sides = String(renderSides(opinions(4, 0, 1), linkOf))
    assert.match(sides, /<li class="key bad"><a href="\/only-negative">1 criticized<\/a>/)
    assert.doesNotMatch(sides, /mixed/)
  })

  it('Fewer than ten opinions are too few to draw conclusions', () => {
    assert.equal(inWords(opinions(0, 0, 1)), 'Only 1 review mentions this, too few to draw conclusions')
    assert.equal(inWords(opinions(9, 0, 0)), 'Only 9 reviews mention this, too few to draw conclusions')
    assert.equal(inWords(opinions(9, 0, 1)), '10 reviews mention this; 90% are positive')
  })
})
