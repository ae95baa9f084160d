import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { localeOf } from '../../../../src/locale/locale.ts'
import type { Insights, PeriodUnit } from '../../../../src/model/insights.ts'
import { renderChart, trendInWords } from '../../../../src/site/parts/chart.ts'
import { rows } from '../../../kit/rows.ts'
import { shareService } from '../../../kit/shared.ts'

const rated = (name: string, average_rating: number | null = 5, review_count = 1) => ({
  name,
  average_rating,
  review_count: average_rating === null ? 0 : review_count,
})
const drawBy = (unit: PeriodUnit, ...periods: ReturnType<typeof rated>[]) =>
  String(
    renderChart({ unit, periods }, ({ since, until }) => `${since}/${until}`, localeOf('en-US')),
  )
const draw = (...periods: ReturnType<typeof rated>[]) => drawBy('month', ...periods)
const years = (count: number) =>
  Array.from({ length: 12 * count }, (_, place) =>
    rated(`${2020 + Math.floor(place / 12)}-${String(1 + (place % 12)).padStart(2, '0')}`),
  )

const labelsOf = (drawn: string) =>
  [...drawn.matchAll(/class="month(?: end)?">([^<]+)</g)].map(([, text]) => text)
const figuresOf = (drawn: string) =>
  [...drawn.matchAll(/class="figure"[^>]*>([^<]+)</g)].map(([, text]) => text)

