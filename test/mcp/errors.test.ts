/** What the MCP endpoint says to requests that are wrong, in both eras of the protocol. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { describe, it, type TestContext } from 'node:test'
import { row, rows } from '../kit/rows.ts'
import { startTestService } from '../kit/service.ts'
import { shareService } from '../kit/shared.ts'
import { ask, sendBytes } from '../kit/wire.ts'
import { startFixtureService } from './fixtures.ts'

const LARGEST_BYTES = 64 * 1024
const VERSION = '2026-07-28'
const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientCapabilities': {},
}
const BOTH = 'application/json, text/event-stream'
const HELLO = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }

const rpc = (method: string, params?: unknown, id: string | number = 1): Rpc => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params !== undefined && { params }),
})

const CALL = rpc('tools/call', { name: 'list_topics', arguments: {} })
const COMPLETE = { argument: { name: 'technician', value: 'R' } }
/** Requests whose method there is: what is wrong, the method, the params. */
const INVALID_PARAMS = [
  ['an unknown tool', 'tools/call', { name: 'nope', arguments: {} }],
  ['a call without the name of a tool', 'tools/call', { arguments: {} }],
  ['a call whose name is a number', 'tools/call', { name: 7 }],
  ['arguments that are a list', 'tools/call', { name: 'get_faq', arguments: [] }],
  ['arguments that are a text', 'tools/call', { name: 'get_faq', arguments: 'query' }],
  ['an unknown prompt', 'prompts/get', { name: 'nope' }],
  ['a prompt without its arguments', 'prompts/get', { name: 'technician_report', arguments: {} }],
  ['a prompt with a wrong argument', 'prompts/get', { name: 'summarize_reviews', arguments: { since: 'x' } }],
  ['a prompt without a name', 'prompts/get', {}],
  ['an unknown resource', 'resources/read', { uri: 'reviews://nope' }],
  ['an unknown review', 'resources/read', { uri: 'reviews://review/nope' }],
  ['a resource without a uri', 'resources/read', {}],
  [
    'a completion for an unknown prompt',
    'completion/complete',
    { ref: { type: 'ref/prompt', name: 'nope' }, ...COMPLETE },
  ],
  [
    'a completion for an unknown resource',
    'completion/complete',
    { ref: { type: 'ref/resource', uri: 'reviews://nope/{id}' }, ...COMPLETE },
  ],
  ['a completion for nothing', 'completion/complete', {}],
  ['a cursor for tools that nobody gave', 'tools/list', { cursor: 'nope' }],
  ['a cursor for prompts that nobody gave', 'prompts/list', { cursor: 'nope' }],
  ['a cursor for resources that nobody gave', 'resources/list', { cursor: 'nope' }],
  ['a cursor for templates that nobody gave', 'resources/templates/list', { cursor: 'nope' }],
  ['a cursor that is a number', 'tools/list', { cursor: 7 }],
] as const

