import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { row } from '../../kit/rows.ts'
import { shareService } from '../../kit/shared.ts'
import { ask } from '../../kit/wire.ts'

const PATH = '/.well-known/mcp-registry-auth'
const PROOF = 'v=MCPv1; k=ed25519; p=G2kEXqFg1WEdE5RQKX6V2dSIVbqwRw1T/zJmvqBqxA4='

describe('The proof for the MCP registry', () => {
  const shared = shareService({ rows: [row()], settings: { mcpRegistryAuth: PROOF } })

  it('The MCP registry gets the proof that the operator has set', async () => {
    const { status, headers, body } = await ask(shared.url, PATH)
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
    assert.equal(body.toString(), `${PROOF}\n`)
    const again = await ask(shared.url, PATH, { headers: { 'if-none-match': headers.etag! } })
    assert.equal(again.status, 304)
    assert.equal((await ask(shared.url, PATH, { method: 'POST' })).status, 405)
  })
})

describe('A service without a proof for the MCP registry', () => {
  const shared = shareService({ rows: [row()] })

  it('The MCP registry gets 404 if the operator has set no proof', async () => {
    const { status, body } = await ask(shared.url, PATH)
    assert.equal(status, 404)
    assert.equal(JSON.parse(body.toString()).error, 'not_found')
  })
})