describe('the chart over time', () => {
  it('The chart draws no line across months without reviews', () => {
    const drawn = draw(
      rated('2026-01', 5, 2),
      rated('2026-02', 5, 2),
      rated('2026-03', null),
      rated('2026-04', null),
      rated('2026-05', 5, 2),
      rated('2026-06', 5, 2),
    )
    assert.equal(drawn.match(/class="trace"/g)?.length, 2)
    assert.equal(drawn.match(/<circle/g)?.length, 4)
    assert.doesNotMatch(drawn, /class="single"|open dot/)
  })

  it('A single review is an open dot that no line leads to', () => {
    const drawn = draw(
      rated('2026-01', 4, 2),
      rated('2026-02', 1),
      rated('2026-03', 4, 3),
      rated('2026-04', 5, 2),
    )
    assert.equal(drawn.match(/class="trace"/g)?.length, 1)
    assert.equal(drawn.match(/<circle class="single"/g)?.length, 1)
    assert.match(drawn, /<title>Feb 2026: 1\.0 stars from 1 review<\/title>/)
    assert.match(drawn, /An open dot is a single review\./)
  })

  it('The chart says in words what it shows', () => {
    const varied = draw(rated('2026-01', 3.5, 2), rated('2026-02', 4.5, 7))
    assert.match(
      varied,
      /"Average rating by month, Jan 2026 to Feb 2026: between 3\.5 and 4\.5, 4\.5 in Feb 2026\."/,
    )
    assert.match(varied, /"Reviews per month: between 2 and 7, 7 in Feb 2026\."/)
    const alike = draw(rated('2026-01'), rated('2026-02'))
    assert.match(alike, /"Average rating by month, Jan 2026 to Feb 2026: always 5\.0\."/)
    assert.match(alike, /"Reviews per month: always 1\."/)
  })

  it('The chart and its table cover every period, and only some of many have labels', () => {
    const drawn = draw(...years(3))
    assert.match(drawn, /Average rating by month, Jan 2020 to Dec 2022/)
    assert.equal(drawn.match(/<th scope="row">/g)?.length, 36)
    assert.equal(drawn.match(/<circle/g)?.length, 36)
    assert.deepEqual(labelsOf(drawn), ['Jan 2020', 'Oct 2020', 'Jul 2021', 'Apr 2022'])
  })

  it('Quarters are labeled by year at the first quarter', () => {
    const quarters = [2024, 2025, 2026].flatMap(year =>
      [1, 2, 3, 4].map(quarter => rated(`${year}-Q${quarter}`)),
    )
    assert.deepEqual(labelsOf(drawBy('quarter', ...quarters.slice(1))), ['2025', '2026'])
    assert.deepEqual(labelsOf(drawBy('quarter', ...quarters.slice(1, 4))), [
      'Q2 2024',
      'Q3 2024',
      'Q4 2024',
    ])
  })

  it('Every year stands under its bar, and the last of many months ends with the picture', () => {
    const ofYears = drawBy(
      'year',
      ...[2020, 2021, 2022, 2023, 2024].map(year => rated(String(year))),
    )
    assert.match(ofYears, /<text x="(?!100%)[^"]+" y="132" class="month">2024</)
    assert.match(
      draw(...years(1), rated('2021-01')),
      /<text x="100%" y="132" class="month end">Jan 2021</,
    )
  })

  it('A few periods have their figures in the chart, many have a scale', () => {
    const few = drawBy('year', rated('2024', 4.25, 30), rated('2025', 3, 1200))
    assert.deepEqual(figuresOf(few), ['4.3', '3.0', '30', '1,200'])
    assert.deepEqual(figuresOf(draw(...years(1))), [])
    assert.match(draw(...years(1)), /dy="-4">1<\/text>/)
  })

  it('The table links each period to the reviews between its first and last day', () => {
    assert.match(
      draw(rated('2024-01'), rated('2024-02', 5, 7)),
      /<a href="2024-02-01\/2024-02-29" aria-label="7 reviews">7</,
    )
    assert.match(
      drawBy('quarter', rated('2025-Q3'), rated('2025-Q4')),
      /<a href="2025-10-01\/2025-12-31" aria-label="1 review">1</,
    )
    assert.match(
      drawBy('year', rated('2025'), rated('2026')),
      /<a href="2026-01-01\/2026-12-31" aria-label="1 review">1</,
    )
  })

  it('The chart of quarters or years says so everywhere', () => {
    const quarters = drawBy('quarter', rated('2025-Q4', 4), rated('2026-Q1', 5, 3))
    assert.match(quarters, /Average rating by quarter, Q4 2025 to Q1 2026/)
    assert.match(quarters, /Reviews per quarter/)
    assert.match(quarters, /Reviews per quarter: between 1 and 3, 3 in Q1 2026\./)
    assert.match(quarters, /<th scope="col">Quarter<\/th>/)
    const byYear = drawBy('year', rated('2024'), rated('2025', null), rated('2026'))
    assert.match(byYear, /Average rating by year, 2024 to 2026: always 5\.0\./)
    assert.doesNotMatch(quarters + byYear, /month(?!")/i)
  })

  it('There is no chart of a single period', () => {
    assert.equal(drawBy('year', rated('2026')), '')
    assert.equal(draw(), '')
  })
})

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
    assert.equal(say({}), 'There is no clear trend in the ratings over four years.')
    assert.equal(
      say({ last: '2026-12' }),
      'There is no clear trend in the ratings over four years.',
    )
    const one = { unit: 'month' as const, periods: [period('2025-11'), period('2026-10')] }
    assert.equal(
      trendInWords({ trend: { ...trend, first: '2025-11' }, overTime: one }, english),
      'There is no clear trend in the ratings over the year.',
    )
    const twelve = { unit: 'year' as const, periods: [period('2015'), period('2026')] }
    assert.equal(
      trendInWords(
        { trend: { ...trend, first: '2015-01', last: '2026-12' }, overTime: twelve },
        english,
      ),
      'There is no clear trend in the ratings over 12 years.',
    )
  })

  it('A trend over a part of the chart, or over no whole years, is told with its months', () => {
    assert.equal(
      say({ first: '2023-11' }),
      'There is no clear trend in the ratings from Nov 2023 to Oct 2026.',
    )
    assert.equal(
      say({ last: '2026-09' }),
      'There is no clear trend in the ratings from Nov 2022 to Sep 2026.',
    )
    const half = { unit: 'month' as const, periods: [period('2025-05'), period('2026-10')] }
    assert.equal(
      trendInWords({ trend: { ...trend, first: '2025-05' }, overTime: half }, english),
      'There is no clear trend in the ratings from May 2025 to Oct 2026.',
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
