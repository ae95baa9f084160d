import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { renderChart } from '../../../src/site/parts/chart.ts'

const month = (name: string, average_rating = 5, review_count = 1) => ({
  month: name,
  average_rating,
  review_count,
})
const draw = (...months: ReturnType<typeof month>[]) => String(renderChart(months))
const years = (count: number) =>
  Array.from({ length: 12 * count }, (_, place) =>
    month(`${2020 + Math.floor(place / 12)}-${String(1 + (place % 12)).padStart(2, '0')}`),
  )

describe('the chart of the months', () => {
  it('The chart draws no line across months without reviews', () => {
    const drawn = draw(month('2026-01'), month('2026-02'), month('2026-05'), month('2026-06'))
    assert.equal(drawn.match(/class="trace"/g)?.length, 2)
    assert.equal(drawn.match(/<circle/g)?.length, 4)
  })

  it('The chart says what it shows, and how many months the table has', () => {
    const varied = draw(month('2026-01', 3.5, 2), month('2026-02', 4.5, 7))
    assert.match(varied, /between 3\.5 and 4\.5, last 4\.5\. The table has 2 months with reviews\./)
    assert.match(varied, /Reviews by month: between 2 and 7\./)
    const alike = draw(month('2026-01'), month('2026-02'))
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
})
