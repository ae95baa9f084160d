/** How the MCP endpoint responds to invalid requests, in both eras of the protocol. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { describe, it, type TestContext } from 'node:test'
import { codesIn, ERRORS, type McpCode } from '../../../src/model/errors.ts'
import { startFixtureService } from '../../kit/mcp/fixtures.ts'
import { row, rows } from '../../kit/rows.ts'
import { startTestService } from '../../kit/service.ts'
import { shareService } from '../../kit/shared.ts'
import { ask, sendBytes } from '../../kit/wire.ts'

const LARGEST_BYTES = 64 * 1024
const LEGACY_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
const VERSION = '2026-07-28'
const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientCapabilities': {},
}
const BOTH = 'application/json, text/event-stream'
const HELLO = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
}

const rpc = (method: string, params?: unknown, id: string | number = 1): Rpc => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params !== undefined && { params }),
})

const CALL = rpc('tools/call', { name: 'list_topics', arguments: {} })
const COMPLETE = { argument: { name: 'technician', value: 'R' } }
/** Requests with an existing method: what is wrong, the method, the params. */
const INVALID_PARAMS = [
  ['an unknown tool', 'tools/call', { name: 'nope', arguments: {} }],
  ['a tool that objects inherit', 'tools/call', { name: 'constructor', arguments: {} }],
  ['a call without the name of a tool', 'tools/call', { arguments: {} }],
  ['a call whose name is a number', 'tools/call', { name: 7 }],
  ['arguments that are a list', 'tools/call', { name: 'get_faq', arguments: [] }],
  ['arguments that are a text', 'tools/call', { name: 'get_faq', arguments: 'query' }],
  ['an unknown prompt', 'prompts/get', { name: 'nope' }],
  ['a prompt without its arguments', 'prompts/get', { name: 'technician_report', arguments: {} }],
  [
    'a prompt with a wrong argument',
    'prompts/get',
    { name: 'summarize_reviews', arguments: { since: 'x' } },
  ],
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

describe('Invalid MCP requests', () => {
  const shared = shareService({ rows: rows(5) })
  const send = (body: unknown, headers: Headers = {}) => post(shared.url, body, headers)
  const sendModern = (body: Rpc, headers: Headers = {}) => postModern(shared.url, body, headers)
  const initialize = (params: unknown, headers: Headers = {}) =>
    send(rpc('initialize', params), headers)
  const sendInSession = async (body: unknown, headers: Headers = {}) =>
    send(body, { 'mcp-session-id': await sessionOf(shared.url), ...headers })

  describe('The body', () => {
    for (const [what, body] of [
      ['that is empty', ''],
      ['that is not JSON', '{"jsonrpc":'],
      ['that is not UTF-8', Buffer.from('{"jsonrpc":"2.0","id":1,"method":"\xff"}', 'latin1')],
      ['with two values', '{} {}'],
    ] as const)
      it(`A body ${what} gets 400 and a parse error without an id`, async () => {
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
      it(`A body that is ${what} gets 400 and an invalid request without an id`, async () => {
        for (const headers of [{}, { 'mcp-protocol-version': VERSION, 'mcp-method': 'ping' }])
          assertError(await sendInSession(body, headers), 400, -32600, null)
      })

    for (const params of [[1], 'text', 7, null, { _meta: null }])
      it(`A request with params ${JSON.stringify(params)} is not taken for a notification`, async () => {
        const { status, json } = await sendInSession({ ...rpc('tools/list'), params })
        assert.notEqual(status, 202)
        assert.ok([-32600, -32602].includes(json.error.code), String(json.error.code))
      })

    it('A request with an extra field is not taken for a notification', async () => {
      assertError(
        await sendInSession({ ...rpc('tools/list', {}, 'm'), extra: 1 }),
        400,
        -32600,
        'm',
      )
    })

    it('A request with a fraction as its id is not taken for a notification', async () => {
      const { status, json } = await sendInSession({ ...rpc('ping'), id: 1.5 })
      assert.notEqual(status, 202)
      assert.ok(json.error?.code === -32600 || json.id === 1.5)
    })

    it('A body of the maximum size is accepted', async () => {
      assert.equal((await sendInSession(padded(LARGEST_BYTES))).status, 200)
    })

    it('A body that declares itself too large gets 413', async () => {
      assertError(await sendInSession(padded(LARGEST_BYTES + 1)), 413, -32600, null)
    })

    it('A body that is too large without declaring it gets 413', async () => {
      const chunk = 'x'.repeat(LARGEST_BYTES + 1)
      const response = await sendBytes(
        shared.url,
        `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: ${BOTH}\r\n` +
          `Transfer-Encoding: chunked\r\n\r\n${chunk.length.toString(16)}\r\n${chunk}\r\n0\r\n\r\n`,
      )
      assert.match(response, /^HTTP\/1.1 413 /)
      assert.match(response, /"code":-32600/)
    })
  })

  describe('Content-Type', () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/jsonp',
      'json',
      '',
    ])
      it(`Content-Type "${type}" gets 415`, async () => {
        assertError(await sendInSession(rpc('ping'), { 'content-type': type }), 415, -32600, null)
        const modern = await sendModern(rpc('tools/list'), { 'content-type': type })
        assertError(modern, 415, -32600, null)
      })

    it('A request without Content-Type gets 415', async () => {
      const response = await ask(shared.url, '/mcp', { method: 'POST', headers: { accept: BOTH } })
      assert.equal(response.status, 415)
    })

    for (const type of ['application/json; charset=utf-8', 'Application/JSON'])
      it(`Content-Type "${type}" is accepted`, async () => {
        assert.equal((await sendInSession(rpc('ping'), { 'content-type': type })).status, 200)
      })
  })

  describe('Accept', () => {
    for (const accept of [
      'application/json',
      'text/event-stream',
      '*/*',
      'text/html',
      '',
      'application/*',
    ])
      it(`Accept "${accept}" gets 406 and the id of the request`, async () => {
        assertError(await initialize(HELLO, { accept }), 406, -32600, 1)
        assertError(await sendInSession(rpc('ping', undefined, 'b'), { accept }), 406, -32600, 'b')
      })

    it('Accept may list both types in any order, in any case and with parameters', async () => {
      for (const accept of [
        'text/event-stream, application/json',
        'application/json;q=0.9,text/event-stream;q=0.1',
        'text/html, application/json, text/event-stream, */*',
        'Application/JSON, TEXT/EVENT-STREAM',
      ])
        assert.equal((await sendInSession(rpc('ping'), { accept })).status, 200, accept)
    })
  })

  describe('The HTTP method', () => {
    for (const method of ['GET', 'DELETE', 'PUT', 'PATCH'])
      it(`${method} gets 405 and the allowed methods`, async () => {
        const headers = { accept: BOTH, 'mcp-session-id': await sessionOf(shared.url) }
        const response = await ask(shared.url, '/mcp', { method, headers })
        assert.equal(response.status, 405)
        assert.equal(response.headers.allow, 'POST, OPTIONS')
        assert.equal(JSON.parse(response.body.toString()).error.code, -32600)
      })

    it('HEAD gets 405 and no body', async () => {
      const response = await ask(shared.url, '/mcp', { method: 'HEAD' })
      assert.equal(response.status, 405)
      assert.equal(response.body.length, 0)
    })

    it('OPTIONS returns everything a browser needs before it sends a request', async () => {
      const headers = {
        origin: 'http://localhost:3000',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,mcp-session-id',
      }
      const response = await ask(shared.url, '/mcp', { method: 'OPTIONS', headers })
      assert.equal(response.status, 204)
      assert.equal(response.headers['access-control-allow-origin'], '*')
      assert.equal(response.headers['access-control-allow-methods'], 'POST, OPTIONS')
      const allowed = response.headers['access-control-allow-headers']!.toLowerCase().split(', ')
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

    it('A browser may read the session id', async () => {
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
      it(`Host ${host} gets 403 from a local service`, async () => {
        assertError(await initialize(HELLO, { host }), 403, -32600, null)
        assertError(await sendModern(rpc('tools/list'), { host }), 403, -32600, null)
      })

    for (const host of [
      'localhost',
      'localhost:8080',
      '127.0.0.1:80',
      '[::1]:3000',
      '192.0.2.7',
      'reviews',
    ])
      it(`A local service accepts Host ${host}`, async () => {
        assert.equal((await initialize(HELLO, { host })).status, 200)
        assert.equal((await sendModern(rpc('tools/list'), { host })).status, 200)
      })

    for (const origin of [
      'http://evil.example.com',
      'https://localhost.evil.example',
      'http://192.0.2.7',
      'app://localhost',
      'vscode-webview://localhost',
      'null',
      'file://',
      'nonsense',
      '',
    ])
      it(`Origin "${origin}" gets 403 from a local service`, async () => {
        assertError(await initialize(HELLO, { origin }), 403, -32600, null)
        assertError(await sendModern(rpc('tools/list'), { origin }), 403, -32600, null)
      })

    for (const origin of [
      'http://localhost',
      'http://localhost:6274',
      'https://127.0.0.1',
      'http://[::1]:1',
    ])
      it(`A local service accepts Origin ${origin}`, async () => {
        assert.equal((await initialize(HELLO, { origin })).status, 200)
        assert.equal((await sendModern(rpc('tools/list'), { origin })).status, 200)
      })
  })

  describe('The session', () => {
    const unknown = `v1.${Buffer.alloc(32).toString('base64url')}`

    it('A request without a session id gets 400, its id and instructions', async () => {
      const response = await send(rpc('tools/list', {}, 'a'))
      assertError(response, 400, -32600, 'a')
      assert.match(response.json.error.message, /initialize/)
    })

    it('A notification without a session id gets 400', async () => {
      assertError(
        await send({ jsonrpc: '2.0', method: 'notifications/initialized' }),
        400,
        -32600,
        null,
      )
    })

    for (const id of [unknown, 'v1.', 'v2.x', 'made-up', ''])
      it(`A request with the session id "${id}" gets 404, its id and instructions`, async () => {
        const response = await send(rpc('tools/list', {}, 42), { 'mcp-session-id': id })
        assertError(response, 404, -32600, 42)
        assert.match(response.json.error.message, /initialize/)
      })

    it('A notification with an unknown session id gets 404', async () => {
      const body = { jsonrpc: '2.0', method: 'notifications/initialized' }
      assertError(await send(body, { 'mcp-session-id': unknown }), 404, -32600, null)
    })

    it('A client that initializes with an unknown session id gets a new one', async () => {
      const { status, headers } = await initialize(HELLO, { 'mcp-session-id': unknown })
      assert.equal(status, 200)
      assert.match(String(headers['mcp-session-id']), /^v1\.[\w-]{43}$/)
    })

    it('A request of 2026 needs no valid session id', async () => {
      const response = await sendModern(rpc('tools/list'), { 'mcp-session-id': unknown })
      assert.equal(response.status, 200)
      assert.equal(response.headers['mcp-session-id'], undefined)
    })

    it('An invalid initialize gets no session id', async () => {
      const { headers } = await initialize({})
      assert.equal(headers['mcp-session-id'], undefined)
    })
  })

  describe('The version of the protocol', () => {
    for (const version of ['2024-10-07', '2025-01-01', ''])
      it(`MCP-Protocol-Version "${version}" gets 400 and the id`, async () => {
        const response = await sendInSession(rpc('ping', undefined, 'c'), {
          'mcp-protocol-version': version,
        })
        assertError(response, 400, -32600, 'c')
        assert.match(response.json.error.message, /2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05/)
      })

    it('A later protocol version without its _meta gets 400 and invalid params', async () => {
      for (const version of [VERSION, '2030-01-01']) {
        const headers = { 'mcp-protocol-version': version }
        assertError(await sendInSession(rpc('ping', undefined, 'c'), headers), 400, -32602, 'c')
      }
    })

    for (const version of LEGACY_VERSIONS)
      it(`MCP-Protocol-Version ${version} is accepted`, async () => {
        const response = await sendInSession(rpc('ping'), { 'mcp-protocol-version': version })
        assert.equal(response.status, 200)
      })

    it('A request without MCP-Protocol-Version is accepted', async () => {
      assert.equal((await sendInSession(rpc('ping'))).status, 200)
    })

    for (const version of LEGACY_VERSIONS)
      it(`The protocol version ${version} is agreed to`, async () => {
        const { json } = await initialize({ ...HELLO, protocolVersion: version })
        assert.equal(json.result.protocolVersion, version)
      })

    for (const version of ['2024-10-07', '2099-01-01', VERSION, ''])
      it(`A client that initializes with "${version}" is offered 2025-11-25`, async () => {
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
      it(`The method initialize with ${what} gets invalid params`, async () => {
        assertError(await initialize(params), 200, -32602, 1)
      })
  })

  describe('A request of 2025', () => {
    it('A ping gets an empty result', async () => {
      assert.deepEqual((await sendInSession(rpc('ping', undefined, 'p'))).json, {
        jsonrpc: '2.0',
        id: 'p',
        result: {},
      })
    })

    it('The id of a request comes back unchanged', async () => {
      for (const id of [0, -1, 9007199254740991, '', '1', 'ü'])
        assert.strictEqual((await sendInSession(rpc('ping', undefined, id))).json.id, id)
    })

    for (const [what, body] of [
      ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }],
      ['an unknown notification', { jsonrpc: '2.0', method: 'notifications/nonsense' }],
      ['a response', { jsonrpc: '2.0', id: 1, result: {} }],
      ['an error', { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'no' } }],
    ] as const)
      it(`A client of 2025 that sends ${what} gets 202 and no body`, async () => {
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
      it(`The unknown method "${method}" gets 200 and method not found in 2025`, async () => {
        assertError(await sendInSession(rpc(method, {}, 'm')), 200, -32601, 'm')
      })

    for (const [what, method, params] of INVALID_PARAMS)
      it(`A client of 2025 that sends ${what} gets 200 and invalid params`, async () => {
        assertError(await sendInSession(rpc(method, params, 'i')), 200, -32602, 'i')
      })
  })

  for (const name of ['nope', 'constructor', '__proto__', 'toString'])
    it(`A client that asks for a tool or prompt called "${name}" learns which ones there are`, async () => {
      const ref = { type: 'ref/prompt', name }
      for (const [method, params, known] of [
        [
          'tools/call',
          { name, arguments: {} },
          /^There is no tool ".+"\. Known: get_insights_summary, .*, fetch\.$/,
        ],
        [
          'prompts/get',
          { name },
          /^There is no prompt ".+"\. Known: summarize_reviews, .*, compare_aspects\.$/,
        ],
        [
          'completion/complete',
          { ref, ...COMPLETE },
          /^There is no prompt ".+"\. Known: summarize_reviews, /,
        ],
      ] as const) {
        for (const send of [sendInSession, sendModern])
          assert.match((await send(rpc(method, params, 'n'))).json.error.message, known)
      }
    })

  describe('A request of 2026', () => {
    for (const method of [
      'nonsense',
      'ping',
      'initialize',
      'logging/setLevel',
      'resources/subscribe',
    ])
      it(`The unknown method ${method} gets 404 and method not found in 2026`, async () => {
        assertError(await sendModern(rpc(method, {}, 'm')), 404, -32601, 'm')
      })

    it('A client that wants to listen to notifications gets 404', async () => {
      const params = { notifications: { toolsListChanged: true } }
      assertError(await sendModern(rpc('subscriptions/listen', params, 'l')), 404, -32601, 'l')
    })

    for (const [what, method, params] of INVALID_PARAMS)
      it(`A client of 2026 that sends ${what} gets invalid params`, async () => {
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
      it(`A header with ${what} than the body gets 400 and a mismatch`, async () => {
        assertError(await sendModern(CALL, headers), 400, -32020, 1)
      })

    for (const name of ['mcp-method', 'mcp-name', 'mcp-protocol-version'])
      it(`A request of 2026 without ${name} gets 400 and a mismatch`, async () => {
        const headers = { ...modernHeaders(CALL) }
        delete headers[name]
        assertError(await send(withMeta(CALL), headers), 400, -32020, 1)
      })

    it('An unknown protocol version gets 400 and the supported ones', async () => {
      const meta = { ...META, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' }
      const response = await send(withMeta(CALL, meta), {
        ...modernHeaders(CALL),
        'mcp-protocol-version': '2099-01-01',
      })
      assertError(response, 400, -32022, 1)
      assert.equal(response.json.error.data.requested, '2099-01-01')
      assert.ok(response.json.error.data.supported.includes(VERSION))
    })

    it('A request of 2026 without _meta gets 400 and invalid params', async () => {
      assertError(await send(CALL, modernHeaders(CALL)), 400, -32602, 1)
    })

    for (const key of Object.keys(META))
      it(`A request whose _meta lacks ${key} gets 400 and invalid params`, async () => {
        const meta: Record<string, unknown> = { ...META }
        delete meta[key]
        assertError(await send(withMeta(CALL, meta), modernHeaders(CALL)), 400, -32602, 1)
      })

    it('A request of 2026 needs neither the name of the client nor Accept', async () => {
      const { status, json } = await sendModern(CALL, { accept: '*/*' })
      assert.equal(status, 200)
      assert.equal(json.result.isError, undefined)
    })
  })

  describe('The code', () => {
    const listTools = rpc('tools/list', {})
    const provocations: [code: McpCode, send: () => Promise<Answer>][] = [
      ['parse_error', () => send('{')],
      ['invalid_request', () => sendInSession([])],
      ['invalid_request', () => sendInSession(listTools, { 'mcp-protocol-version': '2020-01-01' })],
      ['session_missing', () => send(listTools)],
      ['session_unknown', () => send(listTools, { 'mcp-session-id': 'made-up' })],
      ['forbidden', () => send(listTools, { host: 'evil.example' })],
      ['forbidden', () => send(listTools, { origin: 'https://evil.example' })],
      ['not_acceptable', () => sendInSession(listTools, { accept: 'application/json' })],
      ['unsupported_media_type', () => sendInSession(listTools, { 'content-type': 'text/plain' })],
      ['too_large', () => sendInSession(padded(LARGEST_BYTES + 1))],
      ['invalid_params', () => sendInSession(rpc('tools/call', { name: 'nope', arguments: {} }))],
      ['invalid_params', () => sendModern(rpc('tools/call', { name: 'nope', arguments: {} }))],
      ['invalid_params', () => initialize({})],
      ['method_not_found', () => sendModern(rpc('subscriptions/listen', {}))],
    ]
    for (const [index, [code, provoke]] of provocations.entries())
      it(`An error that the endpoint finds has the code ${code} as its data (${index + 1})`, async () => {
        const { status, json } = await provoke()
        assert.equal(json.error.data.error, code)
        assertListed(json.error, status)
      })
  })

  describe('A valid call that finds nothing', () => {
    for (const [what, name, args] of [
      ['an argument of the wrong type', 'search_reviews', { limit: 'many' }],
      ['an argument out of range', 'search_reviews', { rating: 6 }],
      ['an unknown argument', 'search_reviews', { stars: 5 }],
      ['a missing argument', 'get_review', {}],
      ['an unknown review', 'get_review', { id: 'nope' }],
      ['an unknown technician', 'get_technician', { name: 'Nobody' }],
      ['an unknown aspect', 'get_aspect_sentiment', { aspect: 'nope' }],
    ] as const)
      it(`The result of a call tells the model about ${what}`, async () => {
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

describe('An internal error', () => {
  const fault = 'the secret of /srv/firsthand.ts:1'
  const start = async (t: TestContext) => {
    const reported: Error[] = []
    const url = await startFixtureService(t, {
      change: snapshot => Object.defineProperty({ ...snapshot }, 'insights', { get: fail }),
      onError: error => reported.push(error),
    })
    const headers = { 'mcp-session-id': await sessionOf(url) }
    const askBoth = async (body: Rpc) => [
      await post(url, body, headers),
      await postModern(url, body),
    ]
    return { reported, askBoth }
  }
  function fail(): never {
    throw new Error(fault)
  }

  it('An internal error in a tool is logged with its details, which the model does not see', async t => {
    const { reported, askBoth } = await start(t)
    for (const response of await askBoth(CALL)) {
      assert.equal(response.status, 200)
      assert.equal(response.json.result.isError, true)
      assert.ok(!response.body.includes('secret'))
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
      {
        ref: { type: 'ref/prompt', name: 'compare_aspects' },
        argument: { name: 'first', value: '' },
      },
    ],
  ] as const)
    it(`An internal error in ${what} is logged with its details, which the client does not see`, async t => {
      const { reported, askBoth } = await start(t)
      for (const response of await askBoth(rpc(method, params))) {
        assert.equal(response.json.error.code, -32603)
        assert.ok(!response.body.includes('secret'), response.body.toString())
      }
      assert.deepEqual(
        reported.map(error => error.message),
        [fault, fault],
      )
    })
})

describe('Host and Origin of a service on the internet', () => {
  const shared = shareService({
    rows: [row()],
    settings: { baseUrl: 'https://reviews.example.com' },
  })
  const statusOf = async (headers: Headers) => [
    (await post(shared.url, rpc('initialize', HELLO), headers)).status,
    (await postModern(shared.url, rpc('tools/list'), headers)).status,
  ]

  for (const origin of [
    'https://reviews.example.com',
    'https://claude.ai',
    'http://anything.example:81',
    'http://[2001:db8::1]:8080',
    'app://obsidian.md',
    'app://-',
    'chrome-extension://abcdefghijklmnop',
    'vscode-webview://0k3v1dnb6ue7q',
    'tauri://localhost',
  ])
    it(`A page of ${origin} may send requests to a public service`, async () => {
      assert.deepEqual(await statusOf({ origin }), [200, 200])
    })

  for (const origin of [
    'null',
    'nonsense',
    '',
    'file://',
    'file:///',
    'about:blank',
    'app:',
    'app://',
    'app:obsidian.md',
    'app://one two',
    'app://a/path',
    'https://claude.ai/path',
    'https://user@claude.ai',
    'https://claude.ai:99999',
    'https://claude.ai https://evil.example',
    '1app://x',
  ])
    it(`A public service rejects Origin "${origin}"`, async () => {
      assert.deepEqual(await statusOf({ origin }), [403, 403])
    })

  for (const host of [
    'reviews.example.com',
    'Reviews.Example.com:443',
    'localhost',
    '10.0.0.7:80',
    'app',
  ])
    it(`A public service accepts Host ${host}`, async () => {
      assert.deepEqual(await statusOf({ host }), [200, 200])
    })

  for (const host of ['evil.example.com', 'reviews.example.com.evil.example', 'example.com'])
    it(`A public service rejects Host ${host}`, async () => {
      assert.deepEqual(await statusOf({ host }), [403, 403])
    })
})

describe('A service that is busy or stopping', () => {
  it('Too many MCP requests get 429 and the time to wait', async t => {
    const settings = { rateLimitPerMinute: 2 }
    const { url } = await startTestService(t, { rows: [row()], settings })
    await post(url, rpc('initialize', HELLO))
    await postModern(url, rpc('tools/list'))
    const { status, headers, json, body } = await postModern(url, rpc('tools/list'))
    assertError({ status, headers, json, body }, 429, -32600, null)
    assert.ok(Number(headers['retry-after']) >= 1)
    assert.match(json.error.message, new RegExp(`in ${headers['retry-after']} seconds`))
  })

  it('A preflight is not limited', async t => {
    const { url } = await startTestService(t, {
      rows: [row()],
      settings: { rateLimitPerMinute: 1 },
    })
    for (let count = 0; count < 3; count++)
      assert.equal((await ask(url, '/mcp', { method: 'OPTIONS' })).status, 204)
  })

  it('A service that is stopping returns 503 and the time to wait', async t => {
    const url = await startFixtureService(t, { draining: () => true })
    for (const response of [
      await post(url, rpc('initialize', HELLO)),
      await postModern(url, rpc('tools/list')),
    ]) {
      assertError(response, 503, -32603, null)
      assert.equal(response.headers['retry-after'], '1')
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

/** As a client of 2025 sends it, unless the headers say otherwise. Bytes and strings are sent unchanged. */
async function post(url: string, message: unknown, headers: Headers = {}): Promise<Answer> {
  const bytes =
    Buffer.isBuffer(message) || typeof message === 'string' ? message : JSON.stringify(message)
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
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  const body = await buffer(response)
  const json = body.length > 0 ? JSON.parse(body.toString()) : undefined
  return { status: response.statusCode!, headers: response.headers, body, json }
}

const postModern = (url: string, message: Rpc, headers: Headers = {}) =>
  post(url, withMeta(message), { ...modernHeaders(message), ...headers })

const withMeta = (message: Rpc, meta: object = META): Rpc => ({
  ...message,
  params: { ...(message.params as object), _meta: meta },
})

/** What a client repeats from its message, so that proxies need not parse it. */
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

/** A ping of the given size. */
function padded(size: number): string {
  const ping = JSON.stringify({ ...rpc('ping'), params: {} })
  return ping + ' '.repeat(size - ping.length)
}

const STACK = /\bat .+:\d+|node_modules|\.ts\b/

/** Also checks what every rejection has: what browsers and logs need, and no internals. */
function assertError(
  response: Answer,
  status: number,
  code: number,
  id: string | number | null,
): void {
  const { headers, json, body } = response
  assert.equal(response.status, status, body.toString())
  assert.equal(json.jsonrpc, '2.0')
  assert.equal(json.error.code, code, json.error.message)
  assert.strictEqual(json.id, id)
  assert.ok(json.error.message.length > 0)
  assertListed(json.error, status)
  assert.match(String(headers['content-type']), /^application\/json/)
  assert.equal(headers['access-control-allow-origin'], '*')
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.ok(headers['x-request-id'])
  assert.doesNotMatch(body.toString(), STACK)
}

/** The endpoint's own errors name their code; those of the SDK have only its number. */
function assertListed(
  { code, data }: { code: number; data?: { error?: string } },
  status: number,
): void {
  const listed = codesIn('mcp').map(word => [word, ...ERRORS[word].mcp])
  if (data?.error === undefined) assert.ok(listed.some(([, , number]) => number === code))
  else
    assert.deepEqual(
      listed.find(([word]) => word === data.error),
      [data.error, status, code],
    )
}
