/** The endpoint around the SDK: faults stay with their request, and prebuilt results reach the client unharmed. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JSONRPCMessage, McpServer } from '@modelcontextprotocol/server'
import { UNTRUSTED } from '../../../src/mcp/define-tool.ts'
import { createMcpEndpoint, type EndpointDependencies } from '../../../src/mcp/mcp-endpoint.ts'
import { createSessions } from '../../../src/mcp/session-ids.ts'
import { system } from '../../../src/model/system.ts'
import { INITIALIZE, messageInit } from '../../kit/mcp.ts'
import { rows } from '../../kit/rows.ts'
import { buildSnapshot } from '../../kit/snapshot-builder.ts'

const VERSION = '2026-07-28'
const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

function modernRequest(
  method: string,
  params: { name?: string } & object,
  id: string | number = 1,
) {
  const message = { jsonrpc: '2.0', id, method, params: { ...params, _meta: META } }
  const name = params.name === undefined ? {} : { 'mcp-name': params.name }
  return messageInit(message, { 'mcp-protocol-version': VERSION, 'mcp-method': method, ...name })
}

describe('The MCP endpoint', () => {
  it('Three requests that fail at the same time are logged as three different faults', async () => {
    let faults = 0
    const reported: string[] = []
    const ask = reachEndpoint({
      current: () => {
        throw new Error(`fault ${++faults}`)
      },
      onError: error => reported.push(error.message),
    })
    const responses = await Promise.all(
      [1, 2, 3].map(id => ask(modernRequest('tools/list', {}, id))),
    )
    assert.deepEqual(
      responses.map(({ status }) => status),
      [500, 500, 500],
    )
    assert.deepEqual(reported.toSorted(), ['fault 1', 'fault 2', 'fault 3'])
  })

  it('A fault is not logged again with a later request that only the client got wrong', async () => {
    let isBroken = true
    const reported: string[] = []
    const ask = reachEndpoint({
      current: () => {
        if (isBroken) throw new Error('broken')
        throw new Error('never asked for')
      },
      onError: error => reported.push(error.message),
    })
    assert.equal((await ask(modernRequest('tools/list', {}))).status, 500)
    isBroken = false
    const wrong = modernRequest('tools/list', {})
    const response = await ask({
      ...wrong,
      headers: { ...wrong.headers, 'mcp-method': 'prompts/list' },
    })
    assert.equal(response.status, 400)
    assert.deepEqual(reported, ['broken'])
  })
})

describe('Prebuilt results', () => {
  const CALL = { name: 'search_reviews', arguments: { limit: 3, fields: 'full' } }

  it('Both eras get the bytes that the Snapshot has, between what the SDK wrote', async t => {
    const snapshot = await buildSnapshot(t, rows(5))
    const { reviews } = snapshot.search({ sort: 'newest', limit: 3 })!
    const json = JSON.stringify({
      untrusted: UNTRUSTED,
      matched: 5,
      returned: 3,
      reviews: reviews.map(review => JSON.parse(Buffer.from(review).toString())),
      next_cursor: snapshot.search({ sort: 'newest', limit: 3 })!.nextCursor,
    })
    const ask = reachEndpoint({ current: () => snapshot, onError: fail })
    for (const response of await callInBothEras(ask, CALL)) {
      const text = await response.text()
      assert.equal(text, JSON.stringify(JSON.parse(text)))
      const { jsonrpc, id, result } = JSON.parse(text)
      assert.deepEqual([response.status, jsonrpc, id], [200, '2.0', 7])
      assert.deepEqual(result.content, [{ type: 'text', text: json }])
      assert.equal(JSON.stringify(result.structuredContent), json)
    }
  })

  it('The SDK adds its own fields to a prebuilt result only where 2026 wants them', async t => {
    const snapshot = await buildSnapshot(t, rows(1))
    const ask = reachEndpoint({ current: () => snapshot, onError: fail })
    const [legacy, modern] = await callInBothEras(ask, CALL)
    const keysOf = async (response: Response) => Object.keys((await jsonOf(response)).result)
    assert.deepEqual(await keysOf(legacy!), ['content', 'structuredContent'])
    assert.deepEqual(await keysOf(modern!), ['content', 'structuredContent', 'resultType', '_meta'])
  })

  for (const [what, change] of Object.entries({
    'loses the text': (result: object) => ({ ...result, content: [] }),
    'repeats the text': (result: { content: object[] }) => ({
      ...result,
      content: [...result.content, ...result.content],
    }),
    'loses the structured content': ({
      structuredContent: _,
      ...result
    }: Record<string, unknown>) => result,
    'wraps the structured content': (result: { structuredContent: object }) => ({
      ...result,
      structuredContent: { result: result.structuredContent },
    }),
  } as Record<string, (result: object) => object>))
    it(`An SDK that ${what} of a prebuilt result causes an internal error that is logged`, async t => {
      const snapshot = await buildSnapshot(t, rows(1))
      const reported: string[] = []
      const ask = reachEndpoint({
        current: () => snapshot,
        onError: error => reported.push(error.message),
        registerMore: server => changeResults(server, change),
      })
      for (const response of await callInBothEras(ask, CALL)) {
        assert.equal(response.status, 500)
        assert.equal((await jsonOf(response)).error.code, -32603)
      }
      const message = 'The MCP SDK changed the placeholder of a prebuilt result'
      assert.deepEqual(reported, [message, message])
    })

  it('An SDK that sends a prebuilt result past its transport causes an internal error that is logged', async t => {
    const snapshot = await buildSnapshot(t, rows(1))
    const reported: string[] = []
    const ask = reachEndpoint({
      current: () => snapshot,
      onError: error => reported.push(error.message),
      // The prototype's send, whatever the endpoint put in its place.
      registerMore: server =>
        onConnect(server, transport => void delete (transport as Partial<Sender>).send),
    })
    const response = await ask(modernRequest('tools/call', CALL))
    assert.deepEqual([response.status, (await jsonOf(response)).error.code], [500, -32603])
    assert.deepEqual(reported, ['The MCP SDK sent a prebuilt result past its transport'])
  })

  it('Results of several calls at once are not mixed up', async t => {
    const snapshot = await buildSnapshot(t, rows(20))
    const ask = reachEndpoint({ current: () => snapshot, onError: fail })
    const limits = Array.from({ length: 20 }, (_, number) => number + 1)
    const calls = limits.map(limit =>
      callInBothEras(ask, { name: CALL.name, arguments: { limit } }),
    )
    for (const [position, responses] of (await Promise.all(calls)).entries())
      for (const response of responses)
        assert.equal((await jsonOf(response)).result.structuredContent.returned, limits[position])
  })
})

type Ask = (init: RequestInit) => Promise<Response>

// biome-ignore lint/suspicious/noExplicitAny: a test names the field it wants
const jsonOf = async (response: Response): Promise<any> => await response.json()

function fail(error: Error): never {
  throw error
}

async function callInBothEras(
  ask: Ask,
  params: { name: string; arguments: object },
): Promise<Response[]> {
  const session = (await ask(messageInit(INITIALIZE))).headers.get('mcp-session-id')!
  const message = { jsonrpc: '2.0', id: 7, method: 'tools/call', params }
  return await Promise.all([
    ask(messageInit(message, { 'mcp-session-id': session })),
    ask(modernRequest('tools/call', params, 7)),
  ])
}

type Connect = McpServer['connect']
type Sender = Parameters<Connect>[0]

function onConnect(server: McpServer, change: (transport: Sender) => void): void {
  const connect: Connect = server.connect.bind(server)
  server.connect = transport => {
    change(transport)
    return connect(transport)
  }
}

/** As another version of the SDK might: before a result reaches the transport. */
function changeResults(server: McpServer, change: (result: object) => object): void {
  onConnect(server, transport => {
    const send = transport.send.bind(transport)
    transport.send = (message, options) => {
      const isResult = 'result' in message && 'content' in message.result
      const changed = isResult ? { ...message, result: change(message.result) } : message
      return send(changed as JSONRPCMessage, options)
    }
  })
}

/** A way to an endpoint in this process. */
function reachEndpoint(
  changed: Pick<EndpointDependencies, 'current' | 'onError' | 'registerMore'>,
): Ask {
  const endpoint = createMcpEndpoint({
    version: '1.0.0',
    baseUrl: 'https://reviews.example',
    sessions: createSessions(['the key'], system),
    maxSubscriptions: 0,
    ...changed,
  })
  return init => {
    const request = new Request('https://reviews.example/mcp', init)
    return endpoint.fetch(request, async () => Buffer.from(await request.arrayBuffer()))
  }
}
