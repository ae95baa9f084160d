import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { localeOf } from '../../../src/locale/locale.ts'
import type { Insights } from '../../../src/model/insights.ts'
import { trendInWords } from '../../../src/site/parts/trend-sentence.ts'
import { rows } from '../../kit/rows.ts'
import { shareService } from '../../kit/shared.ts'

const english = localeOf('en-US')

describe('where ratings are going', () => {
  const shared = shareService({
    rows: rows(3, number => ({ date: `2026-0${number + 1}-01`, text: 'Rosa came.' })),
  })

  it('The trend is left open when there are too few reviews to tell', async () => {
    for (const path of ['/', '/summary.md', '/technicians/rosa-m%C3%A9ndez']) {
      const page = (await shared.client.get(path)).text
      assert.match(page, /Too few reviews to see a trend\./, path)
      assert.doesNotMatch(page, /Ratings (?:have|held|rose|fell)/, path)
    }
  })
})

describe('the sentence about the trend', () => {
  const trend = {
    direction: 'stable' as const,
    slope: 0,
    basis: '',
    months: 48,
    first: '2022-11',
    last: '2026-10',
  }
  const period = (name: string) => ({ name, review_count: 9, average_rating: 4 })
  const overTime = { unit: 'quarter' as const, periods: [period('2022-Q4'), period('2026-Q4')] }
  const say = (change: Partial<typeof trend>) =>
    trendInWords({ trend: { ...trend, ...change }, overTime }, english)

  it('A trend over the whole chart is told in years', () => {
    assert.equal(say({}), 'Ratings have held steady for four years.')
    assert.equal(say({ last: '2026-12' }), 'Ratings have held steady for four years.')
    const one = { unit: 'month' as const, periods: [period('2025-11'), period('2026-10')] }
    assert.equal(
      trendInWords({ trend: { ...trend, first: '2025-11' }, overTime: one }, english),
      'Ratings have held steady for a year.',
    )
    const twelve = { unit: 'year' as const, periods: [period('2015'), period('2026')] }
    assert.equal(
      trendInWords({ trend: { ...trend, first: '2015-01', last: '2026-12' }, overTime: twelve }, english),
      'Ratings have held steady for 12 years.',
    )
  })

  it('A trend over a part of the chart, or over no whole years, is told with its months', () => {
    assert.equal(say({ first: '2023-11' }), 'Ratings held steady from Nov 2023 to Oct 2026.')
    assert.equal(say({ last: '2026-09' }), 'Ratings held steady from Nov 2022 to Sep 2026.')
    const half = { unit: 'month' as const, periods: [period('2025-05'), period('2026-10')] }
    assert.equal(
      trendInWords({ trend: { ...trend, first: '2025-05' }, overTime: half }, english),
      'Ratings held steady from May 2025 to Oct 2026.',
    )
  })
})

/** Each of 36 months has as many reviews, first with two stars, then with five. */
const rising = (perMonth: number) =>
  rows(36 * perMonth, number => {
    const month = Math.floor(number / perMonth)
    return {
      date: `${2024 + Math.floor(month / 12)}-${String(1 + (month % 12)).padStart(2, '0')}-01`,
      rating: month < 18 ? 2 : 5,
    }
  })

describe('where many ratings are going', () => {
  const shared = shareService({ rows: rising(5) })

  it('The trend is stated with its basis', async () => {
    const page = (await shared.client.get('/')).text
    assert.match(page, /<p>Ratings have risen over three years\.<\/p>/)
    assert.match(
      page,
      /<details><summary>How this was calculated<\/summary><p>Mann–Kendall test over 36 months/,
    )
  })
})

describe('where ratings are going with two reviews a month', () => {
  const shared = shareService({ rows: rising(2) })

  it('The chart shows quarters where months have few reviews', async () => {
    const page = (await shared.client.get('/')).text
    assert.match(page, /<p>Ratings have risen over three years\.<\/p>/)
    assert.match(page, /<p class="legend">Reviews per quarter<\/p>/)
    const { temporal } = (await shared.client.get('/insights.json')).json as Insights
    assert.equal(temporal.monthly.length, 36)
  })
})
