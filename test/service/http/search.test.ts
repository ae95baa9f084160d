import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Row, row, rows } from '../../kit/rows.ts'
import { shareService } from '../../kit/shared.ts'

/** One review a day from the first of March, in this order. */
const TEXTS = [
  'Rosa unclogged the sink.',
  'Bobby and ROSA came late, 100% worth it?',
  'The water heater is new. Bob Stone knows his trade.',
  'Die Straße war gesperrt.',
  'İstanbul, ılık su.',
  'ΟΔΥΣΣΕΥΣ ήρθε.',
  'Café crème in Old Town while you wait 🚰',
  null,
  'Two lines:\na rosa colour, a+b [ok].',
]
/** By day. */
const DETAILS: Record<number, Row> = {
  2: { language: 'en-GB', owner_reply: { text: 'Sorry!', date: '2026-03-10' } },
  3: { language: 'en', source: 'yelp' },
  4: { language: 'de', owner_reply: { text: 'Danke!', date: '2026-03-10' } },
}
const reviews = TEXTS.map((text, place) =>
  row({
    source_id: `t${place}`,
    date: `2026-03-0${place + 1}`,
    rating: 1 + (place % 5),
    text,
    // So that none is detected.
    language: null,
    ...DETAILS[place + 1],
  }),
)

