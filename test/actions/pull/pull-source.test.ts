import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { describe, it, type TestContext } from 'node:test'
import { describePull, type PullOutcome, pullSource } from '../../../src/actions/pull/pull-source.ts'
import { CLAIM_MS, waitAfter } from '../../../src/actions/pull/pull-state.ts'
import { ReviewSource } from '../../../src/model/review-source.ts'
import { createOperatorClient } from '../../../src/outgoing/operator-client.ts'
import { openTestStore } from '../../kit/store.ts'
import { startTestWebServer } from '../../kit/web-server.ts'
import { KEYS, startReviewServices } from './review-services.ts'

async function startPuller(t: TestContext, environment: Record<string, string> = KEYS) {
  const { store, clock } = await openTestStore(t)
  clock.now = '2026-11-16T12:00:00.000Z'
  const now = () => new Date(clock.now)
  const client = createOperatorClient(['127.0.0.1'], 'Test')
  t.after(() => client.close())
  const signal = new AbortController().signal
  const dependencies = { store, client, environment, now, random: () => 0.5, signal }
  return {
    store,
    dependencies,
    pull: (source: object, isUrgent = false) =>
      pullSource(ReviewSource.parse({ name: 'test', ...source }), dependencies, { isUrgent }),
    pass: (seconds: number) => {
      clock.now = new Date(now().getTime() + seconds * 1000).toISOString()
    },
    texts: async () => (await store.changesSince(0)).shown.map(({ content }) => content.text).toSorted(),
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
async function startSource(t: TestContext, respond: (outgoing: ServerResponse, url: string) => void) {
  const { url, asked } = await startTestWebServer(t, (incoming, outgoing) => respond(outgoing, incoming.url!))
  return { url, asked }
}

const sendJson = (outgoing: ServerResponse, json: unknown, headers = {}) =>
  void outgoing.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(json))

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

  it('A missing variable is named, and nothing is sent', async t => {
    const { url, asked } = await startReviewServices(t)
    const { pull } = await startPuller(t, {})
    const outcome = await pull({ preset: 'trustpilot', id: '46d6', origin: url })
    assert.match(describeOutcome(outcome), /^test: The environment lacks PULL_TRUSTPILOT_KEY\. /)
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
        : sendJson(outgoing, { reviews: [own(1)], next: elsewhere.url.replace('127.0.0.1', 'localhost') }),
    )
    const { pull } = await startPuller(t)
    const headers = { Authorization: { env: 'PULL_APIFY_TOKEN' } }
    assert.match(describeOutcome(await pull({ url: `${url}/moved`, headers })), /Redirects are not followed/)
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
    assert.match(describeOutcome(await pull({ url, complete: true }, true)), /19 unchanged, 0 rejected\.$/)
    assert.match(describeOutcome(await pull({ url, complete: true }, true)), /, 1 gone at the source\.$/)
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
    ['a preset with an address', { preset: 'google', id: 'x', url: 'https://a.example' }, /must be left out/],
  ] as const)
    it(`A source with ${title} is rejected`, () => {
      const { error } = ReviewSource.safeParse({ name: 'test', ...source })
      assert.match(error!.issues[0]!.message, message)
    })
})
