import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rows } from '../../kit/rows.ts'
import { startTestService } from '../../kit/service.ts'
import { shareService } from '../../kit/shared.ts'
import { ask } from '../../kit/wire.ts'

const SEARCH = '/api/reviews/search'
const ENDPOINTS = [
  SEARCH,
  '/api/reviews/since/2020-01-01',
  '/api/reviews/changes',
  '/api/log/proof',
]

describe('Parameters that the API does not know', () => {
  const shared = shareService({ rows: rows(5) })

  const issuesOf = async (
    path: string,
  ): Promise<{ path: string[]; code: string; message: string }[]> => {
    const { status, json } = await shared.client.get(path)
    assert.equal(status, 400, path)
    return json.issues
  }

  const NEAREST = {
    stars: 'rating',
    q: 'query',
    technician: 'mentions_technician',
    service: 'mentions_service',
    Rating: 'rating',
    min_ratings: 'min_rating',
    lang: 'language',
    reply: 'has_reply',
    from: 'since',
  }
  for (const [name, nearest] of Object.entries(NEAREST))
    it(`A search with ${name} is rejected, and ${nearest} is suggested`, async () => {
      assert.deepEqual(await issuesOf(`${SEARCH}?${name}=1&limit=5`), [
        {
          path: [name],
          code: 'unknown_parameter',
          message: `is not a parameter here; did you mean ${nearest}?`,
        },
      ])
    })

  it('A search with a name like no other is told all names', async () => {
    const [issue] = await issuesOf(`${SEARCH}?xyzzy=1`)
    assert.match(issue!.message, /^is not a parameter here; known: rating, min_rating, .*cursor$/)
  })

  it('Every endpoint rejects unknown names, however they are written, next to its other issues', async () => {
    const [review] = (await shared.client.get('/reviews.json')).json.reviews
    for (const path of [...ENDPOINTS, `/api/reviews/${review.id}`])
      for (const query of ['foo=1', '%ff=1', '%', 'limit[]=9', '__proto__=1', 'foo', 'foo=1&foo=2'])
        assert.deepEqual(
          (await issuesOf(`${path}?${query}`)).map(({ code }) => code),
          ['unknown_parameter'],
          `${path}?${query}`,
        )
    const codes = (await issuesOf(`${SEARCH}?stars=1&rating=9`)).map(({ code }) => code)
    assert.deepEqual(codes, ['unknown_parameter', 'too_big'])
  })

  it('Thousands of unknown names are not compared one by one', async () => {
    const names = Array.from({ length: 2000 }, (_, number) => `n${number}`)
    assert.equal((await issuesOf(`${SEARCH}?${names.join('&')}`)).length, 10)
    assert.equal((await issuesOf(`${SEARCH}?${'x'.repeat(9000)}=1`))[0]!.path[0]!.length, 100)
  })

  it('What trackers and caches add is ignored', async () => {
    const added = 'utm_source=x&utm_=%ff&fbclid=1&gclid=1&msclkid=1&mc_cid=1&mc_eid=1&_=1&_=2&&='
    for (const path of ENDPOINTS)
      assert.equal(
        (await shared.client.get(`${path}?${added}`)).text,
        (await shared.client.get(path)).text,
        path,
      )
  })

  it('Pages and documents go on ignoring unknown names', async () => {
    for (const path of [
      '/reviews',
      '/',
      '/reviews.json',
      '/rating.json',
      '/api/feed.json',
      '/feed.xml',
    ])
      assert.equal((await ask(shared.url, `${path}?stars=1`)).status, 200, path)
  })

  it('A period that ends before it begins is rejected', async () => {
    assert.deepEqual(await issuesOf(`${SEARCH}?since=2020-02-02&until=2020-02-01`), [
      { path: ['since'], code: 'invalid_value', message: 'must not be after until (2020-02-01)' },
    ])
    assert.equal(
      (await shared.client.get(`${SEARCH}?since=2020-02-01&until=2020-02-01`)).status,
      200,
    )
    assert.equal((await ask(shared.url, '/reviews?since=2020-02-02&until=2020-02-01')).status, 200)
  })
})

describe('Problem details', () => {
  const shared = shareService({ rows: rows(5) })
  const problemOf = async (path: string, accept: string, method = 'GET') => {
    const { status, headers, body } = await ask(shared.url, path, { method, headers: { accept } })
    return { status, type: headers['content-type'], json: JSON.parse(body.toString()) }
  }

  it('A client that accepts them gets every error as a problem, with the same code and issues', async () => {
    for (const path of [
      `${SEARCH}?rating=9`,
      '/api/reviews/nope',
      '/nope',
      '/api/log/proof?review_id=x',
    ]) {
      const plain = await problemOf(path, '*/*')
      assert.equal(plain.type, 'application/json')
      const { message, ...rest } = plain.json
      const problem = await problemOf(path, 'application/json, application/problem+json')
      assert.equal(problem.type, 'application/problem+json')
      const title = plain.status === 400 ? 'Bad Request' : 'Not Found'
      assert.deepEqual(problem, {
        status: plain.status,
        type: 'application/problem+json',
        json: { type: 'about:blank', title, status: plain.status, detail: message, ...rest },
      })
    }
    const { json } = await problemOf(SEARCH, 'application/problem+json', 'DELETE')
    assert.equal(json.title, 'Method Not Allowed')
  })

  it('A client that rejects them, or accepts anything, gets the usual form', async () => {
    for (const accept of ['*/*', 'application/*', 'application/problem+json;q=0, */*'])
      assert.equal((await problemOf('/nope', accept)).type, 'application/json', accept)
  })
})

describe('The rate limit in headers', () => {
  it('A response of the API says how many requests are left', async t => {
    const service = await startTestService(t, {
      rows: rows(3),
      settings: { rateLimitPerMinute: 4 },
    })
    const seen: string[] = []
    for (const path of [SEARCH, '/api/feed.json', '/nope', `${SEARCH}?rating=9`, SEARCH]) {
      const { status, headers } = await ask(service.url, path)
      seen.push(`${status} ${headers.ratelimit} ${headers['ratelimit-policy']}`)
    }
    const policy = '"requests";q=4;w=60'
    assert.deepEqual(seen, [
      `200 "requests";r=3;t=15 ${policy}`,
      `200 "requests";r=2;t=30 ${policy}`,
      '404 undefined undefined',
      `400 "requests";r=0;t=60 ${policy}`,
      `429 "requests";r=0;t=60 ${policy}`,
    ])
    // Its first request got 304: what is not modified counts, too.
    const other = await startTestService(t, { rows: rows(3), settings: { rateLimitPerMinute: 4 } })
    const { headers } = await ask(other.url, SEARCH, { headers: { 'if-none-match': '*' } })
    assert.equal(headers.ratelimit, '"requests";r=3;t=15')
  })

  it('Without a limit there are no such headers', async t => {
    const { url } = await startTestService(t, { settings: { rateLimitPerMinute: 0 } })
    assert.equal((await ask(url, SEARCH)).headers.ratelimit, undefined)
  })
})