describe('The search', () => {
  const shared = shareService({ rows: [...reviews, ...rows(30, () => ({ text: null }))] })

  const search = async (parameters: Record<string, string>) =>
    (await shared.client.get(`/api/reviews/search?${new URLSearchParams(parameters)}`)).json
  const daysOf = async (parameters: Record<string, string>) =>
    (await search({ since: '2026-01-01', ...parameters })).reviews.map(
      ({ date }: { date: string }) => Number(date.slice(-2)),
    )

  it('A search without parameters returns the 20 newest reviews and counts all', async () => {
    const { matched, returned, reviews, next_cursor } = await search({})
    assert.equal(matched, 39)
    assert.equal(returned, 20)
    assert.equal(reviews.length, 20)
    assert.equal(typeof next_cursor, 'string')
    assert.equal(reviews[0].date, '2026-03-09')
  })

  it('A search returns reviews with all fields, as in the dataset', async () => {
    const dataset = (await shared.client.get('/reviews.json')).json
    assert.deepEqual((await search({ limit: '100' })).reviews, dataset.reviews)
  })

  it('A search by rating finds only that rating', async () => {
    assert.deepEqual(await daysOf({ rating: '5' }), [5])
    assert.deepEqual(await daysOf({ rating: '1' }), [6, 1])
  })

  it('A search by minimum rating includes that rating', async () => {
    assert.deepEqual(await daysOf({ min_rating: '4' }), [9, 5, 4])
    assert.deepEqual(await daysOf({ min_rating: '4.5' }), [5])
    assert.deepEqual(await daysOf({ min_rating: '4.0' }), [9, 5, 4])
    assert.equal((await daysOf({ min_rating: '1' })).length, 9)
  })

  it('A search by dates includes both days', async () => {
    assert.deepEqual(await daysOf({ since: '2026-03-07' }), [9, 8, 7])
    assert.deepEqual(await daysOf({ until: '2026-03-02' }), [2, 1])
    assert.deepEqual(await daysOf({ since: '2026-03-04', until: '2026-03-04' }), [4])
  })

  it('A search finds only reviews that match every parameter', async () => {
    assert.deepEqual(await daysOf({ query: 'rosa', min_rating: '2' }), [9, 2])
    assert.deepEqual(await daysOf({ query: 'rosa', min_rating: '2', until: '2026-03-05' }), [2])
    assert.deepEqual(await daysOf({ rating: '5', min_rating: '2', query: 'su' }), [5])
    assert.deepEqual(await daysOf({ rating: '1', min_rating: '2' }), [])
  })

  it('A search finds a technician by name or alias, in any case', async () => {
    for (const name of ['Rosa Méndez', 'Rosa', 'rosa', 'ROSA MÉNDEZ'])
      assert.deepEqual(await daysOf({ mentions_technician: name }), [2, 1], name)
    for (const name of ['Bob Stone', 'bobby'])
      assert.deepEqual(await daysOf({ mentions_technician: name }), [3, 2], name)
  })

  it('A search finds nothing for an unknown name', async () => {
    for (const parameters of [
      { mentions_technician: 'Nobody' },
      { mentions_technician: 'Ros' },
      { mentions_technician: '__proto__' },
      { mentions_service: 'roofing' },
      { mentions_service_area: 'New Town' },
      { language: 'fr' },
      { source: 'goog' },
      { source: '__proto__' },
    ])
      assert.deepEqual(await daysOf(parameters as Record<string, string>), [])
  })

  it('A search finds a service by id or label, in any case', async () => {
    for (const service of ['drain_cleaning', 'Drain cleaning', 'DRAIN_CLEANING', 'drain CLEANING'])
      assert.deepEqual(await daysOf({ mentions_service: service }), [1], service)
    assert.deepEqual(await daysOf({ mentions_service: 'water_heater' }), [3])
  })

  it('A search finds a service area by id or label, in any case', async () => {
    for (const area of ['old_town', 'Old Town', 'OLD_TOWN', 'old town'])
      assert.deepEqual(await daysOf({ mentions_service_area: area }), [7], area)
  })

  it('A search finds reviews with a reply, and those without', async () => {
    assert.deepEqual(await daysOf({ has_reply: 'true' }), [4, 2])
    assert.deepEqual(await daysOf({ has_reply: 'false' }), [9, 8, 7, 6, 5, 3, 1])
  })

  it('A search finds a language with its regions, in any case', async () => {
    for (const language of ['en', 'EN'])
      assert.deepEqual(await daysOf({ language }), [3, 2], language)
    for (const language of ['en-GB', 'EN-gb'])
      assert.deepEqual(await daysOf({ language }), [2], language)
  })

  it('A search finds a source, in any case', async () => {
    for (const source of ['yelp', 'Yelp']) assert.deepEqual(await daysOf({ source }), [3], source)
  })

  it('A search sorts by date, or by stars and then newest first', async () => {
    assert.deepEqual(await daysOf({ sort: 'newest' }), [9, 8, 7, 6, 5, 4, 3, 2, 1])
    assert.deepEqual(await daysOf({ sort: 'oldest' }), [1, 2, 3, 4, 5, 6, 7, 8, 9])
    assert.deepEqual(await daysOf({ sort: 'highest' }), [5, 9, 4, 8, 3, 7, 2, 6, 1])
    assert.deepEqual(await daysOf({ sort: 'lowest' }), [6, 1, 7, 2, 8, 3, 9, 4, 5])
    assert.deepEqual(await daysOf({ sort: 'lowest', query: 'rosa', limit: '2' }), [1, 2])
  })

  it('A search rejects the skip parameter, which only pages of the site use', async () => {
    assert.equal((await search({ skip: '3' })).error, 'validation_error')
  })

  it('A search finds a query anywhere in the text, in any case', async () => {
    const queries: [string, number[]][] = [
      ['rosa', [9, 2, 1]],
      ['OS', [9, 2, 1]],
      ['sink.', [1]],
      ['the s', [1]],
      ['worth it?', [2]],
      ['100%', [2]],
      ['lines:\na rosa', [9]],
      ['a+b [ok]', [9]],
      ['.*', []],
      ['Rosa  unclogged', []],
      ['🚰', [7]],
    ]
    for (const [query, days] of queries) assert.deepEqual(await daysOf({ query }), days, query)
  })

  it('A search folds the case of every script, letter by letter, and the Turkish i', async () => {
    const queries: [string, number[]][] = [
      ['straße', [4]],
      ['STRAẞE', [4]],
      ['strasse', []],
      ['οδυσσευς', [6]],
      ['οδυσσευσ', [6]],
      ['ΉΡΘΕ', [6]],
      ['CAFÉ', [7]],
      ['CRÈME', [7]],
      ['cafe', []],
      ['İSTANBUL', [5]],
      ['istanbul', [5]],
      ['STANBUL', [5]],
    ]
    for (const [query, days] of queries) assert.deepEqual(await daysOf({ query }), days, query)
  })

  it('A query never finds a review without text', async () => {
    for (const query of ['null', 'a', 'e', ' ', '.'])
      assert.ok(!(await daysOf({ query, limit: '100' })).includes(8), query)
  })

  it('A search reads + and %20 as a space and %2B as a plus', async () => {
    for (const query of ['the+sink', 'the%20sink', '%74he%20sink']) {
      const { json } = await shared.client.get(`/api/reviews/search?query=${query}`)
      assert.equal(json.matched, 1, query)
    }
    assert.equal((await shared.client.get('/api/reviews/search?query=a%2Bb')).json.matched, 1)
    assert.equal((await shared.client.get('/api/reviews/search?query=a+b')).json.matched, 0)
  })

  it('A search by maximum rating includes that rating', async () => {
    assert.deepEqual(await daysOf({ max_rating: '2' }), [7, 6, 2, 1])
    assert.deepEqual(await daysOf({ min_rating: '2', max_rating: '2.5' }), [7, 2])
  })

  it('A search for words finds them in any order, folded, but not as parts of words', async () => {
    assert.deepEqual(await daysOf({ words: 'SINKS rosa' }), [1])
    assert.deepEqual(await daysOf({ words: 'cafe' }), [7])
    assert.deepEqual(await daysOf({ words: 'strasse' }), [4])
    assert.deepEqual(await daysOf({ words: 'os' }), [])
  })

  it('A search lists the names that it does not know, with suggestions, and finds nothing', async () => {
    const found = await search({ mentions_technician: 'Roza', aspect: 'qqqqqqqq', rating: '5' })
    assert.deepEqual([found.matched, found.reviews, found.next_cursor], [0, [], null])
    const [aspect, technician] = found.unrecognized
    assert.deepEqual(technician, {
      parameter: 'mentions_technician',
      value: 'Roza',
      suggestions: ['Rosa Méndez'],
    })
    assert.equal(aspect.suggestions.length, 5)
    // Most reviews may say something about the business as a whole, but that is no aspect to choose.
    assert.ok(!aspect.suggestions.includes('Overall'))
    assert.equal((await search({ mentions_technician: 'rosa' })).unrecognized, undefined)
    const proto = await search({ topic: '__proto__' })
    assert.deepEqual([proto.matched, proto.unrecognized[0].value], [0, '__proto__'])
  })

  it('A search returns the passages of each review in the page, and only those', async () => {
    const { reviews: found, evidence } = await search({
      mentions_technician: 'rosa',
      evidence: 'true',
      limit: '1',
    })
    assert.deepEqual(Object.keys(evidence), [found[0].id])
    const [{ kind, id, from, to }] = evidence[found[0].id]
    assert.deepEqual(
      [kind, id, found[0].text.slice(from, to)],
      ['technicians', 'Rosa Méndez', 'ROSA'],
    )
  })

  it('A search with sentiment needs no aspect, and each narrows the other', async () => {
    const all = await search({ sentiment: 'negative', limit: '100' })
    assert.ok(all.matched > 0)
    const about = await search({ aspect: 'punctuality', sentiment: 'negative' })
    assert.deepEqual(
      about.reviews.map(({ date }: { date: string }) => date),
      ['2026-03-02'],
    )
  })

  for (const [parameter, value, message] of [
    ['max_rating', '6', 'must be 5 or less'],
    ['sentiment', 'angry', 'must be positive, neutral or negative'],
    ['words', '?!', 'must contain a letter or a digit'],
    ['evidence', 'yes', 'must be true or false'],
  ] as const)
    it(`A search rejects ${parameter}=${value}`, async () => {
      const { error, issues } = await search({ [parameter]: value })
      assert.equal(error, 'validation_error')
      assert.deepEqual(
        issues.map(({ path, message: said }: { path: string[]; message: string }) => [path, said]),
        [[[parameter], message]],
      )
    })

  it('A search takes a stray percent sign literally', async () => {
    assert.equal((await shared.client.get('/api/reviews/search?query=100%')).json.matched, 1)
  })

  it('A search returns no more than the limit and still counts all', async () => {
    for (const limit of [1, 20, 39]) {
      const response = await search({ limit: String(limit) })
      assert.equal(response.returned, limit)
      assert.equal(response.matched, 39)
    }
    assert.equal((await search({ limit: '100' })).returned, 39)
  })
})
