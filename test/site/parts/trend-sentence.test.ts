import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Insights } from '../../../src/model/insights.ts'
import { rows } from '../../kit/rows.ts'
import { shareService } from '../../kit/shared.ts'

describe('where ratings are going', () => {
  const shared = shareService({
    rows: rows(3, number => ({ date: `2026-0${number + 1}-01`, text: 'Rosa came.' })),
  })

  it('The trend is left open when there are too few reviews to tell', async () => {
    for (const path of ['/', '/summary.md', '/technicians/rosa-m%C3%A9ndez']) {
      const page = (await shared.client.get(path)).text
      assert.match(page, /Too few reviews to see a trend\./, path)
      assert.doesNotMatch(page, /Ratings are steady/, path)
    }
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
    assert.match(page, /<p>Ratings are rising over 36 months\.<\/p>/)
    assert.match(
      page,
      /<details><summary>How this was calculated<\/summary><p>Mann–Kendall test over 36 months/,
    )
  })
})

describe('where ratings are going with two reviews a month', () => {
  const shared = shareService({ rows: rising(2) })

  it('The trend is not stated by month, and the chart shows quarters', async () => {
    const page = (await shared.client.get('/')).text
    assert.match(page, /<p>Ratings are rising from Jan 2024 to Dec 2026\.<\/p>/)
    assert.match(page, /<p class="legend">Reviews per quarter<\/p>/)
    const { temporal } = (await shared.client.get('/insights.json')).json as Insights
    assert.equal(temporal.monthly.length, 36)
  })
})
