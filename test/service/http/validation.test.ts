import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rows } from '../../kit/rows.ts'
import { shareService } from '../../kit/shared.ts'

const NOT_INTEGERS = [
  '0x10',
  '1e1',
  '+5',
  '05',
  '5.0',
  'NaN',
  'Infinity',
  '%205',
  '5%20',
  'five',
  '5,0',
  '%D9%A5',
]
const NOT_NUMBERS = ['0x1', '1e0', '+4', '04', '4.', '.5', '4,5', 'NaN', 'Infinity', '%204', '--1']
const NOT_DATES = [
  '2026-02-30',
  '2025-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '2026-1-1',
  '20260101',
  '2026-01-01T00:00:00Z',
  '%202026-01-01',
  '2026-01-01%20',
  '2026/01/01',
  '-2026-01-01',
  '12026-01-01',
  'today',
  '%00',
]
const NOT_BOOLEANS = [
  '1',
  '0',
  'yes',
  'no',
  'on',
  'TRUE',
  'False',
  't',
  'null',
  'true%20',
  '%20false',
  'truefalse',
]
const NOT_LANGUAGES = [
  'e',
  'english',
  'en_GB',
  'en-',
  '-en',
  'en-G',
  '*',
  'en%20',
  'en-GB%00',
  '%C3%A9n',
  'en,de',
]
const NOT_SORTS = ['date', 'rating', 'Newest', 'newest,oldest', '-date', 'newest%20', '__proto__']
const WORDS = [
  'query',
  'mentions_technician',
  'mentions_service',
  'mentions_service_area',
  'source',
]
const NAMES = [
  'rating',
  'min_rating',
  'since',
  'until',
  ...WORDS,
  'has_reply',
  'has_photos',
  'language',
  'sort',
  'limit',
  'cursor',
]

interface Issue {
  path: string[]
  code: string
  message: string
}

describe('Search parameters', () => {
  const shared = shareService({ rows: rows(5) })

  const statusOf = async (query: string) =>
    (await shared.client.get(`/api/reviews/search?${query}`)).status
  const issuesOf = async (query: string): Promise<Issue[]> => {
    const { status, json } = await shared.client.get(`/api/reviews/search?${query}`)
    assert.equal(status, 400, query)
    assert.equal(json.error, 'validation_error')
    assert.equal(typeof json.message, 'string')
    return json.issues
  }
  const isRejected = async (query: string, path: string, code: string) => {
    const issues = await issuesOf(query)
    assert.deepEqual(
      issues.map(issue => [issue.path, issue.code]),
      [[[path], code]],
      query,
    )
    assert.ok(issues[0]!.message.length > 0)
  }

  it('Parameters are valid at their bounds', async () => {
    const good = [
      'rating=1',
      'rating=5',
      'min_rating=1',
      'min_rating=5',
      'min_rating=2.5',
      'limit=1',
      'limit=100',
    ]
    for (const query of good) assert.equal(await statusOf(query), 200, query)
  })

  it('Parameters are rejected beyond their bounds', async () => {
    for (const query of [
      'rating=0',
      'rating=-1',
      'min_rating=0',
      'min_rating=0.99',
      'limit=0',
      'limit=-1',
    ])
      await isRejected(query, query.split('=')[0]!, 'too_small')
    for (const query of ['rating=6', 'min_rating=5.01', 'limit=101', 'limit=1000000'])
      await isRejected(query, query.split('=')[0]!, 'too_big')
  })

  it('Numbers must be written in plain decimal notation', async () => {
    for (const name of ['rating', 'limit'])
      for (const value of [...NOT_INTEGERS, '1.5'])
        await isRejected(`${name}=${value}`, name, 'invalid_type')
    for (const value of NOT_NUMBERS)
      await isRejected(`min_rating=${value}`, 'min_rating', 'invalid_type')
  })

  it('Numbers of hundreds of digits are rejected', async () => {
    for (const name of ['rating', 'min_rating', 'limit'])
      for (const value of ['9'.repeat(400), `-${'9'.repeat(400)}`, '9007199254740993']) {
        const issues = await issuesOf(`${name}=${value}`)
        assert.deepEqual(issues[0]!.path, [name])
      }
  })

  it('Dates must exist', async () => {
    for (const name of ['since', 'until'])
      for (const value of NOT_DATES) await isRejected(`${name}=${value}`, name, 'invalid_format')
  })

  it('Any date that exists is valid', async () => {
    for (const date of ['2024-02-29', '0001-01-01', '0000-01-01', '9999-12-31'])
      assert.equal(await statusOf(`since=${date}&until=${date}`), 200, date)
  })

  it('Booleans must be true or false', async () => {
    for (const value of NOT_BOOLEANS) {
      await isRejected(`has_reply=${value}`, 'has_reply', 'invalid_type')
      assert.equal((await issuesOf(`has_reply=${value}`))[0]!.message, 'must be true or false')
    }
    for (const value of ['true', 'false'])
      assert.equal(await statusOf(`has_reply=${value}`), 200, value)
  })

  it('A language must be a language tag', async () => {
    for (const value of NOT_LANGUAGES)
      await isRejected(`language=${value}`, 'language', 'invalid_value')
    for (const value of ['en', 'EN', 'pt-BR', 'zh-Hant-TW', 'xx'])
      assert.equal(await statusOf(`language=${value}`), 200, value)
  })

  it('The sort order must be one of five', async () => {
    for (const value of NOT_SORTS) await isRejected(`sort=${value}`, 'sort', 'invalid_value')
    assert.deepEqual(
      (await issuesOf('sort=date'))[0]!.message,
      'must be newest, oldest, highest, lowest or relevance',
    )
  })

  it('No parameter may be empty', async () => {
    for (const name of NAMES) {
      await isRejected(`${name}=`, name, 'empty')
      await isRejected(name, name, 'empty')
    }
  })

  it('No parameter may be given twice', async () => {
    for (const name of ['rating=5&rating=5', 'limit=5&limit=6', 'query=a&query=b&rating=5'])
      await isRejected(name, name.split('=')[0]!, 'repeated')
    await isRejected('query=a&%71uery=b', 'query', 'repeated')
  })

  it('Every parameter must be UTF-8', async () => {
    for (const bytes of ['%ff', '%c3', '%c3%28', '%ed%a0%80', '%f5%80%80%80', 'a%80'])
      for (const name of NAMES) await isRejected(`${name}=${bytes}`, name, 'invalid_encoding')
  })

  it('Text must not contain NUL', async () => {
    for (const name of WORDS) await isRejected(`${name}=a%00b`, name, 'invalid_value')
  })

  it('Text may have at most 500 characters', async () => {
    for (const name of WORDS) {
      assert.equal(await statusOf(`${name}=${'a'.repeat(500)}`), 200)
      await isRejected(`${name}=${'a'.repeat(501)}`, name, 'too_big')
      await isRejected(`${name}=${'a'.repeat(10_000)}`, name, 'too_big')
    }
  })

  it('All invalid parameters are reported at once', async () => {
    const issues = await issuesOf(
      'rating=9&min_rating=x&since=2026-02-30&until=soon&query=&limit=0&limit=5&mentions_service=%ff&cursor=%00',
    )
    const named = issues.map(({ path, code }) => `${path} ${code}`)
    assert.deepEqual(named.sort(), [
      'cursor invalid_value',
      'limit repeated',
      'limit too_small',
      'mentions_service invalid_encoding',
      'min_rating invalid_type',
      'query empty',
      'rating too_big',
      'since invalid_format',
      'until invalid_format',
    ])
  })

  it('The message names the invalid parameters', async () => {
    const { json } = await shared.client.get('/api/reviews/search?rating=9&limit=0')
    assert.match(json.message, /rating/)
    assert.match(json.message, /limit/)
  })

  it('The response to invalid parameters is not cached', async () => {
    const { headers } = await shared.client.get('/api/reviews/search?rating=9')
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('etag'), null)
  })
})

