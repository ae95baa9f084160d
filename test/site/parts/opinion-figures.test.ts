import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { localeOf } from '../../../src/locale/locale.ts'
import {
  describeOpinions,
  hasBar,
  isTooFew,
  renderOpinionBar,
  renderOpinionCounts,
  renderShare,
  shareInWords,
} from '../../../src/site/parts/opinion-figures.ts'

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
const linkOf = (sentiment?: string) => (sentiment ? `/reviews?sentiment=${sentiment}` : '/reviews?a=b')

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
    assert.doesNotMatch(String(renderOpinionCounts(english, opinions(2, 1, 1), linkOf)), /class="key/)
  })

  it('Each opinion that exists leads to its reviews', () => {
    const counts = String(renderOpinionCounts(english, opinions(4, 0, 3), linkOf))
    assert.match(counts, /class="key good"><a href="\/reviews\?sentiment=positive">4 positive<\/a>/)
    assert.match(counts, /class="key bad"><a href="\/reviews\?sentiment=negative">3 negative<\/a>/)
    assert.doesNotMatch(counts, /neutral/)
  })

  it('The sentence names whom it is about, and warns where reviews are few', () => {
    const describe = (positive: number, negative: number, name?: string) =>
      String(describeOpinions(english, opinions(positive, 0, negative), linkOf, name))
    assert.match(describe(2, 0), /too few to draw conclusions/)
    const named = describe(8, 2, 'Rosa <3')
    assert.match(named, /<bdi>Rosa &lt;3<\/bdi>/)
    assert.match(named, /<a href="\/reviews\?a=b">10 reviews<\/a>/)
    assert.match(
      describe(8, 2),
      /<\/a> mention this; <a href="\/reviews\?sentiment=positive">80%<\/a> are positive\.$/,
    )
  })

  it('A share leads to the positive reviews, or to all where none is positive', () => {
    const share = (positive: number, negative: number) =>
      String(renderShare(english, opinions(positive, 0, negative), linkOf))
    assert.equal(share(8, 2), '<a href="/reviews?sentiment=positive">80%</a>')
    assert.equal(share(0, 12), '<a href="/reviews?a=b">0%</a>')
  })
})
