import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rows } from '../../kit/rows.ts'
import { shareService } from '../../kit/shared.ts'

describe('where ratings are going', () => {
  const shared = shareService({
    rows: rows(3, number => ({ date: `2026-0${number + 1}-01`, text: 'Rosa came.' })),
  })

  it('The trend is left open when there are too few reviews to tell', async () => {
    for (const path of ['/', '/summary', '/technicians/rosa-m%C3%A9ndez']) {
      const page = (await shared.client.get(path)).text
      assert.match(page, /Too few reviews to see a trend\./, path)
      assert.doesNotMatch(page, /Ratings are steady/, path)
    }
  })
})

describe('where many ratings are going', () => {
  const shared = shareService({
    rows: rows(36, number => ({
      date: `${2024 + Math.floor(number / 12)}-${String(1 + (number % 12)).padStart(2, '0')}-01`,
      source_id: `r${number}`,
      rating: number < 18 ? 2 : 5,
    })).flatMap(row => [row, { ...row, source_id: `${row.source_id}b` }]),
  })

  it('The trend is stated with its basis', async () => {
    const page = (await shared.client.get('/')).text
    assert.match(page, /<p>Ratings are rising over 36 months\.<\/p>/)
    assert.match(
      page,
      /<details><summary>How this was calculated<\/summary><p>Mann–Kendall test over 36 months/,
    )
  })
})
