import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { describe, it, type TestContext } from 'node:test'
import {
  describePull,
  type PullOutcome,
  pullSource,
} from '../../../../src/actions/pull/pull-source.ts'
import { CLAIM_MS, waitAfter } from '../../../../src/actions/pull/pull-state.ts'
import { ReviewSource } from '../../../../src/model/review-source.ts'
import { createOperatorClient } from '../../../../src/outgoing/operator-client.ts'
import { StoreProblem } from '../../../../src/store/base/store-problem.ts'
import { until } from '../../../kit/service.ts'
import { openTestStore } from '../../../kit/store.ts'
import { startTestWebServer } from '../../../kit/web-server.ts'
import { makeWorkbook, textRows } from '../../../kit/workbook.ts'
import { makeZip } from '../../../kit/zip.ts'
import { KEYS, startReviewServices } from './review-services.ts'

async function startPuller(t: TestContext, environment: Record<string, string> = KEYS) {
  const { store, clock } = await openTestStore(t)
  clock.now = '2026-11-16T12:00:00.000Z'
  const now = () => new Date(clock.now)
  const client = createOperatorClient(['127.0.0.1'], 'Test')
  t.after(() => client.close())
  const signal = new AbortController().signal
  const dependencies = {
    store,
    client,
    environment: async () => environment,
    now,
    random: () => 0.5,
    signal,
  }
  return {
    store,
    dependencies,
    pull: (source: object, isUrgent = false) =>
      pullSource(ReviewSource.parse({ name: 'test', ...source }), dependencies, { isUrgent }),
    pass: (seconds: number) => {
      clock.now = new Date(now().getTime() + seconds * 1000).toISOString()
    },
    texts: async () =>
      (await store.changesSince(0)).shown.map(({ content }) => content.text).toSorted(),
  }
}

const describeOutcome = (outcome: PullOutcome) =>
  describePull(ReviewSource.parse({ name: 'test', url: 'http://127.0.0.1' }), outcome)

const own = (number: number) => ({
  source: 'google',
  source_id: `r${number}`,
  rating: 5,
  date: '2026-01-01',
  text: `Own ${number}`,
})

/** Whatever the test wants next. */
async function startSource(
  t: TestContext,
  respond: (outgoing: ServerResponse, url: string) => void,
) {
  const { url, asked } = await startTestWebServer(t, (incoming, outgoing) =>
    respond(outgoing, incoming.url!),
  )
  return { url, asked }
}

const sendJson = (outgoing: ServerResponse, json: unknown, headers = {}) =>
  void outgoing
    .writeHead(200, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify(json))

