/** Walks all routes with bad requests: every error must have a code from the list. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { HubPort } from '../../../src/http/hub-endpoint.ts'
import { NO_LIMIT } from '../../../src/http/rate-limit.ts'
import { createMcpEndpoint } from '../../../src/mcp/mcp-endpoint.ts'
import { createSessions } from '../../../src/mcp/session-ids.ts'
import { codesIn, ERRORS, type HttpCode, type McpCode } from '../../../src/model/errors.ts'
import { system } from '../../../src/model/system.ts'
import type { Snapshot } from '../../../src/publish/snapshot.ts'
import { startTestApp } from '../../kit/app.ts'
import { rows } from '../../kit/rows.ts'
import { startBuilder } from '../../kit/snapshot-builder.ts'
import { openSocket, sendBytes } from '../../kit/wire.ts'

const HUB = '/api/websub/hub'
const SUBSCRIPTION = '/api/websub/subscription'
const MCP = '/mcp'

/** Invalid for every endpoint that has one of these parameters. */
const BAD_QUERY =
  '?rating=9&min_rating=x&since=2026-02-30&sort=best&sentiment=&limit=0&limit=1&query=%ff&cursor=nope&review_id=x&from=-1&page=0&maxwidth=0'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

interface BadRequest {
  query?: string
  init?: RequestInit
}

/** Enough for a service that serves nothing. */
const FEW_REQUESTS: BadRequest[] = [
  {},
  { init: { method: 'POST', body: 'action=status', headers: FORM } },
]

const BAD_REQUESTS: BadRequest[] = [
  ...FEW_REQUESTS,
  { query: BAD_QUERY },
  { query: '?url=https://reviews.example/&format=xml' },
  { query: '?cursor=nope' },
  { init: { headers: { 'if-match': '"other"' } } },
  { query: '?from=99999' },
  { init: { method: 'DELETE' } },
  { init: { headers: { 'accept-encoding': 'identity;q=0, *;q=0' } } },
  { init: { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } } },
  { init: { method: 'POST', body: '[]', headers: { 'content-type': 'application/json' } } },
  { init: { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } } },
  { init: { method: 'POST', body: 'action=dance', headers: FORM } },
  { init: { method: 'POST', body: new Uint8Array([0xff]), headers: FORM } },
  { init: { method: 'POST', body: 'x'.repeat(70_000), headers: FORM } },
  {
    init: {
      method: 'POST',
      body: ' '.repeat(70_000),
      headers: { 'content-type': 'application/json' },
    },
  },
]

/** It knows of no subscription, and answers every question by the same rules as the real one. */
const emptyHub: HubPort = {
  request: async () => ({ status: 400, text: 'hub.mode must be subscribe or unsubscribe.' }),
  answerSubscriber: async form => ({ status: form.includes('dance') ? 400 : 404 }),
  wake() {},
}

async function start(t: TestContext) {
  const state = { isDraining: false, waitSeconds: 0, isBroken: false }
  const builder = await startBuilder(t)
  await builder.take(rows(5))
  const [gone] = (await builder.build()).idsStartingWith('')
  await builder.store.write(async writer => writer.withhold((await writer.find(gone!))!, 'spam'))
  const snapshot = await builder.build()
  const broken = new Proxy(snapshot, {
    get(target, name) {
      if (['log', 'search', 'since', 'review', 'business'].includes(String(name)))
        throw new Error('broken')
      return Reflect.get(target, name)
    },
  })
  let current: Snapshot | undefined
  const mcp = createMcpEndpoint({
    version: '0.0.0',
    baseUrl: 'http://localhost',
    current: () => (state.isBroken ? broken : snapshot),
    sessions: createSessions(['a key of the test run'], system),
    maxSubscriptions: 0,
    onError() {},
  })
  const app = await startTestApp(t, {
    current: () => (state.isBroken ? broken : current),
    draining: () => state.isDraining,
    limiter: { ...NO_LIMIT, waitSeconds: () => state.waitSeconds },
    hubLimiter: { ...NO_LIMIT, waitSeconds: () => state.waitSeconds },
    hub: () => emptyHub,
    mcp: () => mcp,
    onError() {},
  })
  const addresses = [
    ...app.routes.map(route =>
      route.replaceAll(/:\w+(?:\{[^/]*\})?/g, 'nope').replace('*', 'nope'),
    ),
    ...[
      '/reviews.json',
      '/insights.json',
      '/api/reviews/since/2026-02-30',
      `/api/reviews/${gone}`,
      '/a%zz',
    ],
    ...[`/og/reviews/${gone}.png`, `/embed/${'0'.repeat(26)}`, '/api/feed/nope.json'],
  ]
  return { ...app, state, addresses, showNow: () => (current = snapshot) }
}