describe('what the MCP endpoint refuses', () => {
  const shared = shareService({ rows: rows(5) })
  const send = (body: unknown, headers: Headers = {}) => post(shared.url, body, headers)
  const sendModern = (body: Rpc, headers: Headers = {}) => postModern(shared.url, body, headers)
  const initialize = (params: unknown, headers: Headers = {}) => send(rpc('initialize', params), headers)
  const sendInSession = async (body: unknown, headers: Headers = {}) =>
    send(body, { 'mcp-session-id': await sessionOf(shared.url), ...headers })

  describe('the body', () => {
    for (const [what, body] of [
      ['that is empty', ''],
      ['that is not JSON', '{"jsonrpc":'],
      ['that is not UTF-8', Buffer.from('{"jsonrpc":"2.0","id":1,"method":"\xff"}', 'latin1')],
      ['with two values', '{} {}'],
    ] as const)
      it(`answers one ${what} with 400 and a parse error without an id`, async () => {
        assertError(await send(body), 400, -32700, null)
      })

    for (const [what, body] of [
      ['a batch', [rpc('ping')]],
      ['an empty batch', []],
      ['null', null],
      ['a text', '"ping"'],
      ['a number', 7],
      ['without jsonrpc', { id: 1, method: 'ping' }],
      ['of JSON-RPC 1.0', { ...rpc('ping'), jsonrpc: '1.0' }],
      ['without a method', { jsonrpc: '2.0', id: 1 }],
      ['whose method is a number', { ...rpc('ping'), method: 7 }],
      ['whose method is null', { ...rpc('ping'), method: null }],
      ['whose id is null', { ...rpc('ping'), id: null }],
      ['whose id is an object', { ...rpc('ping'), id: {} }],
      ['whose id is a boolean', { ...rpc('ping'), id: true }],
      ['whose id is a list', { ...rpc('ping'), id: [1] }],
    ] as const)
      it(`answers one that is ${what} with 400 and an invalid request without an id`, async () => {
        for (const headers of [{}, { 'mcp-protocol-version': VERSION, 'mcp-method': 'ping' }])
          assertError(await sendInSession(body, headers), 400, -32600, null)
      })

    for (const params of [[1], 'text', 7, null, { _meta: null }])
      it(`does not take a request with params ${JSON.stringify(params)} for a notification`, async () => {
        const { status, json } = await sendInSession({ ...rpc('tools/list'), params })
        assert.notEqual(status, 202)
        assert.ok([-32600, -32602].includes(json.error.code), String(json.error.code))
      })

    it('does not take a request that says more than it may for a notification', async () => {
      assertError(await sendInSession({ ...rpc('tools/list', {}, 'm'), extra: 1 }), 400, -32600, 'm')
    })

    it('does not take a request with a broken number as id for a notification', async () => {
      const { status, json } = await sendInSession({ ...rpc('ping'), id: 1.5 })
      assert.notEqual(status, 202)
      assert.ok(json.error?.code === -32600 || json.id === 1.5)
    })

    it('takes as many bytes as are allowed', async () => {
      assert.equal((await sendInSession(padded(LARGEST_BYTES))).status, 200)
    })

    it('answers one that says it is too large with 413', async () => {
      assertError(await sendInSession(padded(LARGEST_BYTES + 1)), 413, -32600, null)
    })

    it('answers one that is too large and does not say so with 413', async () => {
      const chunk = 'x'.repeat(LARGEST_BYTES + 1)
      const answer = await sendBytes(
        shared.url,
        `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: ${BOTH}\r\n` +
          `Transfer-Encoding: chunked\r\n\r\n${chunk.length.toString(16)}\r\n${chunk}\r\n0\r\n\r\n`,
      )
      assert.match(answer, /^HTTP\/1.1 413 /)
      assert.match(answer, /"code":-32600/)
    })
  })

  describe('Content-Type', () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'json', ''])
      it(`answers "${type}" with 415`, async () => {
        assertError(await sendInSession(rpc('ping'), { 'content-type': type }), 415, -32600, null)
        const modern = await sendModern(rpc('tools/list'), { 'content-type': type })
        assertError(modern, 415, -32600, null)
      })

    it('answers none with 415', async () => {
      const answer = await ask(shared.url, '/mcp', { method: 'POST', headers: { accept: BOTH } })
      assert.equal(answer.status, 415)
    })

    for (const type of ['application/json; charset=utf-8', 'Application/JSON'])
      it(`takes "${type}"`, async () => {
        assert.equal((await sendInSession(rpc('ping'), { 'content-type': type })).status, 200)
      })
  })

  describe('Accept', () => {
    for (const accept of ['application/json', 'text/event-stream', '*/*', 'text/html', '', 'application/*'])
      it(`answers "${accept}" with 406, and the id of the request`, async () => {
        assertError(await initialize(HELLO, { accept }), 406, -32600, 1)
        assertError(await sendInSession(rpc('ping', undefined, 'b'), { accept }), 406, -32600, 'b')
      })

    it('takes both types in any order and with parameters', async () => {
      for (const accept of [
        'text/event-stream, application/json',
        'application/json;q=0.9,text/event-stream;q=0.1',
        'text/html, application/json, text/event-stream, */*',
      ])
        assert.equal((await sendInSession(rpc('ping'), { accept })).status, 200, accept)
    })
  })

  describe('the method of HTTP', () => {
    for (const method of ['GET', 'DELETE', 'PUT', 'PATCH'])
      it(`answers ${method} with 405 and what is allowed`, async () => {
        const headers = { accept: BOTH, 'mcp-session-id': await sessionOf(shared.url) }
        const answer = await ask(shared.url, '/mcp', { method, headers })
        assert.equal(answer.status, 405)
        assert.equal(answer.headers.allow, 'POST, OPTIONS')
        assert.equal(JSON.parse(answer.body.toString()).error.code, -32600)
      })

    it('answers HEAD with 405 and no body', async () => {
      const answer = await ask(shared.url, '/mcp', { method: 'HEAD' })
      assert.equal(answer.status, 405)
      assert.equal(answer.body.length, 0)
    })

    it('answers OPTIONS with all that a browser must know before it asks', async () => {
      const headers = {
        origin: 'http://localhost:3000',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,mcp-session-id',
      }
      const answer = await ask(shared.url, '/mcp', { method: 'OPTIONS', headers })
      assert.equal(answer.status, 204)
      assert.equal(answer.headers['access-control-allow-origin'], '*')
      assert.equal(answer.headers['access-control-allow-methods'], 'POST, OPTIONS')
      const allowed = answer.headers['access-control-allow-headers']!.toLowerCase().split(', ')
      for (const name of [
        'accept',
        'authorization',
        'content-type',
        'last-event-id',
        'mcp-method',
        'mcp-name',
        'mcp-protocol-version',
        'mcp-session-id',
      ])
        assert.ok(allowed.includes(name), name)
    })

    it('lets a browser read the session id', async () => {
      const { headers } = await initialize(HELLO)
      const exposed = String(headers['access-control-expose-headers']).toLowerCase().split(', ')
      assert.ok(exposed.includes('mcp-session-id'))
    })
  })

  describe('Host and Origin of a service on this machine', () => {
    for (const host of [
      'evil.example.com',
      'localhost.evil.example',
      'reviews.example:80',
      '127.0.0.1.nip.io',
    ])
      it(`answers Host ${host} with 403`, async () => {
        assertError(await initialize(HELLO, { host }), 403, -32600, null)
        assertError(await sendModern(rpc('tools/list'), { host }), 403, -32600, null)
      })

    for (const host of ['localhost', 'localhost:8080', '127.0.0.1:80', '[::1]:3000', '192.0.2.7', 'reviews'])
      it(`takes Host ${host}`, async () => {
        assert.equal((await initialize(HELLO, { host })).status, 200)
        assert.equal((await sendModern(rpc('tools/list'), { host })).status, 200)
      })

    for (const origin of [
      'http://evil.example.com',
      'https://localhost.evil.example',
      'http://192.0.2.7',
      'null',
      'file://',
      'nonsense',
      '',
    ])
      it(`answers Origin "${origin}" with 403`, async () => {
        assertError(await initialize(HELLO, { origin }), 403, -32600, null)
        assertError(await sendModern(rpc('tools/list'), { origin }), 403, -32600, null)
      })

    for (const origin of ['http://localhost', 'http://localhost:6274', 'https://127.0.0.1', 'http://[::1]:1'])
      it(`takes Origin ${origin}`, async () => {
        assert.equal((await initialize(HELLO, { origin })).status, 200)
        assert.equal((await sendModern(rpc('tools/list'), { origin })).status, 200)
      })
  })

  describe('the session', () => {
    const unknown = `v1.${Buffer.alloc(32).toString('base64url')}`

    it('answers a request without one with 400, its id, and what to do', async () => {
      const answer = await send(rpc('tools/list', {}, 'a'))
      assertError(answer, 400, -32600, 'a')
      assert.match(answer.json.error.message, /initialize/)
    })

    it('answers a notification without one with 400', async () => {
      assertError(await send({ jsonrpc: '2.0', method: 'notifications/initialized' }), 400, -32600, null)
    })

    for (const id of [unknown, 'v1.', 'v2.x', 'made-up', ''])
      it(`answers a request with "${id}" with 404, its id, and what to do`, async () => {
        const answer = await send(rpc('tools/list', {}, 42), { 'mcp-session-id': id })
        assertError(answer, 404, -32600, 42)
        assert.match(answer.json.error.message, /initialize/)
      })

    it('answers a notification with an unknown one with 404', async () => {
      const body = { jsonrpc: '2.0', method: 'notifications/initialized' }
      assertError(await send(body, { 'mcp-session-id': unknown }), 404, -32600, null)
    })

    it('gives who initializes with an unknown one a new one', async () => {
      const { status, headers } = await initialize(HELLO, { 'mcp-session-id': unknown })
      assert.equal(status, 200)
      assert.match(String(headers['mcp-session-id']), /^v1\.[\w-]{43}$/)
    })

    it('does not matter to a modern request', async () => {
      const answer = await sendModern(rpc('tools/list'), { 'mcp-session-id': unknown })
      assert.equal(answer.status, 200)
      assert.equal(answer.headers['mcp-session-id'], undefined)
    })

    it('is not given to who initializes wrongly', async () => {
      const { headers } = await initialize({})
      assert.equal(headers['mcp-session-id'], undefined)
    })
  })

  describe('the version of the protocol', () => {
    for (const version of ['2024-11-05', '2025-01-01', ''])
      it(`answers MCP-Protocol-Version "${version}" with 400 and the id`, async () => {
        const answer = await sendInSession(rpc('ping', undefined, 'c'), { 'mcp-protocol-version': version })
        assertError(answer, 400, -32600, 'c')
        assert.match(answer.json.error.message, /2025-11-25, 2025-06-18/)
      })

    it('answers a later one without what goes with it with 400 and invalid params', async () => {
      for (const version of [VERSION, '2030-01-01']) {
        const headers = { 'mcp-protocol-version': version }
        assertError(await sendInSession(rpc('ping', undefined, 'c'), headers), 400, -32602, 'c')
      }
    })

    // 2025-03-26 is what a request without the header is taken for: who says so is not told otherwise.
    for (const version of ['2025-11-25', '2025-06-18', '2025-03-26'])
      it(`takes MCP-Protocol-Version ${version}`, async () => {
        const answer = await sendInSession(rpc('ping'), { 'mcp-protocol-version': version })
        assert.equal(answer.status, 200)
      })

    it('takes a request that does not say it', async () => {
      assert.equal((await sendInSession(rpc('ping'))).status, 200)
    })

    for (const version of ['2025-11-25', '2025-06-18'])
      it(`agrees to ${version}`, async () => {
        const { json } = await initialize({ ...HELLO, protocolVersion: version })
        assert.equal(json.result.protocolVersion, version)
      })

    for (const version of ['2024-11-05', '2025-03-26', '2099-01-01', VERSION, ''])
      it(`offers 2025-11-25 to who initializes with "${version}"`, async () => {
        const { status, json } = await initialize({ ...HELLO, protocolVersion: version })
        assert.equal(status, 200)
        assert.equal(json.result.protocolVersion, '2025-11-25')
      })

    for (const [what, params] of [
      ['no params', undefined],
      ['empty params', {}],
      ['no clientInfo', { ...HELLO, clientInfo: undefined }],
      ['no capabilities', { ...HELLO, capabilities: undefined }],
      ['a number for a version', { ...HELLO, protocolVersion: 7 }],
    ] as const)
      it(`answers initialize with ${what} with invalid params`, async () => {
        assertError(await initialize(params), 200, -32602, 1)
      })
  })

  describe('a request of 2025', () => {
    it('answers a ping with nothing', async () => {
      assert.deepEqual((await sendInSession(rpc('ping', undefined, 'p'))).json, {
        jsonrpc: '2.0',
        id: 'p',
        result: {},
      })
    })

    it('answers ids as they came', async () => {
      for (const id of [0, -1, 9007199254740991, '', '1', 'ü'])
        assert.strictEqual((await sendInSession(rpc('ping', undefined, id))).json.id, id)
    })

    for (const [what, body] of [
      ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }],
      ['an unknown notification', { jsonrpc: '2.0', method: 'notifications/nonsense' }],
      ['a response', { jsonrpc: '2.0', id: 1, result: {} }],
      ['an error', { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'no' } }],
    ] as const)
      it(`answers ${what} with 202 and no body`, async () => {
        const { status, body: bytes } = await sendInSession(body)
        assert.equal(status, 202)
        assert.equal(bytes.length, 0)
      })

    for (const method of [
      'nonsense',
      'logging/setLevel',
      'resources/subscribe',
      'server/discover',
      '',
      'toString',
      '__proto__',
    ])
      it(`answers the unknown method "${method}" with 200 and method not found`, async () => {
        assertError(await sendInSession(rpc(method, {}, 'm')), 200, -32601, 'm')
      })

    for (const [what, method, params] of INVALID_PARAMS)
      it(`answers ${what} with 200 and invalid params`, async () => {
        assertError(await sendInSession(rpc(method, params, 'i')), 200, -32602, 'i')
      })
  })

  describe('a request of 2026', () => {
    for (const method of ['nonsense', 'ping', 'initialize', 'logging/setLevel', 'resources/subscribe'])
      it(`answers the unknown method ${method} with 404 and method not found`, async () => {
        assertError(await sendModern(rpc(method, {}, 'm')), 404, -32601, 'm')
      })

    it('answers who wants to listen with 404: there is nothing to hear', async () => {
      const params = { notifications: { toolsListChanged: true } }
      assertError(await sendModern(rpc('subscriptions/listen', params, 'l')), 404, -32601, 'l')
    })

    for (const [what, method, params] of INVALID_PARAMS)
      it(`answers ${what} with invalid params`, async () => {
        const { json } = await sendModern(rpc(method, params, 'i'))
        assert.equal(json.error.code, -32602)
        assert.equal(json.id, 'i')
      })

    for (const [what, headers] of [
      ['another method', { 'mcp-method': 'prompts/list' }],
      ['a method in capitals', { 'mcp-method': 'TOOLS/CALL' }],
      ['another name', { 'mcp-name': 'get_faq' }],
      ['another version', { 'mcp-protocol-version': '2025-11-25' }],
    ] as const)
      it(`answers headers that say ${what} than the body with 400 and a mismatch`, async () => {
        assertError(await sendModern(CALL, headers), 400, -32020, 1)
      })

    for (const name of ['mcp-method', 'mcp-name', 'mcp-protocol-version'])
      it(`answers a request without ${name} with 400 and a mismatch`, async () => {
        const headers = { ...modernHeaders(CALL) }
        delete headers[name]
        assertError(await send(withMeta(CALL), headers), 400, -32020, 1)
      })

    it('answers an unknown version with 400 and those that there are', async () => {
      const meta = { ...META, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' }
      const answer = await send(withMeta(CALL, meta), {
        ...modernHeaders(CALL),
        'mcp-protocol-version': '2099-01-01',
      })
      assertError(answer, 400, -32022, 1)
      assert.equal(answer.json.error.data.requested, '2099-01-01')
      assert.ok(answer.json.error.data.supported.includes(VERSION))
    })

    it('answers a request without _meta with 400 and invalid params', async () => {
      assertError(await send(CALL, modernHeaders(CALL)), 400, -32602, 1)
    })

    for (const key of Object.keys(META))
      it(`answers a request whose _meta lacks ${key} with 400 and invalid params`, async () => {
        const meta: Record<string, unknown> = { ...META }
        delete meta[key]
        assertError(await send(withMeta(CALL, meta), modernHeaders(CALL)), 400, -32602, 1)
      })

    it('does without the name of the client and without Accept', async () => {
      const { status, json } = await sendModern(CALL, { accept: '*/*' })
      assert.equal(status, 200)
      assert.equal(json.result.isError, undefined)
    })
  })

  describe('a call that is right but leads nowhere', () => {
    for (const [what, name, args] of [
      ['an argument of the wrong type', 'search_reviews', { limit: 'many' }],
      ['an argument out of range', 'search_reviews', { rating: 6 }],
      ['an unknown argument', 'search_reviews', { stars: 5 }],
      ['a missing argument', 'get_review', {}],
      ['an unknown review', 'get_review', { id: 'nope' }],
      ['an unknown technician', 'get_technician', { name: 'Nobody' }],
      ['an unknown aspect', 'get_aspect_sentiment', { aspect: 'nope' }],
    ] as const)
      it(`tells the model of ${what} in the result`, async () => {
        const call = rpc('tools/call', { name, arguments: args })
        for (const { status, json } of [await sendInSession(call), await sendModern(call)]) {
          assert.equal(status, 200)
          assert.equal(json.result.isError, true)
          assert.ok(json.result.content[0].text.length > 10)
          assert.doesNotMatch(JSON.stringify(json), STACK)
        }
      })
  })
})