describe('Pulling reviews', () => {
  for (const [preset, id, expected] of [
    ['google', 'accounts/1/locations/2', ['Google 1', 'Google 2']],
    ['outscraper', 'ChIJ', ['Outscraper 1']],
    ['serpapi', '0x1:0x2', ['SerpApi 1', 'SerpApi 2']],
    ['apify', 'me~reviews', ['Apify 1']],
    ['trustpilot', '46d6', ['Trustpilot 1', 'Trustpilot 2']],
  ] as const)
    it(`The preset ${preset} pulls every page from a server that speaks its API`, async t => {
      const { url } = await startReviewServices(t)
      const { pull, texts } = await startPuller(t)
      const outcome = await pull({ preset, id, origin: url })
      assert.equal(outcome.kind, 'imported', describeOutcome(outcome))
      assert.deepEqual(await texts(), expected)
    })

  for (const [preset, id, variable] of [
    ['google', 'accounts/1/locations/2', 'PULL_GOOGLE_REFRESH_TOKEN'],
    ['outscraper', 'ChIJ', 'PULL_OUTSCRAPER_KEY'],
    ['serpapi', '0x1:0x2', 'PULL_SERPAPI_KEY'],
    ['apify', 'me~reviews', 'PULL_APIFY_TOKEN'],
    ['trustpilot', '46d6', 'PULL_TRUSTPILOT_KEY'],
  ] as const)
    it(`A wrong key for ${preset} is reported without the key`, async t => {
      const { url } = await startReviewServices(t)
      const { pull } = await startPuller(t, { ...KEYS, [variable]: 'wrong-secret' })
      const outcome = await pull({ preset, id, origin: url })
      assert.ok(outcome.kind === 'failed' && outcome.problem.kind === 'setup')
      assert.match(outcome.problem.message, /^127\.0\.0\.1 answered 40[01]: ".+"\. /)
      assert.doesNotMatch(
        JSON.stringify(outcome) + outcome.problem.message,
        /wrong-secret|google-secret|client-7/,
      )
    })

  it('A pulled review with an impossible date is rejected, as it is in a file, and the others are imported', async t => {
    const { url } = await startSource(t, outgoing =>
      sendJson(outgoing, [
        own(1),
        { ...own(2), date: '2026-11-18' },
        { ...own(3), date: '1999-12-31' },
      ]),
    )
    const { pull, texts } = await startPuller(t)
    const outcome = await pull({ url })
    assert.ok(outcome.kind === 'imported')
    assert.equal(outcome.imported.rejected, 2)
    assert.match(outcome.imported.reason!, /^row 2, date: /)
    assert.deepEqual(await texts(), ['Own 1'])
  })

  it('A missing variable is named, and nothing is sent', async t => {
    const { url, asked } = await startReviewServices(t)
    const { pull } = await startPuller(t, {})
    const outcome = await pull({ preset: 'trustpilot', id: '46d6', origin: url })
    assert.match(describeOutcome(outcome), /^test: A key is missing: PULL_TRUSTPILOT_KEY\. /)
    assert.deepEqual(asked, [])
  })

  it('A source that answers 304 is unchanged, and one with other settings is asked in full', async t => {
    const { url } = await startTestWebServer(t, ({ headers }, outgoing) => {
      if (headers['if-none-match'] === '"v1"') outgoing.writeHead(304).end()
      else sendJson(outgoing, [own(1)], { etag: '"v1"' })
    })
    const { pull } = await startPuller(t)
    assert.equal((await pull({ url })).kind, 'imported')
    assert.equal((await pull({ url }, true)).kind, 'unchanged')
    assert.equal((await pull({ url, interval_hours: 2 }, true)).kind, 'imported')
  })

  it('A source is pulled when it is due, and by one instance at a time', async t => {
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    const { url, asked } = await startSource(t, async outgoing => {
      await held
      sendJson(outgoing, [own(1)])
    })
    const { pull, pass } = await startPuller(t)
    const source = { url, interval_hours: 1 }
    const first = pull(source)
    await until(() => asked.length === 1)
    assert.equal((await pull(source, true)).kind, 'skipped')
    release()
    assert.equal((await first).kind, 'imported')
    assert.equal((await pull(source)).kind, 'skipped')
    pass(3600)
    assert.equal((await pull(source)).kind, 'skipped')
    // Half of the jitter of a tenth.
    pass(180)
    assert.equal((await pull(source)).kind, 'imported')
    assert.equal(asked.length, 2)
  })

  it('An instance that died during a pull is replaced after a while', async t => {
    const { url } = await startSource(t, outgoing => sendJson(outgoing, [own(1)]))
    const { store, pull, pass } = await startPuller(t)
    const claimed_until = new Date(Date.parse('2026-11-16T12:00:00Z') + CLAIM_MS).toISOString()
    await store.write(writer => writer.setMemo('pull:test', { claimed_until }))
    assert.equal((await pull({ url }, true)).kind, 'skipped')
    pass(CLAIM_MS / 1000)
    assert.equal((await pull({ url })).kind, 'imported')
  })

  it('A used-up quota is reported, and the source is left alone for as long as the service asks', async t => {
    const { url, asked } = await startSource(t, outgoing =>
      outgoing.writeHead(429, { 'retry-after': '7200' }).end('{"error":"Too many requests"}'),
    )
    const { pull, pass } = await startPuller(t)
    const outcome = await pull({ url })
    assert.equal(
      describeOutcome(outcome),
      'test: 127.0.0.1 answered 429: "Too many requests". The quota of your account is used up.',
    )
    pass(7199)
    assert.equal((await pull({ url })).kind, 'skipped')
    assert.equal(asked.length, 1)
  })

  it('The wait grows with every failure, up to the interval', () => {
    const passing = { kind: 'passing', waitSeconds: null } as const
    assert.deepEqual(
      [1, 2, 3, 50].map(failures => waitAfter(failures, passing, 86_400)),
      [300, 600, 1200, 86_400],
    )
    assert.equal(waitAfter(1, { kind: 'setup', waitSeconds: null }, 86_400), 3600)
  })

  it('A redirect and a next page at another address get no key', async t => {
    const elsewhere = await startSource(t, outgoing => sendJson(outgoing, []))
    const { url } = await startSource(t, (outgoing, path) =>
      path === '/moved'
        ? void outgoing.writeHead(302, { location: elsewhere.url }).end()
        : sendJson(outgoing, {
            reviews: [own(1)],
            next: elsewhere.url.replace('127.0.0.1', 'localhost'),
          }),
    )
    const { pull } = await startPuller(t)
    const headers = { Authorization: { env: 'PULL_APIFY_TOKEN' } }
    assert.match(
      describeOutcome(await pull({ url: `${url}/moved`, headers })),
      /Redirects are not followed/,
    )
    assert.match(
      describeOutcome(await pull({ url, headers, paging: { next: 'next' } }, true)),
      /The next page is at another address, localhost/,
    )
    assert.deepEqual(elsewhere.asked, [])
  })

  it('A network that is not listed cannot be reached', async t => {
    const { url, asked } = await startSource(t, outgoing => sendJson(outgoing, []))
    const { dependencies } = await startPuller(t)
    for (const [networks, address, said] of [
      [[], url, /127\.0\.0\.1 is not HTTPS\. .* OUTGOING_ALLOW_CIDRS/],
      [['10.0.0.0/8'], url, /127\.0\.0\.1 is not HTTPS/],
      [[], url.replace('http:', 'https:'), /127\.0\.0\.1 is not on the public internet/],
    ] as const) {
      const client = createOperatorClient([...networks], 'Test')
      t.after(() => client.close())
      const source = ReviewSource.parse({ name: 'test', url: address })
      const outcome = await pullSource(source, { ...dependencies, client }, { isUrgent: true })
      assert.match(describeOutcome(outcome), said)
    }
    assert.deepEqual(asked, [])
  })

  it('A source removes nothing unless it is complete, and then only what it lacks twice', async t => {
    let count = 20
    const { url } = await startSource(t, outgoing =>
      sendJson(
        outgoing,
        Array.from({ length: count }, (_, number) => own(number)),
      ),
    )
    const { pull, texts } = await startPuller(t)
    await pull({ url }, true)
    count = 19
    await pull({ url }, true)
    await pull({ url }, true)
    assert.equal((await texts()).length, 20)
    assert.match(
      describeOutcome(await pull({ url, complete: true }, true)),
      /19 unchanged, 0 rejected\.$/,
    )
    assert.match(
      describeOutcome(await pull({ url, complete: true }, true)),
      /, 1 gone at the source\.$/,
    )
    count = 3
    await pull({ url, complete: true }, true)
    assert.match(
      describeOutcome(await pull({ url, complete: true }, true)),
      /No review counts as gone, because more than a tenth of the reviews would be removed\.$/,
    )
    assert.equal((await texts()).length, 19)
  })

  it('A response in no known format fails without changing anything, and one rejected row is named', async t => {
    let document: unknown = [{ a: 1, b: 2 }]
    const { url } = await startSource(t, outgoing => sendJson(outgoing, document))
    const { pull, texts } = await startPuller(t)
    assert.match(
      describeOutcome(await pull({ url })),
      /^test: The response is in no known format; its columns are a, b\./,
    )
    document = [own(1), { ...own(2), rating: 9 }]
    assert.match(
      describeOutcome(await pull({ url }, true)),
      /^test: 1 added, .* 1 rejected \(row 2, rating: /,
    )
    assert.deepEqual(await texts(), ['Own 1'])
  })
})

describe('Pages of a source', () => {
  const next = { paging: { next: 'next' } }
  const page = (number: number, more = {}) => ({ reviews: [own(number)], ...more })
  const numberIn = (path: string) => Number(path.split('/').at(-1) || 0)

  it('No more pages are fetched than the source may have, and then no review counts as gone', async t => {
    const { url, asked } = await startSource(t, (outgoing, path) =>
      sendJson(outgoing, page(numberIn(path), { next: `/${numberIn(path) + 1}` })),
    )
    const { pull, texts } = await startPuller(t)
    const outcome = await pull({ url, ...next, max_pages: 2, complete: true })
    assert.match(
      describeOutcome(outcome),
      /There may be more pages than max_pages allows\. No review counts as gone, because not every/,
    )
    assert.deepEqual(
      [asked, await texts()],
      [
        ['/', '/1'],
        ['Own 0', 'Own 1'],
      ],
    )
  })

  it('As many pages as the source may have are not too many', async t => {
    const { url } = await startSource(t, (outgoing, path) =>
      sendJson(outgoing, page(numberIn(path), path === '/1' ? {} : { next: '/1' })),
    )
    const { pull } = await startPuller(t)
    const outcome = await pull({ url, ...next, max_pages: 2 })
    assert.ok(outcome.kind === 'imported' && !outcome.isCut && outcome.pages === 2)
  })

  it('A source that repeats itself is read once', async t => {
    const { url, asked } = await startSource(t, outgoing =>
      sendJson(outgoing, page(1, { next: '/' })),
    )
    const { pull } = await startPuller(t)
    assert.equal((await pull({ url: `${url}/`, ...next })).kind, 'imported')
    assert.equal(asked.length, 1)
  })

  it('A field that the response only inherits is not its next page', async t => {
    const { url, asked } = await startSource(t, outgoing => sendJson(outgoing, page(1)))
    const { pull } = await startPuller(t)
    await pull({ url, paging: { next: 'constructor.name' } })
    assert.equal(asked.length, 1)
  })

  it('Only the first page is asked whether it changed, and only if it was the only one', async t => {
    const conditions: unknown[] = []
    let pages = 1
    const { url } = await startTestWebServer(t, ({ headers, url: path }, outgoing) => {
      conditions.push(headers['if-none-match'], headers['if-modified-since'])
      const number = numberIn(path!)
      const more = number + 1 < pages ? { next: `/${number + 1}` } : {}
      sendJson(outgoing, page(number, more), {
        etag: '"v1"',
        'last-modified': 'Sun, 15 Nov 2026 12:00:00 GMT',
      })
    })
    const { pull } = await startPuller(t)
    for (const count of [1, 2, 1]) {
      pages = count
      await pull({ url, ...next }, true)
    }
    const known = ['"v1"', 'Sun, 15 Nov 2026 12:00:00 GMT']
    const none = [undefined, undefined]
    assert.deepEqual(conditions, [none, known, none, none].flat())
  })

  it('A source with a rejected row is asked in full next time', async t => {
    const { url, asked } = await startTestWebServer(t, ({ headers }, outgoing) => {
      assert.equal(headers['if-none-match'], undefined)
      sendJson(outgoing, [own(1), { ...own(2), rating: 9 }], { etag: '"v1"' })
    })
    const { pull } = await startPuller(t)
    await pull({ url }, true)
    await pull({ url }, true)
    assert.equal(asked.length, 2)
  })

  it('A response without any review is unusual, and removes nothing', async t => {
    let document: unknown = Array.from({ length: 20 }, (_, number) => own(number))
    const { url } = await startSource(t, outgoing => sendJson(outgoing, document))
    const { pull, texts } = await startPuller(t)
    await pull({ url, complete: true }, true)
    document = {}
    for (const _ of [1, 2])
      assert.match(
        describeOutcome(await pull({ url, complete: true }, true)),
        /^test: 0 added, .*No review counts as gone, because not every review of the source could be read\.$/,
      )
    assert.equal((await texts()).length, 20)
  })

  it('A file of a pulled zip that was not read may hold the review that seems absent', async t => {
    let count = 20
    const { url } = await startSource(t, outgoing => {
      const reviews = Array.from({ length: count }, (_, number) => own(number))
      const files = [
        { name: 'reviews.json', content: JSON.stringify(reviews) },
        { name: 'other.csv', content: 'Ref,Score given\nr19,5\n' },
      ]
      outgoing.end(makeZip(files))
    })
    const { pull, texts } = await startPuller(t)
    await pull({ url, complete: true }, true)
    count = 19
    for (const _ of [1, 2])
      assert.match(
        describeOutcome(await pull({ url, complete: true }, true)),
        /No review counts as gone, because not every review of the source could be read\.$/,
      )
    assert.equal((await texts()).length, 20)
  })

  it('A rejected row may be the review that seems absent, so that nothing is removed', async t => {
    let last: object = own(19)
    const { url } = await startSource(t, outgoing =>
      sendJson(outgoing, [...Array.from({ length: 19 }, (_, number) => own(number)), last]),
    )
    const { pull, texts } = await startPuller(t)
    await pull({ url, complete: true }, true)
    last = { ...own(19), rating: 9 }
    for (const _ of [1, 2])
      assert.match(
        describeOutcome(await pull({ url, complete: true }, true)),
        /No review counts as gone, because not every review of the source could be read\.$/,
      )
    assert.equal((await texts()).length, 20)
  })

  it('A response of more than 64 MiB is given up', async t => {
    const { url } = await startSource(t, outgoing => {
      let left = 65
      const more = () => left-- > 0 && outgoing.write(Buffer.alloc(2 ** 20, ' '), more)
      more()
    })
    const { pull } = await startPuller(t)
    const outcome = await pull({ url })
    assert.equal(describeOutcome(outcome), 'test: The response is larger than 64 MiB.')
    assert.ok(outcome.kind === 'failed' && outcome.problem.kind === 'passing')
  })

  it('What is pulled is written nowhere but to the database, be it JSON, a zip or a workbook', async t => {
    const fields = Object.keys(own(1))
    const pages = [
      Buffer.from(JSON.stringify([own(1)])),
      makeZip([{ name: 'reviews.json', content: JSON.stringify([own(2)]) }]),
      makeWorkbook([{ name: 'Reviews', rows: textRows([fields, Object.values(own(3))]) }]),
    ]
    const { url } = await startSource(t, outgoing => void outgoing.end(pages.shift()))
    const { pull, texts } = await startPuller(t)
    const usual = process.env.TMPDIR
    t.after(() => {
      if (usual === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = usual
    })
    process.env.TMPDIR = '/nonexistent'
    for (const _ of [1, 2, 3]) await pull({ url }, true)
    assert.deepEqual(await texts(), ['Own 1', 'Own 2', 'Own 3'])
  })
})

describe('What a service says instead of reviews', () => {
  for (const [title, status, headers, body, kind, seconds, message] of [
    [
      'a payment is due',
      402,
      {},
      '{"message":"Pay."}',
      'quota',
      3600,
      '402: "Pay.". The quota of your account is used up.',
    ],
    [
      'the quota is used up',
      200,
      {},
      '{"error":"Your account has run out of searches."}',
      'quota',
      3600,
      '200: "Your account has run out of searches.". The quota of your account is used up.',
    ],
    [
      'an error with status 200',
      200,
      {},
      '{"fault":{"faultstring":"Bad."}}',
      'setup',
      3600,
      '200: "Bad.".',
    ],
    [
      'it still collects',
      202,
      {},
      '[]',
      'passing',
      300,
      '202. The service is still collecting the reviews.',
    ],
    ['it took too long', 408, { 'retry-after': '900' }, '', 'passing', 900, '408.'],
    ['it is down', 503, { 'retry-after': '7200s' }, '<p>', 'passing', 300, '503.'],
    ['it is down for months', 500, { 'retry-after': '999999' }, '', 'passing', 604_800, '500.'],
    ['it knows nothing', 404, {}, '', 'setup', 3600, '404.'],
  ] as const)
    it(`A service that says that ${title} is left alone for ${seconds} seconds`, async t => {
      const { url, asked } = await startSource(
        t,
        outgoing => void outgoing.writeHead(status, headers).end(body),
      )
      const { pull, pass, store } = await startPuller(t)
      const outcome = await pull({ url, interval_hours: 24 })
      assert.ok(outcome.kind === 'failed' && outcome.problem.kind === kind)
      assert.equal(outcome.problem.message, `127.0.0.1 answered ${message}`)
      const { next_at } = (await store.write(writer =>
        writer.memo<{ next_at: string }>('pull:test'),
      ))!
      // Half of the jitter of a tenth.
      const due = Date.parse('2026-11-16T12:00:00Z') + seconds * 1050
      assert.equal(next_at, new Date(due).toISOString())
      pass(seconds * 1.05 - 1)
      assert.equal((await pull({ url, interval_hours: 24 })).kind, 'skipped')
      pass(1)
      assert.equal((await pull({ url, interval_hours: 24 })).kind, 'failed')
      assert.equal(asked.length, 2)
    })

  it('A message beside reviews is not an error', async t => {
    const { url } = await startSource(t, outgoing =>
      sendJson(outgoing, { message: 'Hello', error: 0, reviews: [own(1)] }),
    )
    const { pull } = await startPuller(t)
    assert.equal((await pull({ url })).kind, 'imported')
  })

  it('What a service says is shown as one short line without the key, however it is spelled', async t => {
    const key = 'a/secret key+1'
    const said = `Unknown key ${key},\n ${encodeURIComponent(key)}. ${'x'.repeat(300)}`
    const { url } = await startSource(
      t,
      outgoing => void outgoing.writeHead(401).end(JSON.stringify({ error: { message: said } })),
    )
    const { pull } = await startPuller(t, { PULL_KEY: ` ${key}\n` })
    const shown = describeOutcome(await pull({ url, headers: { apikey: { env: 'PULL_KEY' } } }))
    assert.match(
      shown,
      /^test: 127\.0\.0\.1 answered 401: "Unknown key …, …\. x+…"\. Check the key and what it may read\.$/,
    )
    assert.equal(
      shown.length,
      'test: 127.0.0.1 answered 401: "". Check the key and what it may read.'.length + 200,
    )
  })

  it('A key of more than one line is not sent', async t => {
    const { url, asked } = await startSource(t, outgoing => sendJson(outgoing, []))
    const { pull } = await startPuller(t, { PULL_KEY: 'one\r\nX-Other: two' })
    assert.equal(
      describeOutcome(await pull({ url, headers: { apikey: { env: 'PULL_KEY' } } })),
      'test: PULL_KEY must be one line of plain characters.',
    )
    assert.deepEqual(asked, [])
  })

  it('A pull whose reviews cannot be stored is tried again soon', async t => {
    const { url } = await startSource(t, outgoing => sendJson(outgoing, [own(1)]))
    const { dependencies, store, pull, pass } = await startPuller(t)
    let writes = 0
    // The first notes that this instance pulls, the second stores the reviews.
    const write: typeof store.write = async work => {
      if (++writes === 2) throw new StoreProblem('The database is away.')
      return await store.write(work)
    }
    const source = ReviewSource.parse({ name: 'test', url })
    const outcome = await pullSource(
      source,
      { ...dependencies, store: { ...store, write } },
      { isUrgent: false },
    )
    assert.equal(describeOutcome(outcome), 'test: The database is away.')
    pass(600)
    assert.equal((await pull({ url })).kind, 'imported')
  })

  it('A pull that is interrupted is tried again soon', async t => {
    const stop = new AbortController()
    const { url } = await startSource(t, () => stop.abort())
    const { dependencies } = await startPuller(t)
    const source = ReviewSource.parse({ name: 'test', url })
    const outcome = await pullSource(
      source,
      { ...dependencies, signal: stop.signal },
      { isUrgent: false },
    )
    assert.equal(describeOutcome(outcome), 'test: It was interrupted.')
    assert.ok(outcome.kind === 'failed' && outcome.problem.kind === 'passing')
  })
})

describe('A source in the business file', () => {
  for (const [title, source, message] of [
    [
      'a secret in the file',
      { url: 'https://a.example', headers: { apikey: 'abc' } },
      /secrets do not belong in this file/,
    ],
    [
      'a variable that is not for pulls',
      { url: 'https://a.example', headers: { apikey: { env: 'SECRET_KEY' } } },
      /begins with PULL_/,
    ],
    ['no address', {}, /must be the address of the reviews/],
    ['a preset without an id', { preset: 'google' }, /which business/],
    [
      'a preset with an address',
      { preset: 'google', id: 'x', url: 'https://a.example' },
      /must be left out/,
    ],
  ] as const)
    it(`A source with ${title} is rejected`, () => {
      const { error } = ReviewSource.safeParse({ name: 'test', ...source })
      assert.match(error!.issues[0]!.message, message)
    })
})
