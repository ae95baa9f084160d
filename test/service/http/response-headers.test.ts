/** Headers of a version that is dated ahead of the clock: versions made within one second get a second each. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { policyHeaders } from '../../../src/http/response-headers.ts'
import { FRAME_PATH, HTML } from '../../../src/publish/base/public-paths.ts'
import { startTestApp } from '../../kit/app.ts'
import { rows } from '../../kit/rows.ts'
import { buildSnapshot } from '../../kit/snapshot-builder.ts'
import { ask } from '../../kit/wire.ts'

const PUBLISHED_MS = Date.UTC(2030, 4, 6, 7, 8, 9)
const httpDate = (ms: number) => new Date(ms).toUTCString()

const PREBUILT = ['/reviews.json', '/policy', '/feed.xml']
const PER_REQUEST = [
  '/api/reviews/search',
  '/api/reviews/since/2020-01-01',
  '/reviews',
  '/policy.md',
  '/log/tile/0/000.p/3',
]

describe('The Last-Modified of a version dated in the future', () => {
  for (const path of [...PREBUILT, ...PER_REQUEST])
    for (const coding of ['identity', 'gzip'])
      describe(`at ${path} as ${coding}`, () => {
        const headers = { 'accept-encoding': coding }

        it(`GET and HEAD ${path} as ${coding} never date a response after itself`, async t => {
          const { url, setClock } = await startAhead(t)
          for (const aheadMs of [5000, 4000, 1, 0]) {
            setClock(PUBLISHED_MS - aheadMs)
            for (const method of ['GET', 'HEAD']) {
              const response = await ask(url, path, { method, headers })
              assert.equal(response.status, 200)
              assert.equal(response.headers['last-modified'], httpDate(PUBLISHED_MS - aheadMs))
            }
          }
        })

        it(`A 304 for ${path} as ${coding} is not dated after itself either`, async t => {
          const { url, setClock } = await startAhead(t)
          const { etag } = (await ask(url, path, { headers })).headers
          for (const aheadMs of [5000, 1000]) {
            setClock(PUBLISHED_MS - aheadMs)
            const response = await ask(url, path, {
              headers: { ...headers, 'if-none-match': etag! },
            })
            assert.equal(response.status, 304)
            assert.equal(response.headers['last-modified'], httpDate(PUBLISHED_MS - aheadMs))
          }
        })

        it(`The resource at ${path} as ${coding} gets the date of its version once that has passed, and keeps it`, async t => {
          const { url, setClock } = await startAhead(t)
          await ask(url, path, { headers })
          for (const laterMs of [0, 1500, 86_400_000]) {
            setClock(PUBLISHED_MS + laterMs)
            const response = await ask(url, path, { headers })
            assert.equal(response.headers['last-modified'], httpDate(PUBLISHED_MS))
          }
        })

        it(`A client of ${path} as ${coding} that has only the date of an earlier response gets the body`, async t => {
          const { url, setClock } = await startAhead(t)
          setClock(PUBLISHED_MS - 2000)
          const statusFor = async (sinceMs: number) =>
            (
              await ask(url, path, {
                headers: { ...headers, 'if-modified-since': httpDate(sinceMs) },
              })
            ).status
          assert.equal(await statusFor(PUBLISHED_MS - 2000), 200)
          assert.equal(await statusFor(PUBLISHED_MS - 1000), 200)
          assert.equal(await statusFor(PUBLISHED_MS), 304)
        })
      })
})

describe('The security policy of a response', () => {
  const policyOf = (path: string, contentType: string, show_avatars = false) =>
    policyHeaders(path, contentType, { site: { show_avatars } })['content-security-policy']

  it('A page runs only its own scripts, and may be framed only by its own origin', () => {
    const policy = policyOf('/policy', HTML)!
    assert.match(policy, /^default-src 'none'; style-src 'self'; script-src 'self';/)
    assert.match(policy, /frame-ancestors 'self'$/)
    assert.match(policy, /img-src 'self';/)
    assert.match(policyOf('/policy', HTML, true)!, /img-src 'self' https:;/)
  })

  it('Anyone may frame the frame, which runs no script', () => {
    const policy = policyOf(FRAME_PATH, HTML)!
    assert.match(policy, /frame-ancestors \*$/)
    assert.doesNotMatch(policy, /script-src/)
  })

  it('A picture has inline styles and nothing else, and data needs no policy', () => {
    assert.equal(
      policyOf('/badge.svg', 'image/svg+xml'),
      "default-src 'none'; style-src 'unsafe-inline'",
    )
    assert.equal(policyOf('/reviews.json', 'application/json'), undefined)
  })
})

/** A Snapshot of PUBLISHED_MS, five seconds before that. */
async function startAhead(t: TestContext) {
  let nowMs = PUBLISHED_MS - 5000
  const face = await startTestApp(t, { nowMs: () => nowMs })
  printed ??= buildSnapshot(t, rows(3))
  const snapshot = await printed
  face.show({ ...snapshot, lastModified: new Date(PUBLISHED_MS).toISOString() })
  return {
    url: face.url,
    setClock(ms: number) {
      nowMs = ms
    },
  }
}

let printed: ReturnType<typeof buildSnapshot> | undefined