describe('a fault of ours', () => {
  const fault = 'the secret of /srv/firsthand.ts:1'
  const start = async (t: TestContext) => {
    const reported: Error[] = []
    const url = await startFixtureService(t, {
      change: snapshot => Object.defineProperty({ ...snapshot }, 'insights', { get: fail }),
      onError: error => reported.push(error),
    })
    const headers = { 'mcp-session-id': await sessionOf(url) }
    const askBoth = async (body: Rpc) => [await post(url, body, headers), await postModern(url, body)]
    return { reported, askBoth }
  }
  function fail(): never {
    throw new Error(fault)
  }

  it('in a tool is told to the model without its details, and to the log with them', async t => {
    const { reported, askBoth } = await start(t)
    for (const answer of await askBoth(CALL)) {
      assert.equal(answer.status, 200)
      assert.equal(answer.json.result.isError, true)
      assert.ok(!answer.body.includes('secret'))
    }
    assert.deepEqual(
      reported.map(error => error.message),
      [fault, fault],
    )
  })

  for (const [what, method, params] of [
    ['a resource', 'resources/read', { uri: 'reviews://insights' }],
    [
      'a completion',
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'compare_aspects' }, argument: { name: 'first', value: '' } },
    ],
  ] as const)
    it(`in ${what} is an internal error without its details, and in the log with them`, async t => {
      const { reported, askBoth } = await start(t)
      for (const answer of await askBoth(rpc(method, params))) {
        assert.equal(answer.json.error.code, -32603)
        assert.ok(!answer.body.includes('secret'), answer.body.toString())
      }
      assert.deepEqual(
        reported.map(error => error.message),
        [fault, fault],
      )
    })
})

