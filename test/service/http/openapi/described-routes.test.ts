/** Holds the OpenAPI document to the routes of the running app, both ways. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { startTestApp } from '../../../kit/app.ts'
import { rows } from '../../../kit/rows.ts'
import { buildSnapshot, readJson } from '../../../kit/snapshot-builder.ts'
import { ask } from '../../../kit/wire.ts'

/** What browsers and crawlers load, by the type it is served with: pages, styles, scripts, images, sitemaps. */
const FOR_BROWSERS = /^(?:text\/(?:html|markdown|css|javascript)|image\/|application\/xml)/
/** Crawlers know where to look for it (RFC 9309). */
const ROBOTS = '/robots.txt'
/** Only the MCP registry reads it. */
const REGISTRY_PROOF = '/.well-known/mcp-registry-auth'

async function start(t: TestContext) {
  const face = await startTestApp(t)
  const snapshot = await buildSnapshot(t, rows(5))
  face.show(snapshot)
  const { paths } = readJson(snapshot, '/.well-known/openapi.json') as {
    paths: Record<string, object>
  }
  return { ...face, snapshot, described: Object.entries(paths) }
}

/** A pattern of Hono: `:name` is one segment, `*` at the end is any number of them. */
const toRegExp = (pattern: string) =>
  new RegExp(
    `^${pattern
      .replaceAll('.', '\\.')
      .replaceAll(/:\w+(?:\{[^/]*\})?/g, '[^/]+')
      .replace(/\*$/, '.+')}$`,
  )

describe('The OpenAPI document', () => {
  it('Every route of the app is described, unless it serves what only browsers or the MCP registry load', async t => {
    const { url, routes, snapshot, described } = await start(t)
    const { id } = readJson(snapshot, '/reviews.json').reviews[0]
    // An address with a slash at its end is the same as the one without.
    const isDescribed = (route: string) =>
      described.some(([path]) => toRegExp(route.replace(/(?<=.)\/$/, '')).test(path))
    const isForBrowsers = async (route: string) => {
      const { headers } = await ask(
        url,
        route.replace(/:id(?:\{[^/]*\})?/, id).replace('/og/*', '/og/reviews.png'),
      )
      return FOR_BROWSERS.test(headers['content-type'] ?? '')
    }
    const own = routes.filter(route => !['*', '/*', REGISTRY_PROOF].includes(route))
    assert.ok(own.length > 15, own.join(' '))
    for (const route of own) assert.ok(isDescribed(route) || (await isForBrowsers(route)), route)
  })

  it('Every prebuilt document is described, unless only browsers and crawlers load it', async t => {
    const { snapshot, described } = await start(t)
    const paths = new Set(described.map(([path]) => path))
    const missing = [...snapshot.representations.values()]
      .filter(({ contentType }) => !FOR_BROWSERS.test(contentType))
      .map(({ path }) => path)
      .filter(path => !paths.has(path) && path !== ROBOTS)
    assert.deepEqual(missing, [])
  })

  it('Every described path is a route of the app or a prebuilt document', async t => {
    const { routes, snapshot, described } = await start(t)
    const own = routes.filter(route => route !== '*' && route !== '/*').map(toRegExp)
    for (const [path] of described)
      assert.ok(snapshot.representations.has(path) || own.some(route => route.test(path)), path)
  })

  it('Every described operation has an id of its own and a tag that is described', async t => {
    const { snapshot, described } = await start(t)
    const { tags } = readJson(snapshot, '/.well-known/openapi.json') as { tags: { name: string }[] }
    const operations = described.flatMap(([, methods]) => Object.values(methods))
    const ids = operations.map(({ operationId }) => operationId)
    assert.equal(new Set(ids).size, ids.length)
    const known = tags.map(({ name }) => name)
    assert.deepEqual([...new Set(operations.flatMap(one => one.tags))].toSorted(), known.toSorted())
  })
})
