import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { day, row, rows } from '../../kit/rows.ts'
import { shareService } from '../../kit/shared.ts'
import { ask } from '../../kit/wire.ts'
import { ALL, DATA, STREAMED, YEAR } from './endpoints.ts'

const threeADay = rows(60, number => ({ date: day(Math.floor(number / 3)) }))

describe('Every read endpoint', () => {
  const shared = shareService({ rows: threeADay })

  for (const { path, type } of ALL)
    it(`The resource at ${path} returns 200 and the type ${type}`, async () => {
      const { status, headers } = await ask(shared.url, path)
      assert.equal(status, 200)
      assert.equal(headers['content-type'], type)
    })

  for (const { path } of ALL.filter(one => !STREAMED.includes(one)))
    it(`The resource at ${path} has a Content-Length`, async () => {
      const { headers, body } = await ask(shared.url, path)
      assert.equal(headers['content-length'], String(body.length))
      assert.ok(body.length > 0)
    })

  for (const { path } of ALL)
    it(`Pages of any origin may read ${path} and its headers`, async () => {
      const { headers } = await ask(shared.url, path, {
        headers: { origin: 'https://elsewhere.example' },
      })
      assert.equal(headers['access-control-allow-origin'], '*')
      const exposed = headers['access-control-expose-headers']!.split(', ')
      for (const name of ['ETag', 'Last-Modified', 'Link', 'Mcp-Session-Id'])
        assert.ok(exposed.includes(name), name)
    })

  for (const { path } of ALL)
    it(`The resource at ${path} forbids content sniffing`, async () => {
      assert.equal((await ask(shared.url, path)).headers['x-content-type-options'], 'nosniff')
    })

  for (const { path } of DATA)
    it(`The resource at ${path} has a strong ETag, a date and rules for caches`, async () => {
      const { headers } = await ask(shared.url, path)
      assert.match(headers.etag!, /^"[\w-]+"$/)
      assert.ok(Date.parse(headers['last-modified']!) <= Date.now())
      // What only makes pages pretty may be kept for a while.
      const isStyle = path.endsWith('.css')
      assert.match(
        headers['cache-control']!,
        isStyle ? /^public, max-age=\d+/ : /^public, max-age=0/,
      )
      assert.equal(headers.vary, 'Accept-Encoding')
    })

  it('Each response has a request id of its own', async () => {
    const responses = await Promise.all([...ALL, ...ALL].map(({ path }) => ask(shared.url, path)))
    const failures = await Promise.all(
      ['/nope', '/api/reviews/search?rating=9'].map(path => ask(shared.url, path)),
    )
    const ids = [...responses, ...failures].map(({ headers }) => headers['x-request-id'])
    assert.ok(ids.every(id => typeof id === 'string' && id !== ''))
    assert.equal(new Set(ids).size, ids.length)
  })

  for (const { path } of DATA)
    it(`The resource at ${path} ignores an Authorization header`, async () => {
      const plain = await ask(shared.url, path)
      const authorized = await ask(shared.url, path, {
        headers: { authorization: 'Bearer stolen' },
      })
      assert.equal(authorized.status, 200)
      assert.equal(authorized.headers.etag, plain.headers.etag)
      assert.deepEqual(authorized.body, plain.body)
    })

  it('No body changes from one request to the next', async () => {
    for (const { path } of DATA)
      assert.deepEqual((await ask(shared.url, path)).body, (await ask(shared.url, path)).body, path)
  })

  it('The service reports that it is alive and ready', async () => {
    assert.deepEqual((await shared.client.get('/healthz')).json, {
      status: 'ok',
      problem: null,
      oldest_behind_seconds: 0,
    })
    assert.equal((await shared.client.get('/readyz')).json.status, 'ready')
    assert.equal((await shared.client.get('/healthz')).headers.get('cache-control'), 'no-store')
  })
})

