/** MCP on the wire: the handshakes of older clients, content codings, and the address with a slash. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { INITIALIZE, messageInit, postMessage } from '../../kit/mcp.ts'
import { rows } from '../../kit/rows.ts'
import { shareService } from '../../kit/shared.ts'

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const CALL = {
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name: 'search_reviews', arguments: { limit: 5 } },
}

/** As recorded from the clients: they send no MCP-Protocol-Version, and know no protocol but these. */
const OLDER_CLIENTS = [
  { sdk: '1.10', asks: '2024-11-05', knows: ['2024-11-05', '2024-10-07'] },
  { sdk: '1.12', asks: '2025-03-26', knows: ['2025-03-26', '2024-11-05', '2024-10-07'] },
]

describe('A client of an older SDK', () => {
  const shared = shareService({ rows: rows(10) })

  for (const { sdk, asks, knows } of OLDER_CLIENTS) {
    const connect = async () => {
      const params = { ...INITIALIZE.params, protocolVersion: asks }
      const response = await postMessage(shared.url, { ...INITIALIZE, id: 0, params })
      const session = { 'mcp-session-id': response.headers.get('mcp-session-id')! }
      const { result } = (await response.json()) as { result: { protocolVersion: string } }
      return { session, result }
    }

    it(`A client of SDK ${sdk} gets a protocol version that it knows`, async () => {
      const { result } = await connect()
      assert.ok(knows.includes(result.protocolVersion), result.protocolVersion)
    })

    it(`A client of SDK ${sdk} finds no stream, lists the tools and calls one`, async () => {
      const { session } = await connect()
      const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' }
      assert.equal((await postMessage(shared.url, initialized, session)).status, 202)
      const headers = { accept: 'text/event-stream', ...session }
      assert.equal((await fetch(`${shared.url}/mcp`, { headers })).status, 405)
      const listed = await jsonOf(await postMessage(shared.url, LIST, session))
      assert.equal(listed.result.tools.length, 13)
      const called = await jsonOf(await postMessage(shared.url, CALL, session))
      assert.equal(JSON.parse(called.result.content[0].text).returned, 5)
    })

    it(`A client of SDK ${sdk} that sends a batch gets 400 and a JSON-RPC error`, async () => {
      const { session } = await connect()
      const response = await postMessage(shared.url, [LIST, CALL], session)
      assert.equal(response.status, 400)
      assert.equal((await jsonOf(response)).error.code, -32600)
    })
  }
})

const DECODE: Record<string, (body: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
  identity: body => body,
}

describe('The content coding of an MCP response', () => {
  const shared = shareService({ rows: rows(10) })
  const call = async (acceptEncoding: string, message: object = CALL, path = '/mcp') => {
    const first = await postMessage(shared.url, INITIALIZE)
    const session = { 'mcp-session-id': first.headers.get('mcp-session-id')! }
    const init = messageInit(message, { ...session, 'accept-encoding': acceptEncoding })
    return await fetchEncoded(shared.url + path, init)
  }

  for (const [accepted, coding] of [
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['deflate', 'identity'],
    ['identity', 'identity'],
  ] as const)
    it(`A client that accepts "${accepted}" gets the result as ${coding}`, async () => {
      const { status, headers, body } = await call(accepted)
      assert.equal(status, 200)
      assert.equal(headers['content-encoding'] ?? 'identity', coding)
      assert.equal(headers.vary, 'Accept-Encoding')
      assert.equal(headers['cache-control'], 'no-store')
      assert.equal(headers['content-type'], 'application/json')
      assert.equal(Number(headers['content-length']), body.length)
      const { id, result } = JSON.parse(DECODE[coding]!(body).toString())
      assert.equal(id, CALL.id)
      assert.equal(result.structuredContent.returned, 5)
    })

  it('A compressed list of tools is less than half as large', async () => {
    const [plain, compressed] = [await call('identity', LIST), await call('gzip', LIST)]
    assert.ok(compressed.body.length < plain.body.length / 2)
  })

  it('A small response is not compressed', async () => {
    const { headers } = await call('gzip', { jsonrpc: '2.0', id: 3, method: 'ping' })
    assert.equal(headers['content-encoding'], undefined)
    assert.equal(headers.vary, 'Accept-Encoding')
  })

  it('A small response is compressed if the client rejects anything else', async () => {
    const ping = { jsonrpc: '2.0', id: 3, method: 'ping' }
    const { headers, body } = await call('gzip, identity;q=0', ping)
    assert.equal(headers['content-encoding'], 'gzip')
    assert.deepEqual(JSON.parse(gunzipSync(body).toString()).result, {})
  })

  it('A client that rejects every coding gets 406 and a JSON-RPC error', async () => {
    const { status, body } = await call('*;q=0')
    assert.equal(status, 406)
    assert.equal(JSON.parse(body.toString()).error.code, -32600)
  })

  it('A notification gets 202 and no body in any coding', async () => {
    const { status, body } = await call('gzip', {
      jsonrpc: '2.0',
      method: 'notifications/initialized',
    })
    assert.equal(status, 202)
    assert.equal(body.length, 0)
  })

  it('The address with a slash at its end works like the one without', async () => {
    const { status, headers, body } = await call('gzip', CALL, '/mcp/')
    assert.equal(status, 200)
    assert.equal(headers['content-encoding'], 'gzip')
    assert.equal(JSON.parse(gunzipSync(body).toString()).result.structuredContent.returned, 5)
    assert.equal((await fetch(`${shared.url}/mcp/`)).status, 405)
    assert.equal((await fetch(`${shared.url}/mcp/`, { method: 'OPTIONS' })).status, 204)
  })
})

// biome-ignore lint/suspicious/noExplicitAny: a test names the field it wants
const jsonOf = async (response: Response): Promise<any> => await response.json()

/** fetch would decode the body. */
async function fetchEncoded(
  url: string,
  { method, headers, body }: ReturnType<typeof messageInit>,
) {
  const outgoing = request(url, { method, headers, agent: false }).end(body)
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  return { status: response.statusCode!, headers: response.headers, body: await buffer(response) }
}
