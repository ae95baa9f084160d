/** Does what the pages of docs/contributing/ say. */
import { describe, it } from 'node:test'
import { followPage } from '../kit/follow-page.ts'

describe('The pages for contributors', () => {
  it('A filter that is added as the page says is searched, counted, described and shown in words', async t => {
    await followPage(t, 'docs/contributing/filter.md', ADDED_FILTER)
  })

  it('A route and an error that are added as the page says are served, described, listed and exported', async t => {
    await followPage(t, 'docs/contributing/route.md', ADDED_ROUTE)
  })

  it('A field that is added as the page says is imported, published, exported, described and erased', async t => {
    await followPage(t, 'docs/contributing/field.md', ADDED_FIELD)
  })
})

const ADDED_FILTER = `
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startTestApp } from './test/kit/app.ts'
import { rows } from './test/kit/rows.ts'
import { buildSnapshot } from './test/kit/snapshot-builder.ts'

it('The new filter is everywhere', async t => {
  const { url, show } = await startTestApp(t)
  const translation = { language: 'de', text: 'Gut.' }
  show(await buildSnapshot(t, rows(5, number => ({ translation: number < 2 ? translation : null }))))
  const get = async path => await (await fetch(url + path)).json()
  const found = await get('/api/reviews/search?translated=true&facets=translated')
  assert.equal(found.matched, 2)
  assert.deepEqual(found.facets.translated, [
    { value: false, label: 'in its own words', matched: 3 },
    { value: true, label: 'translated', matched: 2 },
  ])
  const stats = await get('/api/reviews/stats?group_by=stars&translated=false')
  assert.equal(stats.matched, 3)
  const refused = await fetch(url + '/api/reviews/search?translated=perhaps')
  assert.equal(refused.status, 400)
  const { paths } = await get('/.well-known/openapi.json')
  const { parameters } = paths['/api/reviews/search'].get
  assert.ok(parameters.some(({ name, description }) => name === 'translated' && /translation/.test(description)))
  const page = await (await fetch(url + '/reviews?translated=true')).text()
  assert.match(page, /<bdi>translated<\\/bdi>/)
})
`

const ADDED_FIELD = `
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startTestApp } from './test/kit/app.ts'
import { row } from './test/kit/rows.ts'
import { buildSnapshot } from './test/kit/snapshot-builder.ts'
import { openTestStore } from './test/kit/store.ts'
import { checkRows } from './test/kit/valid-rows.ts'

const visited = row({ source_id: 'r0', visited_on: '2026-09-28' })

it('The new field is everywhere', async t => {
  const { url, show } = await startTestApp(t)
  assert.deepEqual(checkRows([visited]).problems, [])
  show(await buildSnapshot(t, [visited, row({ source_id: 'r1' })]))
  const get = async path => await (await fetch(url + path)).json()
  const { reviews } = await get('/reviews.json')
  assert.deepEqual(reviews.map(one => one.visited_on).sort(), ['2026-09-28', null])
  assert.match(await (await fetch(url + '/reviews.csv')).text(), /visited_on[\\s\\S]*2026-09-28/)
  const { components } = await get('/.well-known/openapi.json')
  assert.match(components.schemas.Review.properties.visited_on.description, /day of the visit/)
})

it('An erasure removes it', async t => {
  const { store, take, query } = await openTestStore(t)
  await take([visited])
  const stored = async () => JSON.stringify(await query('select * from review'))
  assert.match(await stored(), /2026-09-28/)
  const [{ id }] = await query('select id from review')
  await store.write(async writer => writer.erase(await writer.find(id)))
  assert.doesNotMatch(await stored(), /2026-09-28/)
})
`

const ADDED_ROUTE = `
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { staticFiles } from './src/cli/export/static-files.ts'
import { startTestApp } from './test/kit/app.ts'
import { rows } from './test/kit/rows.ts'
import { buildSnapshot } from './test/kit/snapshot-builder.ts'

const PATH = '/api/reviews/count'

it('The new route is everywhere', async t => {
  const { url, show } = await startTestApp(t)
  const empty = await buildSnapshot(t, [])
  show(empty)
  const refused = await fetch(url + PATH)
  assert.deepEqual([refused.status, await refused.json()], [
    404,
    { error: 'no_reviews', message: 'There are no reviews yet.' },
  ])
  const snapshot = await buildSnapshot(t, rows(3))
  show(snapshot)
  const response = await fetch(url + PATH)
  assert.deepEqual(await response.json(), { review_count: 3 })
  const etag = response.headers.get('etag')
  assert.equal((await fetch(url + PATH, { headers: { 'if-none-match': etag } })).status, 304)
  assert.equal((await fetch(url + PATH, { method: 'DELETE' })).status, 405)
  const { paths } = await (await fetch(url + '/.well-known/openapi.json')).json()
  const { responses } = paths[PATH].get
  assert.deepEqual(responses[200].content['application/json'].example, { review_count: 3 })
  assert.match(await (await fetch(url + '/llms.txt')).text(), /- \\[Count\\]\\(http\\S+count\\): how many/)
  const file = [...staticFiles(snapshot, 0)].find(({ path }) => path === PATH)
  assert.equal(String(file.render()), '{"review_count":3}')
})
`
