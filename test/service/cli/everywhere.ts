/** Everything that a service publishes or stores, as text keyed by where it was found. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SECURITY_PATH } from '../../../src/http/well-known-texts.ts'
import { tilePath } from '../../../src/ledger/tiles.ts'
import { OEMBED_PATH, STATS_PATH } from '../../../src/publish/base/public-paths.ts'
import { connect, type McpClient } from '../../kit/mcp.ts'
import { PREBUILT } from '../http/endpoints.ts'

const PROOF_PATH = '/api/log/proof'

export type Places = Map<string, string>

/** One character per byte, so that binary files lose nothing. */
export async function filesIn(folder: string): Promise<Places> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
  return new Map(
    await Promise.all(paths.map(async path => [path, await readFile(path, 'latin1')] as const)),
  )
}

/** The pages, and every address in the OpenAPI document for every review and tile. This business has no security contact. */
export async function responsesOf(url: string): Promise<Places> {
  const { paths } = await readJson(`${url}/.well-known/openapi.json`)
  const described = Object.keys(paths).filter(
    path => paths[path].get && ![PROOF_PATH, OEMBED_PATH, SECURITY_PATH, STATS_PATH].includes(path),
  )
  const ids = await reviewIds(url)
  const all = new Set([
    ...PREBUILT.map(({ path }) => path),
    ...described.filter(path => !path.includes('{')),
    '/api/reviews/since/1990-01-01',
    '/api/reviews/search?limit=100',
    `${STATS_PATH}?group_by=technician,source`,
    '/api/reviews/changes?limit=1000',
    ...(await tilesOf(url)),
    ...(await pagesOf(url)).flatMap(path => [path, path === '/' ? '/index.md' : `${path}.md`]),
    ...ids.flatMap(id => [
      `/api/reviews/${id}`,
      `/reviews/${id}`,
      `/reviews/${id}.md`,
      `/embed/${id}`,
      `${OEMBED_PATH}?url=${url}/reviews/${id}`,
      `${PROOF_PATH}?review_id=${id}`,
    ]),
  ])
  const places: Places = new Map()
  for (const path of all) {
    const response = await fetch(url + path)
    assert.equal(response.status, 200, path)
    const body = Buffer.from(await response.arrayBuffer()).toString('latin1')
    places.set(path, `${JSON.stringify([...response.headers])}\n${body}`)
  }
  return places
}

export async function reviewIds(url: string): Promise<string[]> {
  const { reviews } = await readJson(`${url}/reviews.json`)
  return reviews.map(({ id }: { id: string }) => id)
}

async function pagesOf(url: string): Promise<string[]> {
  const sitemap = await (await fetch(`${url}/sitemap-pages.xml`)).text()
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address]) => new URL(address!).pathname,
  )
  assert.ok(paths.includes('/') && paths.includes('/reviews') && paths.length > 8)
  return paths
}

/** The log is smaller than one tile here. */
async function tilesOf(url: string): Promise<string[]> {
  const checkpoint = await (await fetch(`${url}/log/checkpoint`)).text()
  const size = Number(checkpoint.split('\n')[1])
  return [tilePath(0, 0, size), tilePath('entries', 0, size)].map(path => `/log/${path}`)
}

/** What agents get from every tool, resource and prompt. */
export async function agentResponses(url: string): Promise<Places> {
  await using client = await connect(url, 'modern')
  const places: Places = new Map()
  const add = (place: string, response: unknown) => places.set(place, JSON.stringify(response))
  add('tools', await client.listTools())
  add('instructions', client.getInstructions())
  const ids = await reviewIds(url)
  for (const call of [...CALLS, ...ids.map(id => ({ name: 'get_review', arguments: { id } }))])
    add(JSON.stringify(call), await callTool(client, call))
  const { resources } = await client.listResources()
  for (const { uri } of resources) add(uri!, await client.readResource({ uri: uri! }))
  add('prompts', await client.listPrompts())
  return places
}

const CALLS = [
  { name: 'get_insights_summary' },
  { name: 'get_business' },
  { name: 'search_reviews', arguments: { limit: 100 } },
  { name: 'get_aspect_sentiment', arguments: { aspect: 'punctuality' } },
  { name: 'get_technician', arguments: { name: 'Rosa' } },
  { name: 'get_service', arguments: { service: 'drain_cleaning' } },
  { name: 'list_topics' },
  { name: 'get_faq' },
]

async function callTool(
  client: McpClient,
  call: { name: string; arguments?: object },
): Promise<unknown> {
  const response = await client.callTool(call)
  assert.ok(!response.isError, JSON.stringify(response))
  return response
}

// biome-ignore lint/suspicious/noExplicitAny: a test names the field it wants
async function readJson(address: string): Promise<any> {
  return await (await fetch(address)).json()
}