const isMcp = (address: string) => address === MCP || address === `${MCP}/`

/** The code of an error; undefined for a response that is none, or is a page or plain text. */
async function codeOf(
  response: Response,
  address: string,
): Promise<HttpCode | McpCode | undefined> {
  const text = await response.text()
  const { status, headers } = response
  if (status < 400) return undefined
  const type = headers.get('content-type') ?? ''
  if (address === HUB) {
    assert.match(type, /^text\/plain/)
    return undefined
  }
  if (/^text\/(?:html|markdown)/.test(type)) return undefined
  assert.equal(type, 'application/json', `${address} ${status}`)
  const json = JSON.parse(text)
  if (isMcp(address)) {
    const code = json.error.data.error as McpCode
    assert.ok(codesIn('mcp').includes(code), `${address} ${text}`)
    assert.deepEqual(ERRORS[code].mcp, [status, json.error.code], text)
    return code
  }
  const code = json.error as HttpCode
  assert.ok(codesIn('http').includes(code), `${address} ${text}`)
  assert.equal(ERRORS[code].http, status, text)
  for (const issue of json.issues ?? []) assert.ok(codesIn('issue').includes(issue.code), text)
  return code
}

describe('Every error has a code from the list', { concurrency: true }, () => {
  it('Bad requests to every route, in every state of the service, get the listed codes and all of them', async t => {
    const { url, state, addresses, showNow } = await start(t)
    const seen = new Map<string, Set<string>>()
    const send = async (address: string, { query = '', init = {} }: BadRequest) => {
      const response = await fetch(url + address + query, { redirect: 'manual', ...init })
      const code = await codeOf(response, address)
      const place = isMcp(address) ? 'mcp' : 'http'
      if (code) seen.set(place, (seen.get(place) ?? new Set()).add(code))
    }
    const walk = async (requests: BadRequest[]) => {
      for (const address of addresses)
        await Promise.all(requests.map(request => send(address, request)))
    }
    assert.ok(addresses.includes(SUBSCRIPTION) && addresses.length > 25)
    await walk(FEW_REQUESTS)
    showNow()
    await walk(BAD_REQUESTS)
    for (const change of [{ isDraining: true }, { waitSeconds: 5 }, { isBroken: true }]) {
      Object.assign(state, { isDraining: false, waitSeconds: 0, isBroken: false }, change)
      await walk(FEW_REQUESTS)
    }
    // The tests below, and those of MCP, provoke the others.
    const others = ['bad_request', 'request_timeout', 'headers_too_large']
    assert.deepEqual(
      codesIn('http').filter(code => !seen.get('http')!.has(code)),
      others,
    )
    assert.deepEqual([...seen.get('mcp')!].toSorted(), [
      'invalid_request',
      'method_not_allowed',
      'not_acceptable',
      'parse_error',
      'too_large',
      'too_many_requests',
      'unavailable',
      'unsupported_media_type',
    ])
  })

  /** What the server writes to the bare socket. */
  function assertBroken(response: string, status: number, error: HttpCode): void {
    assert.match(response, new RegExp(`^HTTP/1\\.1 ${status} `))
    assert.equal(ERRORS[error].http, status)
    assert.equal(JSON.parse(response.split('\r\n\r\n')[1]!).error, error)
  }

  it('Requests that never reach the app get listed codes, too', async t => {
    const { url } = await startTestApp(t)
    assertBroken(
      await sendBytes(url, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'),
      400,
      'bad_request',
    )
    assertBroken(await sendBytes(url, 'nonsense\r\n\r\n'), 400, 'bad_request')
    const large = `GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'a'.repeat(20_000)}\r\n\r\n`
    assertBroken(await sendBytes(url, large), 431, 'headers_too_large')
  })

  it('A request whose headers do not arrive within ten seconds gets 408', async t => {
    const { url } = await startTestApp(t)
    const socket = openSocket(url)
    t.after(() => socket.destroy())
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: a')
    const chunks: Buffer[] = await Array.fromAsync(socket)
    assertBroken(Buffer.concat(chunks).toString(), 408, 'request_timeout')
  })
})