describe('Host and Origin of a service on the internet', () => {
  const shared = shareService({ rows: [row()], settings: { baseUrl: 'https://reviews.example.com' } })
  const statusOf = async (headers: Headers) => [
    (await post(shared.url, rpc('initialize', HELLO), headers)).status,
    (await postModern(shared.url, rpc('tools/list'), headers)).status,
  ]

  for (const origin of ['https://reviews.example.com', 'https://claude.ai', 'http://anything.example:81'])
    it(`lets a page of ${origin} ask`, async () => {
      assert.deepEqual(await statusOf({ origin }), [200, 200])
    })

  for (const origin of ['null', 'nonsense', 'file:///', 'chrome-extension://abc', ''])
    it(`refuses Origin "${origin}"`, async () => {
      assert.deepEqual(await statusOf({ origin }), [403, 403])
    })

  for (const host of ['reviews.example.com', 'Reviews.Example.com:443', 'localhost', '10.0.0.7:80', 'app'])
    it(`takes Host ${host}`, async () => {
      assert.deepEqual(await statusOf({ host }), [200, 200])
    })

  for (const host of ['evil.example.com', 'reviews.example.com.evil.example', 'example.com'])
    it(`refuses Host ${host}`, async () => {
      assert.deepEqual(await statusOf({ host }), [403, 403])
    })
})

