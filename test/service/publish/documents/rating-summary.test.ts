import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { business, rows } from '../../../kit/rows.ts'
import { shareService } from '../../../kit/shared.ts'

describe('the rating alone', () => {
  const shared = shareService({
    business: { ...business, url: 'https://plumber.example/', site: { accent_color: '#B3261E' } },
    rows: rows(10),
    settings: { baseUrl: 'https://reviews.example' },
  })

  it('The rating summary has what a badge or a widget needs', async () => {
    const { json } = await shared.client.get('/rating.json')
    const { aggregate_rating, last_modified } = (await shared.client.get('/reviews.json')).json
    assert.deepEqual(json, {
      business: {
        id: 'test-sons-plumbing',
        name: 'Test & Sons Plumbing',
        url: 'https://plumber.example/',
        fictional: false,
      },
      page_url: 'https://reviews.example/',
      aggregate_rating,
      accent_color: '#b3261e',
      last_modified,
    })
    assert.equal(aggregate_rating.review_count, 10)
  })

  it('The rating summary is small', async () => {
    assert.ok((await shared.client.get('/rating.json')).text.length < 1000)
  })
})
