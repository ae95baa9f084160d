import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { LEGACY_VERSIONS } from '../../../src/mcp/server-card.ts'
import { TOOLS } from '../../../src/mcp/tools.ts'
import { connect, INITIALIZE, postMessage } from '../../kit/mcp.ts'
import { shareDemo } from '../../kit/shared.ts'

const agents = readFileSync(new URL('../../../docs/agents.md', import.meta.url), 'utf8')

const jsonBlocks = (markdown: string): unknown[] =>
  [...markdown.matchAll(/^```json\n(.*?)^```$/gms)].map(([, text]) => JSON.parse(text!))

/** The text below a heading, up to the next one. */
function sectionOf(heading: string): string {
  const [, after] = agents.split(`\n${heading}\n`)
  assert.ok(after, heading)
  return after.split(/^#/m)[0]!
}

describe('docs/agents.md', () => {
  const shared = shareDemo()

  for (const { name } of TOOLS)
    it(`The document docs/agents.md shows a call of ${name} and what the demo returns`, async () => {
      const [call, shown] = jsonBlocks(sectionOf(`### \`${name}\``)) as [{ name: string }, unknown]
      assert.equal(call.name, name)
      await using client = await connect(shared.url, 'modern')
      const result = await client.callTool(call)
      assertShortened(shown, result.isError ? result : result.structuredContent)
    })

  it('The document docs/agents.md shows only tools that exist', () => {
    const shown = [...agents.matchAll(/^### `(\w+)`$/gm)].map(([, name]) => name)
    assert.deepEqual(shown.sort(), TOOLS.map(({ name }) => name).sort())
  })

  it('The document docs/agents.md lists every resource and every prompt with its arguments', async () => {
    const section = sectionOf('## Resources and prompts')
    await using client = await connect(shared.url, 'modern')
    const { resources } = await client.listResources()
    const { resourceTemplates } = await client.listResourceTemplates()
    const { prompts } = await client.listPrompts()
    const addresses = [
      ...resources.map(({ uri }) => uri!),
      ...resourceTemplates.map(({ uriTemplate }) => uriTemplate!),
    ]
    const names = prompts.map(({ name }) => name)
    const rows = [...section.matchAll(/^\| `([^`]+)` \|(.*)\|$/gm)]
    assert.deepEqual(rows.map(([, first]) => first).sort(), [...addresses, ...names].sort())
    for (const { name, arguments: taken = [] } of prompts) {
      const [, , said] = rows.find(([, first]) => first === name)!
      for (const argument of taken) assert.ok(said!.includes(`\`${argument.name}\``), name)
    }
  })

  it('The document docs/agents.md quotes the errors exactly', async () => {
    const section = sectionOf('## Errors')
    const message = { jsonrpc: '2.0', id: 2, method: 'tools/list' }
    const response = await postMessage(shared.url, message, { 'mcp-session-id': 'v1.unknown' })
    assert.equal(response.status, 404)
    assert.deepEqual(jsonBlocks(section), [await response.json()])

    const [, shown] = /^```text\n(.*)$/m.exec(section)!
    await using client = await connect(shared.url, 'modern')
    const { content, isError } = await client.callTool({
      name: 'get_technician',
      arguments: { name: 'Bob' },
    })
    assert.equal(isError, true)
    assertShortened(shown, content[0]!.text)
  })

  it('The document docs/agents.md lists every status of the OpenAPI document', async () => {
    const { paths } = (await shared.client.get('/.well-known/openapi.json')).json
    const listed = [...sectionOf('## Errors').matchAll(/^\| (\d{3}(?:, \d{3})*) \|/gm)]
    assert.deepEqual(
      listed.flatMap(([, statuses]) => statuses!.split(', ')),
      Object.keys(paths['/mcp'].post.responses),
    )
  })

  it('The document docs/agents.md names the supported protocol versions', async () => {
    for (const protocolVersion of LEGACY_VERSIONS) {
      assert.ok(agents.includes(protocolVersion))
      const message = { ...INITIALIZE, params: { ...INITIALIZE.params, protocolVersion } }
      const { result } = (await (await postMessage(shared.url, message)).json()) as RpcResponse
      assert.equal(result.protocolVersion, protocolVersion)
    }
    await using client = await connect(shared.url, 'modern')
    assert.ok(agents.includes(`In the current protocol, ${client.protocolVersion()},`))
  })
})

interface RpcResponse {
  result: { protocolVersion: string }
}

/** An example may omit fields, cut lists at the end and texts at `…`: what remains must be true. */
function assertShortened(shown: unknown, real: unknown, path = 'result'): void {
  if (typeof shown === 'string' && shown.endsWith('…')) {
    assert.ok(String(real).startsWith(shown.slice(0, -1).trimEnd()), `${path}: ${real}`)
  } else if (Array.isArray(shown)) {
    assert.ok(Array.isArray(real), path)
    if (shown.length === 0) assert.deepEqual(real, [], path)
    for (const [index, one] of shown.entries())
      assertShortened(one, real[index], `${path}[${index}]`)
  } else if (typeof shown === 'object' && shown !== null) {
    assert.ok(typeof real === 'object' && real !== null, path)
    for (const [key, one] of Object.entries(shown))
      assertShortened(one, (real as Record<string, unknown>)[key], `${path}.${key}`)
  } else assert.equal(shown, real, path)
}