describe('The shape of a response', () => {
  const shared = shareService({
    rows: [
      ...threeADay,
      row({ source_id: 'silent', date: '2026-05-05', text: null }),
      row({ source_id: 'unknown', source: 'direct', author: 'Unverified Ulf' }),
      row({ source_id: 'rosa', date: '2026-06-06', text: 'Rosa unclogged the drain in Old Town.' }),
    ],
  })

  it('The dataset has all of its parts', async () => {
    const { json } = await shared.client.get('/reviews.json')
    assert.deepEqual(Object.keys(json), [
      'business',
      'aggregate_rating',
      'reviews',
      'verification_policy',
      'license',
      'last_modified',
      'history',
      'parts',
    ])
  })

  it('A review has all of its keys, whatever is known about it', async () => {
    const { json } = await shared.client.get('/reviews.json')
    for (const review of json.reviews)
      assert.deepEqual(Object.keys(review), [
        'id',
        'author',
        'author_avatar_url',
        'rating',
        'date',
        'text',
        'source',
        'source_url',
        'owner_reply',
        'verified',
        'updated_at',
        'revision',
        'language',
        'verification',
        'incentive',
        'mentions',
        'date_precision',
        'translation',
        'tags',
        'photos',
        'sub_ratings',
        'url',
      ])
  })

  it('The business has all of its keys, with null for what is unknown', async () => {
    const { business } = (await shared.client.get('/reviews.json')).json
    assert.equal(business.name, 'Test & Sons Plumbing')
    assert.equal(business.id, 'test-sons-plumbing')
    for (const key of ['legal_name', 'url', 'telephone', 'email', 'address', 'geo', 'price_range'])
      assert.equal(business[key], null, key)
    assert.deepEqual(business.hours, [])
    assert.deepEqual(business.technicians[0], { name: 'Rosa Méndez', role: null })
    assert.deepEqual(business.services[0], { id: 'drain_cleaning', label: 'Drain cleaning' })
  })

  it('An unverified review is left out', async () => {
    const { text, json } = await shared.client.get('/reviews.json')
    assert.ok(!text.includes('Unverified Ulf'))
    assert.ok(json.reviews.every((review: { verified: boolean }) => review.verified))
  })

  it('The aggregate rating counts the reviews that are shown', async () => {
    const { aggregate_rating, reviews } = (await shared.client.get('/reviews.json')).json
    assert.equal(aggregate_rating.review_count, reviews.length)
    assert.equal(aggregate_rating.review_count, 62)
    assert.equal(aggregate_rating.rating_value, 3.06)
    assert.deepEqual(aggregate_rating.distribution, { 5: 14, 4: 12, 3: 12, 2: 12, 1: 12 })
    assert.deepEqual(aggregate_rating.by_source, {
      google: { rating_value: 3.06, review_count: 62 },
    })
  })

  it('A review lists the people and services it mentions', async () => {
    const { reviews } = (await shared.client.get('/reviews.json')).json
    assert.deepEqual(reviews[0].mentions, {
      technicians: ['Rosa Méndez'],
      services: ['drain_cleaning'],
      service_areas: ['old_town'],
    })
  })

  it('The insights have all of their parts, with a reading of each review', async () => {
    const { json } = await shared.client.get('/insights.json')
    const dataset = (await shared.client.get('/reviews.json')).json
    assert.deepEqual(Object.keys(json).sort(), [
      'aspects',
      'coverage',
      'date_range',
      'entities',
      'faq',
      'generated_at',
      'languages',
      'model',
      'overall_sentiment',
      'per_review',
      'pull_quote',
      'review_count',
      'summary',
      'summary_claims',
      'temporal',
      'topics',
      'version',
    ])
    assert.deepEqual(
      Object.keys(json.per_review).sort(),
      dataset.reviews.map((review: { id: string }) => review.id).sort(),
    )
  })

  it('The insights are dated by the data, not by the request', async () => {
    const { json } = await shared.client.get('/insights.json')
    assert.equal(json.generated_at, (await shared.client.get('/reviews.json')).json.last_modified)
  })

  for (const path of [
    '/reviews.json',
    '/api/reviews/search?limit=100',
    '/api/reviews/since/2020-01-01',
  ])
    it(`The resource at ${path} lists reviews by date, then by id, newest first`, async () => {
      const { reviews } = (await shared.client.get(path)).json
      const keys = reviews.map(({ date, id }: { date: string; id: string }) => `${date} ${id}`)
      assert.equal(keys.length, 62)
      assert.deepEqual(keys, keys.toSorted().reverse())
    })

  it('The file llms.txt lists every endpoint', async () => {
    const { text } = await shared.client.get('/llms.txt')
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link!)
    assert.ok(links.length >= 6)
    // Also lists the MCP endpoint, which does not support GET.
    for (const link of links)
      assert.equal((await fetch(link)).status, link.endsWith('/mcp') ? 405 : 200, link)
  })
})

describe('A business without reviews', () => {
  const shared = shareService()

  it('A business without reviews has an empty list and no rating', async () => {
    const { reviews, aggregate_rating } = (await shared.client.get('/reviews.json')).json
    assert.deepEqual(reviews, [])
    assert.equal(aggregate_rating.rating_value, null)
    assert.equal(aggregate_rating.review_count, 0)
  })

  it('Every endpoint works for a business without reviews', async () => {
    for (const { path } of ALL.filter(one => one !== YEAR))
      assert.equal((await shared.client.get(path)).status, 200, path)
  })

  it('A search finds nothing for a business without reviews', async () => {
    assert.deepEqual((await shared.client.get('/api/reviews/search')).json, {
      matched: 0,
      returned: 0,
      reviews: [],
      next_cursor: null,
    })
  })
})
