import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { row } from '../../kit/rows.ts'
import { shareService } from '../../kit/shared.ts'

const reviews = [
  row({ source_id: 'a', date: '2024-05-01', rating: 5, text: 'Rosa was on time.' }),
  row({
    source_id: 'b',
    date: '2024-12-31',
    rating: 1,
    text: 'Rosa came late.',
    owner_reply: { text: 'Sorry!', date: '2025-01-03' },
  }),
  row({ source_id: 'c', date: '2025-02-02', rating: 4, text: 'Bobby did good work.' }),
]

describe('GET /api/reviews/stats', () => {
  const shared = shareService({ rows: reviews })
  const statsOf = async (query: string) =>
    (await shared.client.get(`/api/reviews/stats?${query}`)).json
  const issueOf = async (query: string) => {
    const { status, json } = await shared.client.get(`/api/reviews/stats?${query}`)
    assert.equal(status, 400, query)
    return json.issues[0]
  }

  it('The groups have counts, averages, replies and the search that opens them', async () => {
    const origin = shared.url.replace('127.0.0.1', 'localhost')
    assert.deepEqual(await statsOf('group_by=year&mentions_technician=rosa'), {
      matched: 2,
      average_rating: 3,
      groups: [
        {
          key: { year: 2024 },
          label: '2024',
          review_count: 2,
          average_rating: 3,
          critical_count: 1,
          replied_count: 1,
          critical_replied_count: 1,
          median_reply_days: 3,
          search_url: `${origin}/api/reviews/search?mentions_technician=rosa&since=2024-01-01&until=2024-12-31`,
        },
      ],
    })
  })

  it('Two properties make a group of each pair', async () => {
    const { groups } = await statsOf('group_by=technician,year&sort=-review_count')
    assert.deepEqual(
      groups.map(
        ({ key, label, review_count }: { key: object; label: string; review_count: number }) => [
          key,
          label,
          review_count,
        ],
      ),
      [
        [{ technician: 'Rosa Méndez', year: 2024 }, 'Rosa Méndez, 2024', 2],
        [{ technician: 'Bob Stone', year: 2025 }, 'Bob Stone, 2025', 1],
      ],
    )
  })

  it('What is not a property, twice one, three, or none is rejected with the list of all', async () => {
    for (const query of [
      'group_by=color',
      'group_by=year,year',
      'group_by=year,month,stars',
      'group_by=year,',
    ])
      assert.match((await issueOf(query)).message, /^must be one of year, quarter, month, stars, /)
    assert.deepEqual((await issueOf('')).path, ['group_by'])
  })

  it('Other parameters of the search are no parameters here', async () => {
    assert.equal((await issueOf('group_by=year&limit=5')).code, 'unknown_parameter')
    assert.equal((await issueOf('group_by=year&sort=newest')).path[0], 'sort')
    assert.equal(
      (await issueOf('group=year')).message,
      'is not a parameter here; did you mean group_by?',
    )
    assert.equal(
      (await issueOf('group_by=year&since=2025-01-01&until=2024-01-01')).path[0],
      'since',
    )
  })

  it('The same request gets 304 until the data changes', async () => {
    const path = '/api/reviews/stats?group_by=stars'
    const { headers } = await shared.client.get(path)
    const again = await shared.client.get(path, { 'if-none-match': headers.get('etag')! })
    assert.equal(again.status, 304)
  })
})
