import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { createSessions } from '../../../src/mcp/session-ids.ts'
import { system } from '../../../src/model/system.ts'
import { ANY_CHARACTER } from '../../kit/any-character.ts'
import { connect, INITIALIZE, messageInit, postMessage, reach } from '../../kit/mcp.ts'
import { rows } from '../../kit/rows.ts'
import { startAgain, startTestService } from '../../kit/service.ts'
import { shareService } from '../../kit/shared.ts'
import { buildSnapshot } from '../../kit/snapshot-builder.ts'

describe('Session ids', () => {
  const sessions = createSessions(['the key'], system)

  it('A session id is 46 visible ASCII characters', () => {
    for (let count = 0; count < 1000; count++)
      assert.match(sessions.mint(false), /^v1\.[A-Za-z0-9_-]{43}$/)
  })

  it('No two session ids are the same, even within one second', () => {
    const ids = Array.from({ length: 10_000 }, () => sessions.mint(false))
    assert.equal(new Set(ids).size, ids.length)
  })

  it('A session id is valid wherever the key is the same', () => {
    const elsewhere = createSessions(['the key'], system)
    for (let count = 0; count < 100; count++) assert.ok(elsewhere.isOurs(sessions.mint(false)))
  })

  it('A session id never expires', () => {
    const longAgo = createSessions(['the key'], { ...system, now: () => new Date('2000-01-01') })
    assert.ok(sessions.isOurs(longAgo.mint(false)))
  })

  it('A session id can be issued until the year 2106', () => {
    const late = createSessions(['the key'], { ...system, now: () => new Date('2106-01-01') })
    assert.ok(sessions.isOurs(late.mint(false)))
  })

  it('A session id of another key is rejected', () => {
    assert.equal(sessions.isOurs(createSessions(['another key'], system).mint(false)), false)
  })

  it('Session ids of older keys are accepted, and new ones are signed with the first key', () => {
    const rotated = createSessions(['the new key', 'the key'], system)
    assert.ok(rotated.isOurs(sessions.mint(false)))
    assert.ok(createSessions(['the new key'], system).isOurs(rotated.mint(false)))
    assert.equal(sessions.isOurs(rotated.mint(false)), false)
  })

  it('A session id is rejected if any bit of it was changed', () => {
    const bytes = Buffer.from(sessions.mint(false).slice(3), 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes)
      changed[bit >> 3]! ^= 1 << (bit & 7)
      assert.equal(sessions.isOurs(`v1.${changed.toString('base64url')}`), false, `bit ${bit}`)
    }
  })

  it('A session id has only one spelling', () => {
    const id = sessions.mint(false)
    const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const spellings = [
      ...Array.from(last, sign => id.slice(0, -1) + sign).filter(other => other !== id),
      `${id}=`,
      `${id}!`,
      `${id} `,
      ` ${id}`,
      `${id}\n`,
      `v1.${id.slice(3, 20)}!${id.slice(20)}`,
      id.replace('v1.', 'V1.'),
      id.replace('v1.', 'v2.'),
      id.slice(3),
      `v1.${id}`,
      id.slice(0, -1),
      `${id}A`,
      '',
      'v1.',
    ]
    for (const spelling of spellings)
      assert.equal(sessions.isOurs(spelling), false, JSON.stringify(spelling))
  })

  it('Random texts are not session ids', () => {
    const anyId = fc.oneof(
      fc.string({ unit: ANY_CHARACTER, maxLength: 100 }),
      fc.base64String({ maxLength: 60 }).map(text => `v1.${text}`),
      fc
        .uint8Array({ minLength: 32, maxLength: 32 })
        .map(bytes => `v1.${Buffer.from(bytes).toString('base64url')}`),
    )
    fc.assert(
      fc.property(anyId, id => assert.equal(sessions.isOurs(id), false)),
      { numRuns: 5000 },
    )
  })
})

