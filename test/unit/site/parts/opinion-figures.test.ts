import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { localeOf } from '../../../../src/locale/locale.ts'
import {
  describeOpinions,
  hasBar,
  isTooFew,
  renderOpinionBar,
  renderOpinionCounts,
  shareInWords,
} from '../../../../src/site/parts/opinion-figures.ts'

const english = localeOf('en-US')
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
const linkOf = (sentiment: string) => `/reviews?sentiment=${sentiment}`

describe('Opinions', () => {
  it('Fewer than ten get a fraction, ten get a percentage', () => {
    assert.deepEqual([isTooFew(opinions(9, 0, 0)), isTooFew(opinions(10, 0, 0))], [true, false])
    assert.equal(shareInWords(english, opinions(6, 1, 2)), '6 of 9')
    assert.equal(shareInWords(english, opinions(6, 1, 3)), '60%')
  })

  it('Fewer than five get no bar and no colors', () => {
    assert.deepEqual([hasBar(opinions(4, 0, 0)), hasBar(opinions(5, 0, 0))], [false, true])
    assert.equal(String(renderOpinionBar(opinions(4, 0, 0))), '')
    assert.match(String(renderOpinionBar(opinions(4, 0, 1))), /class="good".*class="bad"/s)
    assert.doesNotMatch(
      String(renderOpinionCounts(english, opinions(2, 1, 1), linkOf)),
      /class="key/,
    )
  })

  it('Each opinion that exists leads to its reviews', () => {
    const counts = String(renderOpinionCounts(english, opinions(4, 0, 3), linkOf))
    assert.match(counts, /class="key good"><a href="\/reviews\?sentiment=positive">4 positive<\/a>/)
    assert.match(counts, /class="key bad"><a href="\/reviews\?sentiment=negative">3 negative<\/a>/)
    assert.doesNotMatch(counts, /neutral/)
  })

  it('The sentence names whom it is about, and warns where reviews are few', () => {
    const textOf = (...args: Parameters<typeof describeOpinions>) =>
      String(describeOpinions(...args))
    assert.match(
      textOf(english, opinions(8, 1, 1)),
      /^10 reviews mention this; 80% are positive\.$/,
    )
    assert.match(textOf(english, opinions(2, 0, 0)), /too few to draw conclusions/)
    const named = textOf(english, opinions(8, 1, 1), { name: 'Rosa <3', link: '/reviews?a=b' })
    assert.match(named, /<bdi>Rosa &lt;3<\/bdi>/)
    assert.match(named, /<a href="\/reviews\?a=b">10 reviews<\/a>/)
  })
})