describe('a service that has no time for an agent', () => {
  it('answers too many requests with 429 and when to come back', async t => {
    const settings = { rateLimitPerMinute: 2 }
    const { url } = await startTestService(t, { rows: [row()], settings })
    await post(url, rpc('initialize', HELLO))
    await postModern(url, rpc('tools/list'))
    const { status, headers, json } = await postModern(url, rpc('tools/list'))
    assert.equal(status, 429)
    assert.equal(json.error, 'too_many_requests')
    assert.ok(Number(headers['retry-after']) >= 1)
    assert.equal(headers['access-control-allow-origin'], '*')
    assert.ok(headers['x-request-id'])
  })

  it('lets a browser ask for leave however many requests there were', async t => {
    const { url } = await startTestService(t, { rows: [row()], settings: { rateLimitPerMinute: 1 } })
    for (let count = 0; count < 3; count++)
      assert.equal((await ask(url, '/mcp', { method: 'OPTIONS' })).status, 204)
  })

  it('answers with 503 and when to come back while it stops', async t => {
    const url = await startFixtureService(t, { draining: () => true })
    for (const { status, headers, json } of [
      await post(url, rpc('initialize', HELLO)),
      await postModern(url, rpc('tools/list')),
    ]) {
      assert.equal(status, 503)
      assert.equal(json.error, 'unavailable')
      assert.equal(headers['retry-after'], '1')
      assert.equal(headers['access-control-allow-origin'], '*')
      assert.ok(headers['x-request-id'])
    }
  })
})

