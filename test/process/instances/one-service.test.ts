/** Three instances on one database act as one service: all show the same reviews, byte for byte. */
import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { ReviewsDataset } from '../../../src/model/dataset.ts'
import { type Installation, makeInstallation } from '../../kit/installation.ts'
import { INITIALIZE, postMessage } from '../../kit/mcp.ts'
import type { Program } from '../../kit/program.ts'
import { startReaders } from '../../kit/readers.ts'
import { rows } from '../../kit/rows.ts'
import { until } from '../../kit/service.ts'

const PATHS = ['/reviews.json', '/feed.xml', '/api/feed.json', '/', '/insights.json']
const PER_SECOND = 200
const REVIEWS = 120

/** Responses of every kind. */
const ADDRESSES = [
  ...PATHS,
  ...[
    '/reviews',
    '/reviews?rating=5',
    '/highlights',
    '/summary.md',
    '/policy',
    '/developers',
    '/technicians',
    '/llms.txt',
    '/index.md',
  ],
  ...[
    '/api/reviews/search?query=number',
    '/api/reviews/changes',
    '/api/reviews/since/2020-02-01',
    '/.well-known/openapi.json',
  ],
  ...[
    '/log/checkpoint',
    '/log/tile/0/000.p/120',
    '/sitemap.xml',
    '/badge.svg',
    '/og.png',
    '/widget.js',
  ],
]
const HEADERS = ['etag', 'last-modified', 'cache-control', 'content-type', 'content-length']

describe('Three instances on one database', () => {
  const endings: (() => unknown)[] = []
  const context = { after: (end: () => unknown) => endings.push(end) } as unknown as TestContext
  let place: Installation
  let programs: Program[]

  before(async () => {
    place = await makeInstallation(context)
    programs = await Promise.all([place.start(), place.start(), place.start()])
  })
  after(async () => {
    for (const end of endings.reverse()) await end()
  })

  it('No request fails and no versions mix during an import, at 200 requests a second per instance', async t => {
    const all = programs.map(({ url }) => startReaders(t, url, PATHS, PER_SECOND))
    await until(() => all.every(({ seen }) => seen.length > PER_SECOND))
    await place.importRows(rows(REVIEWS))
    const importedMs = performance.now()
    const shows = async (url: string) =>
      ((await (await fetch(`${url}/reviews.json`)).json()) as ReviewsDataset).reviews.length ===
      REVIEWS
    const tookMs = await Promise.all(
      programs.map(({ url }) =>
        until(() => shows(url)).then(() => Math.round(performance.now() - importedMs)),
      ),
    )
    t.diagnostic(`from the end of the import to the new content: ${tookMs.join(', ')} ms`)
    const counts = all.map(({ seen }) => seen.length)
    await until(() => all.every(({ seen }, index) => seen.length > counts[index]! + PER_SECOND))
    await Promise.all(all.map(readers => readers.stop()))

    assert.deepEqual(
      all.flatMap(({ failures, seen }) => [
        ...failures,
        ...seen.filter(({ status }) => status !== 200),
      ]),
      [],
    )
    for (const path of PATHS) {
      const answers = all.map(({ seen }) => seen.filter(answer => answer.path === path))
      const pairs = new Set(answers.flat().map(({ etag, digest }) => `${etag} ${digest}`))
      assert.equal(pairs.size, 2, `${path} has one ETag and one body per version`)
      const newest = answers[0]!.at(-1)!.etag
      for (const ofOne of answers) {
        const turn = ofOne.findIndex(({ etag }) => etag === newest)
        assert.ok(turn > 0)
        // Requests overlap, so a later one may get its response sooner.
        assert.ok(ofOne.slice(turn + 20).every(({ etag }) => etag === newest))
      }
    }
    const bodies = new Map(all.flatMap(readers => [...readers.bodies]))
    const datasets = all.flatMap(({ seen }) => seen.filter(({ path }) => path === '/reviews.json'))
    for (const digest of new Set(datasets.map(answer => answer.digest))) {
      const { reviews, aggregate_rating, history } = ReviewsDataset.parse(
        JSON.parse(bodies.get(digest)!),
      )
      assert.deepEqual(
        [aggregate_rating.review_count, history.shown],
        [reviews.length, reviews.length],
      )
    }
  })

  for (const path of ADDRESSES)
    it(`All instances return the same bytes and headers: ${path}`, async () => {
      const answers = await Promise.all(
        programs.map(async ({ url }) => {
          const answer = await fetch(`${url}${path}`)
          const body = Buffer.from(await answer.arrayBuffer()).toString('base64')
          return {
            status: answer.status,
            body,
            headers: HEADERS.map(name => answer.headers.get(name)),
          }
        }),
      )
      assert.equal(answers[0]!.status, 200)
      assert.ok(answers[0]!.headers[0], 'has an ETag')
      assert.deepEqual(answers[1], answers[0])
      assert.deepEqual(answers[2], answers[0])
    })

  it('Every instance accepts an MCP session that another one started', async () => {
    const begun = await postMessage(programs[0]!.url, INITIALIZE)
    const session = { 'mcp-session-id': begun.headers.get('mcp-session-id')! }
    for (const { url } of programs)
      assert.equal(
        (await postMessage(url, { jsonrpc: '2.0', id: 2, method: 'ping' }, session)).status,
        200,
      )
  })
})