describe('MCP sessions', () => {
  it('A session survives a restart with the same folder', async t => {
    const service = await startTestService(t)
    const session = await begin(service.url)
    await service.close()
    const next = await startAgain(t, service)
    assert.equal(await statusOfPing(next.url, session), 200)
  })

  it('A session works on a second instance with the same database', async t => {
    const service = await startTestService(t)
    const second = await startAgain(t, service)
    assert.equal(await statusOfPing(second.url, await begin(service.url)), 200)
    assert.equal(await statusOfPing(service.url, await begin(second.url)), 200)
  })

  it('A session of another installation gets 404', async t => {
    const [one, other] = [await startTestService(t), await startTestService(t)]
    assert.equal(await statusOfPing(other.url, await begin(one.url)), 404)
  })

  for (const kind of ['v1', 'legacy', 'modern'] as const)
    it(`A ${kind} client goes on after a restart in the middle of its session`, async t => {
      const service = await startTestService(t, { rows: rows(3) })
      await using client = await connect(service.url, kind)
      const ask = async () =>
        (await client.callTool({ name: 'search_reviews', arguments: {} })).structuredContent
      const before = await ask()
      await service.close()
      await startAgain(t, service, { port: Number(new URL(service.url).port) })
      assert.equal(before.matched, 3)
      assert.deepEqual(await ask(), before)
    })

  it('A session stays valid when the operator sets a key later', async t => {
    const service = await startTestService(t)
    const session = await begin(service.url)
    await service.close()
    const next = await startAgain(t, service, { secretKey: [randomBytes(32).toString('hex')] })
    assert.equal(await statusOfPing(next.url, session), 200)
  })

  it('A session stays valid as long as its key is listed after the new one', async t => {
    const [old, fresh] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
    const service = await startTestService(t, { settings: { secretKey: [old] } })
    const session = await begin(service.url)
    const rotated = await startAgain(t, service, { secretKey: [fresh, old] })
    assert.equal(await statusOfPing(rotated.url, session), 200)
    const forgetful = await startAgain(t, service, { secretKey: [fresh] })
    assert.equal(await statusOfPing(forgetful.url, session), 404)
  })

  // 100,000 give the same result, but take a minute and a half.
  it('Sessions leave nothing behind: the heap after 9,000 initializes is as after 6,000', async t => {
    const ask = reach(await buildSnapshot(t, rows(3)))
    async function initialize(times: number): Promise<number> {
      for (let count = 0; count < times; count++) {
        const response = await ask('https://reviews.example/mcp', messageInit(INITIALIZE))
        assert.equal(response.status, 200)
        await response.text()
      }
      return heapBytes()
    }
    const early = await initialize(6000)
    const late = await initialize(3000)
    assert.ok(late - early < 3000 * BYTES_OF_NOISE, `grew by ${late - early} bytes`)
  })
})

describe('MCP sessions of one service', () => {
  const shared = shareService()

  it('A client that sends an unknown session id starts a new session', async () => {
    const stale = createSessions(['of another installation'], system).mint(false)
    for (const id of [stale, 'nonsense']) {
      const response = await postMessage(shared.url, INITIALIZE, { 'mcp-session-id': id })
      assert.equal(response.status, 200)
      assert.notEqual(response.headers.get('mcp-session-id'), id)
      assert.equal(await statusOfPing(shared.url, response.headers.get('mcp-session-id')!), 200)
    }
  })

  it('A client that initializes with a valid session id starts a new session', async () => {
    const session = await begin(shared.url)
    const again = await begin(shared.url, { 'mcp-session-id': session })
    assert.notEqual(again, session)
    for (const id of [session, again]) assert.equal(await statusOfPing(shared.url, id), 200)
  })

  it('Only initialize returns a session id', async () => {
    const session = await begin(shared.url)
    const response = await postMessage(shared.url, PING, { 'mcp-session-id': session })
    assert.equal(response.headers.get('mcp-session-id'), null)
    await using modern = await connect(shared.url, 'modern')
    await modern.listTools()
    assert.equal(modern.sessionId(), undefined)
  })
})

/** Per initialize, most of it what the runner notes about promises; a stored session would take 19 KB. */
const BYTES_OF_NOISE = 1000

function heapBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  return process.memoryUsage().heapUsed
}

const PING = { jsonrpc: '2.0', id: 2, method: 'ping' }

/** The id of a new session. */
async function begin(url: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await postMessage(url, INITIALIZE, headers)
  assert.equal(response.status, 200)
  return response.headers.get('mcp-session-id')!
}

const statusOfPing = async (url: string, session: string) =>
  (await postMessage(url, PING, { 'mcp-session-id': session })).status