type Headers = Record<string, string>

interface Rpc {
  jsonrpc: '2.0'
  id: string | number
  method: string
  params?: unknown
}

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  // biome-ignore lint/suspicious/noExplicitAny: a test names the field it wants
  json: any
}

/** As a client of 2025 sends it, where the headers do not say otherwise. Bytes and texts go out as they are. */
async function post(url: string, message: unknown, headers: Headers = {}): Promise<Answer> {
  const bytes = Buffer.isBuffer(message) || typeof message === 'string' ? message : JSON.stringify(message)
  const sent = { 'content-type': 'application/json', accept: BOTH, ...headers }
  const outgoing = request({
    host: '127.0.0.1',
    port: new URL(url).port,
    path: '/mcp',
    method: 'POST',
    headers: { ...sent, 'content-length': Buffer.byteLength(bytes) },
    agent: false,
  })
  outgoing.end(bytes)
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  const body = await buffer(answer)
  const json = body.length > 0 ? JSON.parse(body.toString()) : undefined
  return { status: answer.statusCode!, headers: answer.headers, body, json }
}

const postModern = (url: string, message: Rpc, headers: Headers = {}) =>
  post(url, withMeta(message), { ...modernHeaders(message), ...headers })

const withMeta = (message: Rpc, meta: object = META): Rpc => ({
  ...message,
  params: { ...(message.params as object), _meta: meta },
})

