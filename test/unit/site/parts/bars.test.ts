import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { localeOf } from '../../../../src/locale/locale.ts'
import { renderDistribution, renderShortDistribution } from '../../../../src/site/parts/bars.ts'

const english = localeOf('en-US')
const textOf = (html: unknown) => String(html).replaceAll(/<[^>]*>/g, '')

describe('The distribution of stars', () => {
  it('From ten reviews on, each row has its percentage, for eyes and for ears', () => {
    const ten = String(renderDistribution({ 5: 7, 4: 1, 3: 0, 2: 0, 1: 2 }, undefined, english))
    assert.match(ten, /class="number percent" aria-hidden="true">70%/)
    assert.match(ten, /<span class="hidden">5 stars, 7 reviews, 70%/)
    assert.match(ten, /<span class="hidden">4 stars, 1 review, 10%/)
    const nine = String(renderDistribution({ 5: 7, 4: 0, 3: 0, 2: 0, 1: 2 }, undefined, english))
    assert.doesNotMatch(nine, /%<\/span>/)
    assert.match(nine, /<span class="hidden">5 stars, 7 reviews<\/span>/)
  })

  it('Without reviews there is no percentage and no bar, and nothing that is not a number', () => {
    const none = String(renderDistribution({ 5: 0, 4: 0, 3: 0, 2: 0, 1: 0 }, undefined, english))
    assert.doesNotMatch(none, /NaN|Infinity|class="share"/)
  })

  it('Rows are links where there is a list of reviews, from five stars to one', () => {
    const distribution = { 5: 1, 4: 1, 3: 1, 2: 1, 1: 1 }
    const linked = String(
      renderDistribution(distribution, stars => `/reviews?rating=${stars}`, english),
    )
    assert.deepEqual(
      [...linked.matchAll(/rating=(\d)/g)].map(([, stars]) => stars),
      ['5', '4', '3', '2', '1'],
    )
    assert.doesNotMatch(String(renderDistribution(distribution, undefined, english)), /<a/)
  })

  it('The short distribution says how many gave five stars, and how many one or two', () => {
    const short = renderShortDistribution({ 5: 6, 4: 1, 3: 1, 2: 1, 1: 1 }, english)
    assert.equal(textOf(short).trim(), '5★ 60% · 1–2★ 20%')
  })
})
