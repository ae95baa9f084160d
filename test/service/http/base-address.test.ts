/** A service whose base address has a path, and one without: every address that it names is below its own, and answers. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { createInvitation } from '../../../src/desk/base/invitation.ts'
import { deskCookie } from '../../../src/desk/public-door.ts'
import { system } from '../../../src/model/system.ts'
import { startCallback } from '../../kit/callback.ts'
import { runCommand } from '../../kit/command.ts'
import { DESK_PAGES } from '../../kit/desk.ts'
import { makeFolder } from '../../kit/folder.ts'
import { connect } from '../../kit/mcp.ts'
import { openDeskSession, startPublicDesk } from '../../kit/public-desk.ts'
import { row, rows } from '../../kit/rows.ts'
import { startTestService, type TestService, until } from '../../kit/service.ts'
import { share } from '../../kit/share.ts'
import { untilHubIsReady } from '../../kit/subscribe.ts'
import { startTestWebServer } from '../../kit/web-server.ts'

/** Where a program or a person begins to read. */
const STARTS = [
  '/',
  '/llms.txt',
  '/sitemap.xml',
  '/robots.txt',
  '/reviews.json',
  '/insights.json',
  '/widget.js',
  '/badge.svg',
  '/mcp-app.js',
  '/mcp/server.json',
  '/embed',
  '/embed/reviews',
  '/review-us/card',
  '/summary',
  '/log/openings.json',
  '/.well-known/openapi.json',
  '/.well-known/api-catalog',
  '/.well-known/ai-catalog.json',
  '/.well-known/security.txt',
  '/api/reviews/stats?group_by=year,technician',
  '/api/reviews/changes?limit=20',
]

/** 400 and 405: it needs parameters, or a POST. */
const ANSWERS = [200, 301, 400, 405]

/** Addresses of one kind are alike, so a few of them are read, and of all the others only the beginning is checked. */
const OF_A_KIND = 3

function kindOf({ pathname, searchParams }: URL): string {
  const names = [...new Set(searchParams.keys())]
  return `${pathname.replaceAll(/[0-7][0-9A-HJKMNP-TV-Z]{25}|\d+/g, '#')}?${names.length > 1 ? 'many' : names}`
}