/** What a client repeats of its message, so that proxies need not read it. */
function modernHeaders({ method, params }: Rpc): Headers {
  const { name, uri } = (params ?? {}) as { name?: unknown; uri?: unknown }
  const about = name ?? uri
  return {
    accept: BOTH,
    'mcp-protocol-version': VERSION,
    'mcp-method': method,
    ...(typeof about === 'string' && { 'mcp-name': about }),
  }
}

async function sessionOf(url: string): Promise<string> {
  return String((await post(url, rpc('initialize', HELLO))).headers['mcp-session-id'])
}

/** A ping of so many bytes. */
function padded(size: number): string {
  const ping = JSON.stringify({ ...rpc('ping'), params: {} })
  return ping + ' '.repeat(size - ping.length)
}

const STACK = /\bat .+:\d+|node_modules|\.ts\b/

/** And all that every refusal has: what a browser needs, what a log needs, and nothing of our insides. */
function assertError(answer: Answer, status: number, code: number, id: string | number | null): void {
  const { headers, json, body } = answer
  assert.equal(answer.status, status, body.toString())
  assert.equal(json.jsonrpc, '2.0')
  assert.equal(json.error.code, code, json.error.message)
  assert.strictEqual(json.id, id)
  assert.ok(json.error.message.length > 0)
  assert.match(String(headers['content-type']), /^application\/json/)
  assert.equal(headers['access-control-allow-origin'], '*')
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.ok(headers['x-request-id'])
  assert.doesNotMatch(body.toString(), STACK)
}
