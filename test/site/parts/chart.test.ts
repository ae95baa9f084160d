import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PeriodUnit } from '../../../src/model/insights.ts'
import { renderChart } from '../../../src/site/parts/chart.ts'

const rated = (name: string, average_rating: number | null = 5, review_count = 1) => ({
  name,
  average_rating,
  review_count: average_rating === null ? 0 : review_count,
})
const drawBy = (unit: PeriodUnit, ...periods: ReturnType<typeof rated>[]) =>
  String(renderChart({ unit, periods }, ({ since, until }) => `${since}/${until}`))
const draw = (...periods: ReturnType<typeof rated>[]) => drawBy('month', ...periods)
const years = (count: number) =>
  Array.from({ length: 12 * count }, (_, place) =>
    rated(`${2020 + Math.floor(place / 12)}-${String(1 + (place % 12)).padStart(2, '0')}`),
  )

describe('the chart over time', () => {
  it('The chart draws no line across months without reviews', () => {
    const drawn = draw(
      rated('2026-01'),
      rated('2026-02'),
      rated('2026-03', null),
      rated('2026-04', null),
      rated('2026-05'),
      rated('2026-06'),
    )
    assert.equal(drawn.match(/class="trace"/g)?.length, 2)
    assert.equal(drawn.match(/<circle/g)?.length, 4)
  })

  it('The chart says what it shows, and how many months the table has', () => {
    const varied = draw(rated('2026-01', 3.5, 2), rated('2026-02', 4.5, 7))
    assert.match(varied, /between 3\.5 and 4\.5, last 4\.5\. The table has 2 months with reviews\./)
    assert.match(varied, /Reviews by month: between 2 and 7\./)
    const alike = draw(rated('2026-01'), rated('2026-02'))
    assert.match(alike, /Average rating by month: 5\.0 each month, last 5\.0\./)
    assert.match(alike, /Reviews by month: 1 each month\./)
  })

  it('The chart covers three years at most, with four month labels', () => {
    const drawn = draw(...years(5))
    assert.match(drawn, /Average rating, Jan 2022 to Dec 2024/)
    assert.match(drawn, /The table has 36 months with reviews\./)
    assert.equal(drawn.match(/<th scope="row">/g)?.length, 36)
    assert.equal(drawn.match(/class="month"/g)?.length, 4)
  })

  it('The table links each period to the reviews between its first and last day', () => {
    assert.match(draw(rated('2024-01'), rated('2024-02', 5, 7)), /<a href="2024-02-01\/2024-02-29">7</)
    assert.match(drawBy('quarter', rated('2025-Q3'), rated('2025-Q4')), /<a href="2025-10-01\/2025-12-31">1</)
    assert.match(drawBy('year', rated('2025'), rated('2026')), /<a href="2026-01-01\/2026-12-31">1</)
  })

  it('The chart of quarters or years says so everywhere', () => {
    const quarters = drawBy('quarter', rated('2025-Q4', 4), rated('2026-Q1', 5, 3))
    assert.match(quarters, /Average rating, Q4 2025 to Q1 2026/)
    assert.match(quarters, /Reviews per quarter/)
    assert.match(quarters, /Reviews by quarter: between 1 and 3\. The table has 2 quarters with reviews\./)
    assert.match(quarters, /<th scope="col">Quarter<\/th>/)
    const byYear = drawBy('year', rated('2024'), rated('2025', null), rated('2026'))
    assert.match(byYear, /Average rating, 2024 to 2026/)
    assert.match(byYear, /5\.0 each year/)
    assert.doesNotMatch(quarters + byYear, /month(?!")/i)
  })

  it('There is no chart of a single period', () => {
    assert.equal(drawBy('year', rated('2026')), '')
    assert.equal(draw(), '')
  })
})