const ENTITIES: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', '#39': "'" }
const decode = (text: string) =>
  text.replaceAll(/&(amp|quot|lt|gt|#39);/g, (_, name) => ENTITIES[name]!)

/** What stands for an address in text ends where prose goes on. */
const HOST_ADDRESS = /https?:\/\/(?:salon|reviews)\.example(?::\d+)?[^\s"'<>`\\|)\]]*/g
const LINK = /\s(?:href|src|action|formaction|data-preview|data-home)="([^"#][^"]*)"/g
const IN_HEADER = /<([^>]+)>/g

/** Every address of our own that a response names. */
function addressesIn(at: string, { headers }: Response, body: string): string[] {
  const type = headers.get('content-type') ?? ''
  const links = type.startsWith('text/html')
    ? [...body.matchAll(LINK)].map(([, href]) => decode(href!))
    : []
  const places = ['location', 'content-location'].flatMap(name => headers.get(name) ?? [])
  const inHeader = [...(headers.get('link') ?? '').matchAll(IN_HEADER)].map(([, url]) => url!)
  const { host } = new URL(at)
  const named = [...decode(body).matchAll(HOST_ADDRESS)].map(([url]) =>
    url.replace(/[.,:;*]+$/, ''),
  )
  return [...links, ...places, ...inHeader, ...named]
    .map(address => new URL(address, at))
    .filter(url => url.host === host)
    .map(({ href }) => href)
}

/** Reads everything that can be reached; returns how many addresses of which kinds. */
async function crawl(base: string, service: TestService) {
  const local = new URL(service.url).origin
  const { origin } = new URL(base)
  const seen = new Map<string, string>(STARTS.map(path => [base + path, 'the beginning']))
  const kinds = new Map<string, number>()
  const faults: string[] = []
  for (const [address, from] of seen) {
    const url = new URL(address)
    if (address !== base && !address.startsWith(`${base}/`)) faults.push(`${address} in ${from}`)
    const kind = kindOf(url)
    const count = (kinds.get(kind) ?? 0) + 1
    kinds.set(kind, count)
    // A template, or one of many.
    if (count > OF_A_KIND || /[{}]|%7B/.test(address)) continue
    const response = await fetch(local + address.slice(origin.length).replace(/#.*/, ''), {
      redirect: 'manual',
      headers: { accept: 'text/html, */*;q=0.5' },
    })
    const body = await response.text()
    if (!ANSWERS.includes(response.status)) faults.push(`${response.status} ${address} in ${from}`)
    for (const next of addressesIn(address, response, body))
      if (!seen.has(next)) seen.set(next, address)
  }
  return { addresses: seen.size, kinds: kinds.size, faults }
}

// A path whose first part is no address of ours, so that a link without it is noticed.
for (const base of ['https://salon.example/our/reviews', 'https://reviews.example'])
  describe(`A service at ${base}`, () => {
    const shared = share(t => startTestService(t, { business: null, settings: { baseUrl: base } }))

    it('Every address on its pages, in its documents, feeds and headers is below its own and answers', async () => {
      const { addresses, kinds, faults } = await crawl(base, shared())
      assert.deepEqual(faults, [])
      assert.ok(addresses > 1000 && kinds > 100, `${addresses} ${kinds}`)
    })

    it('The server in the OpenAPI document is the base address, and what is described is below it', async () => {
      const { url } = shared()
      const api = JSON.parse(await (await fetch(`${url}/.well-known/openapi.json`)).text())
      assert.deepEqual(api.servers, [{ url: base }])
      for (const path of Object.keys(api.paths).filter(path => !path.includes('{')))
        assert.notEqual((await fetch(url + path)).status, 404, path)
    })
  })

describe('A service whose base address has a path', () => {
  const base = 'https://salon.example/reviews'
  const shared = share(t => startTestService(t, { rows: rows(3), settings: { baseUrl: base } }))

  it('Is nowhere else on its host, and says where it is', async () => {
    const { origin } = new URL(shared().url)
    for (const path of [
      '/',
      '/reviews.json',
      '/robots.txt',
      '/Reviews/',
      '/reviewsx',
      '/log/key',
    ]) {
      const response = await fetch(origin + path)
      assert.equal(response.status, 404, path)
      assert.match(await response.text(), /"not_found".*This service is at \/reviews\/ and below/)
    }
  })

  it('The address without a slash at its end is the home page, too', async () => {
    const { url } = shared()
    const pages = await Promise.all(
      ['', '/', '?utm_source=x'].map(async end => (await fetch(url + end)).text()),
    )
    assert.equal(new Set(pages).size, 1)
    assert.match(pages[0]!, /<link rel="canonical" href="https:\/\/salon\.example\/reviews\/">/)
  })

  it('Its log and its key are named after host and path', async () => {
    const { url } = shared()
    const note = await (await fetch(`${url}/log/checkpoint`)).text()
    assert.equal(note.split('\n')[0], 'salon.example/reviews/log')
    assert.match(await (await fetch(`${url}/log/key`)).text(), /^salon\.example\/reviews\/log\+/)
  })
})

/** What the owner of the host has in front: pages of their own, and below a path the reviews. */
async function startProxy(t: TestContext, target: () => string) {
  return await startTestWebServer(t, (incoming, outgoing) => {
    const { method, url = '', headers } = incoming
    if (!url.startsWith('/reviews')) return void outgoing.end('The salon')
    const passed = request(target() + url, { method, headers }, response => {
      outgoing.writeHead(response.statusCode!, response.headers)
      response.pipe(outgoing)
    })
    incoming.pipe(passed)
  })
}

describe('A service below a path of another site, behind its proxy', () => {
  const shared = share(async t => {
    const callback = await startCallback(t)
    let origin = ''
    const proxy = await startProxy(t, () => origin)
    // Passkeys need a host that browsers trust.
    const base = `${proxy.url.replace('127.0.0.1', 'localhost')}/reviews`
    const desk = await startPublicDesk(t, { rows: rows(3), settings: { baseUrl: base } })
    origin = new URL(desk.url).origin
    return { base, callback, desk }
  })

  it('Everything else on the host stays as it is', async () => {
    const { base } = shared()
    const { origin } = new URL(base)
    assert.equal(await (await fetch(origin)).text(), 'The salon')
    assert.match(await (await fetch(`${base}/`)).text(), /<html/)
  })

  it('Redirects stay below the path', async () => {
    const { base } = shared()
    const moved = await fetch(`${base}/summary`, {
      redirect: 'manual',
      headers: { accept: 'text/html' },
    })
    assert.deepEqual([moved.status, moved.headers.get('location')], [301, '/reviews/highlights'])
    const markdown = await fetch(`${base}/summary`, { headers: { accept: 'text/markdown' } })
    assert.equal(markdown.headers.get('content-location'), '/reviews/summary.md')
  })

  it('A feed can be subscribed to by its address below the path, and arrives with that', async () => {
    const { base, callback, desk } = shared()
    await untilHubIsReady(desk)
    const feed = await fetch(`${base}/api/feed.json`)
    const [, hub, topic] = /^<([^>]+)>; rel="hub", <([^>]+)>; rel="self"$/.exec(
      feed.headers.get('link')!,
    )!
    assert.deepEqual([hub, topic], [`${base}/api/websub/hub`, `${base}/api/feed.json`])
    const form = { 'hub.mode': 'subscribe', 'hub.topic': topic!, 'hub.callback': callback.url() }
    const { status } = await fetch(hub!, { method: 'POST', body: new URLSearchParams(form) })
    assert.equal(status, 202)
    await until(() => callback.challenges().length === 1)
    assert.equal(new URL(callback.challenges()[0]!.url, base).searchParams.get('hub.topic'), topic)
    await desk.importRows([row({ source_id: 'newer' })])
    await until(() => callback.deliveries().length > 0)
    assert.equal(callback.deliveries()[0]!.headers.link, feed.headers.get('link'))
    const outside = { ...form, 'hub.topic': topic!.replace('/reviews/', '/') }
    assert.equal(
      (await fetch(hub!, { method: 'POST', body: new URLSearchParams(outside) })).status,
      400,
    )
  })

  it('MCP names its addresses below the path', async () => {
    const { base } = shared()
    const card = await (await fetch(`${base}/mcp/server-card`)).text()
    assert.ok(card.includes(`"${base}/mcp"`), card)
    await using client = await connect(base, 'modern')
    const found = await client.callTool({ name: 'search_reviews', arguments: { limit: 1 } })
    assert.ok(JSON.stringify(found.structuredContent).includes(`${base}/reviews/`))
  })

  it('The oEmbed endpoint knows the pages below the path, and no other of the host', async () => {
    const { base } = shared()
    const ask = (url: string) => fetch(`${base}/oembed?format=json&url=${encodeURIComponent(url)}`)
    assert.match(await (await ask(`${base}/`)).text(), /embed\/reviews/)
    assert.equal((await ask(`${new URL(base).origin}/`)).status, 404)
  })

  it('firsthand verify checks it by its address, and keeps what it saw under that', async t => {
    const { base } = shared()
    const folder = await makeFolder(t)
    const { code, stdout, stderr } = await runCommand(['verify', `${base}/`], { cwd: folder.path })
    assert.deepEqual([code, stderr], [0, ''])
    assert.ok(stdout.includes(`${base.replace('http://', '')}/log+`), stdout)
    const pins = JSON.parse(await readFile(join(folder.path, '.firsthand-pins.json'), 'utf8'))
    assert.deepEqual(Object.keys(pins), [base])
  })

  it('The desk stays below the path: its invitation, links, forms, redirects and cookie', async () => {
    const { base, desk } = shared()
    const { store } = desk
    const link = await createInvitation(store.deskAccess, base, 'Rosa', system)
    assert.ok(link.startsWith(`${base}/desk/invitation/`), link)
    await until(async () => (await fetch(`${base}/desk`)).status !== 404)
    assert.equal((await fetch(link)).status, 200)
    const cookie = (await openDeskSession(store, 'Rosa', new Date())).replace(
      '__Host-',
      '__Secure-',
    )
    for (const path of [...DESK_PAGES, '/access']) {
      const page = await fetch(`${base}/desk${path}`, { headers: { cookie } })
      assert.equal(page.status, 200, path)
      for (const [, target] of (await page.text()).matchAll(LINK))
        assert.match(target!, /^(?:\/reviews\/desk\/|https?:\/\/)/, `${path} ${target}`)
    }
    assert.deepEqual(deskCookie(base), {
      name: '__Secure-firsthand_desk',
      path: '/reviews/desk',
    })
  })
})