describe('Reviews since a date', () => {
  const shared = shareService({ rows: rows(30) })

  it('Reviews since a date are all reviews on or after it, newest first', async () => {
    const { json } = await shared.client.get('/api/reviews/since/2020-01-05')
    assert.deepEqual(Object.keys(json), ['since', 'matched', 'returned', 'reviews'])
    assert.equal(json.since, '2020-01-05')
    assert.equal(json.matched, 26)
    assert.equal(json.returned, 26)
    const dates = json.reviews.map(({ date }: { date: string }) => date)
    assert.equal(dates.at(0), '2020-01-30')
    assert.equal(dates.at(-1), '2020-01-05')
  })

  it('Reviews since a date are not limited like a search', async () => {
    assert.equal((await shared.client.get('/api/reviews/since/2020-01-01')).json.returned, 30)
  })

  it('Reviews since a date are an empty list if there are none', async () => {
    const { status, json } = await shared.client.get('/api/reviews/since/2020-01-31')
    assert.equal(status, 200)
    assert.deepEqual(json, { since: '2020-01-31', matched: 0, returned: 0, reviews: [] })
  })

  it('Reviews since any date that exists can be requested', async () => {
    for (const date of ['2024-02-29', '0001-01-01', '9999-12-31'])
      assert.equal((await shared.client.get(`/api/reviews/since/${date}`)).status, 200, date)
  })

  it('Reviews since a date have the fields of the dataset', async () => {
    const dataset = (await shared.client.get('/reviews.json')).json
    assert.deepEqual(
      (await shared.client.get('/api/reviews/since/2020-01-01')).json.reviews,
      dataset.reviews,
    )
  })

  for (const date of [
    ...NOT_DATES.filter(one => !one.includes('/')),
    '%ff',
    'a%2Fb',
    '2026-01-01;x',
    'NaN',
    '1',
    'a'.repeat(5000),
  ])
    it(`Reviews since ${date.slice(0, 30)} are rejected like in a search`, async () => {
      const { status, json } = await shared.client.get(`/api/reviews/since/${date}`)
      assert.equal(status, 400)
      assert.equal(json.error, 'validation_error')
      assert.deepEqual(json.issues[0].path, ['date'])
      assert.equal(json.issues[0].code, 'invalid_format')
    })
})
