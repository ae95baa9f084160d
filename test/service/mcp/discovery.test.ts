import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { PROTOCOL_VERSIONS } from '../../../src/mcp/server-card.ts'
import { connect, INITIALIZE, postMessage } from '../../kit/mcp.ts'
import { business, row } from '../../kit/rows.ts'
import { startTestService } from '../../kit/service.ts'
import { shareService } from '../../kit/shared.ts'
import { ask } from '../../kit/wire.ts'

const BASE_URL = 'https://reviews.larkfield.test'
const CARD = '/mcp/server-card'
const CATALOG = '/.well-known/ai-catalog.json'
const REGISTRY_ENTRY = '/mcp/server.json'
const CARD_TYPE = 'application/mcp-server-card+json'

const DOCUMENTS = [
  { path: CARD, type: CARD_TYPE },
  { path: CATALOG, type: 'application/ai-catalog+json' },
  { path: REGISTRY_ENTRY, type: 'application/json' },
]

/** The rules of the registry's schema 2025-12-11, which the card (SEP-2127) shares. */
const identity = {
  name: z
    .string()
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  websiteUrl: z.url(),
  icons: z.tuple([
    z.strictObject({
      src: z.url(),
      mimeType: z.literal('image/svg+xml'),
      sizes: z.tuple([z.literal('any')]),
    }),
  ]),
}
const remote = { type: z.literal('streamable-http'), url: z.url() }

const ServerCard = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json'),
  ...identity,
  remotes: z.tuple([
    z.strictObject({ ...remote, supportedProtocolVersions: z.array(z.iso.date()) }),
  ]),
})
const RegistryEntry = z.strictObject({
  $schema: z.literal(
    'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  ),
  ...identity,
  remotes: z.tuple([z.strictObject(remote)]),
})
const Catalog = z.strictObject({
  specVersion: z.literal('1.0'),
  entries: z.tuple([
    z.strictObject({
      identifier: z.string().regex(/^urn:air:[a-z0-9.-]+:mcp:[a-z0-9_-]+$/),
      displayName: z.string(),
      type: z.literal(CARD_TYPE),
      mediaType: z.literal(CARD_TYPE),
      url: z.url(),
    }),
  ]),
})

const readJson = async (url: string, path: string): Promise<unknown> =>
  JSON.parse((await ask(url, path)).body.toString())

describe('Discovery of the MCP endpoint', () => {
  const shared = shareService({ rows: [row()], settings: { baseUrl: BASE_URL } })
  const card = async () => ServerCard.parse(await readJson(shared.url, CARD))

  for (const { path, type } of DOCUMENTS)
    describe(path, () => {
      it(`The resource at ${path} is ${type}, which every page may read`, async () => {
        const { status, headers } = await ask(shared.url, path, {
          headers: { origin: 'https://elsewhere.test' },
        })
        assert.equal(status, 200)
        assert.equal(headers['content-type'], type)
        assert.equal(headers['access-control-allow-origin'], '*')
        assert.equal(headers['cache-control'], 'public, max-age=3600')
      })

      it(`The resource at ${path} returns 304 to a client that has it`, async () => {
        const { headers } = await ask(shared.url, path)
        const again = await ask(shared.url, path, { headers: { 'if-none-match': headers.etag! } })
        assert.equal(again.status, 304)
        assert.equal(again.body.length, 0)
        assert.equal(again.headers.etag, headers.etag)
        assert.equal(again.headers['cache-control'], 'public, max-age=3600')
        assert.equal(again.headers['access-control-allow-origin'], '*')
      })

      it(`The resource at ${path} cannot be written`, async () => {
        const head = await ask(shared.url, path, { method: 'HEAD' })
        assert.equal(head.status, 200)
        assert.equal(head.headers['content-type'], type)
        const post = await ask(shared.url, path, { method: 'POST' })
        assert.equal(post.status, 405)
        assert.equal(post.headers.allow, 'GET, HEAD, OPTIONS')
        assert.equal((await ask(shared.url, path, { method: 'OPTIONS' })).status, 204)
      })
    })

  it('The server card names the server and its address', async () => {
    const { name, title, websiteUrl, remotes } = await card()
    assert.match(name, /^test\.larkfield\.reviews\/[a-z0-9-]+-reviews$/)
    assert.equal(title, `Reviews about ${business.name}`)
    assert.equal(websiteUrl, BASE_URL)
    assert.equal(remotes[0].url, `${BASE_URL}/mcp`)
  })

  it('The registry entry is the server card without the protocol versions', async () => {
    const { $schema, remotes, ...entry } = RegistryEntry.parse(
      await readJson(shared.url, REGISTRY_ENTRY),
    )
    const { $schema: schemaOfCard, remotes: remotesOfCard, ...rest } = await card()
    assert.deepEqual(entry, rest)
    assert.deepEqual(remotes, [{ type: 'streamable-http', url: remotesOfCard[0].url }])
  })

  it('The AI catalog links to the server card and shows its title', async () => {
    const { entries } = Catalog.parse(await readJson(shared.url, CATALOG))
    assert.equal(entries[0].displayName, (await card()).title)
    assert.equal(entries[0].url, BASE_URL + CARD)
    assert.ok(entries[0].identifier.startsWith('urn:air:reviews.larkfield.test:mcp:'))
  })

  it('The server card, initialize and server/discover say the same about the server', async () => {
    const { $schema, remotes, ...identity } = await card()
    const initialized = await result(await postMessage(shared.url, INITIALIZE))
    const discovered = await result(await discover(shared.url))
    assert.deepEqual(initialized.serverInfo, identity)
    assert.deepEqual(discovered._meta['io.modelcontextprotocol/serverInfo'], identity)
    const [{ supportedProtocolVersions }] = remotes
    assert.ok(supportedProtocolVersions.includes(initialized.protocolVersion))
    for (const version of discovered.supportedVersions)
      assert.ok(supportedProtocolVersions.includes(version), version)
  })

  it('The icon of the server exists', async () => {
    const [{ src, mimeType }] = (await card()).icons
    assert.ok(src.startsWith(BASE_URL))
    const { status, headers } = await ask(shared.url, src.slice(BASE_URL.length))
    assert.equal(status, 200)
    assert.equal(headers['content-type'], mimeType)
  })

  it('The server card lists the protocol versions that the server supports', async () => {
    const [{ supportedProtocolVersions }] = (await card()).remotes
    assert.deepEqual(supportedProtocolVersions, PROTOCOL_VERSIONS)
    assert.deepEqual(supportedProtocolVersions, await negotiated(shared.url))
  })

  for (const [kind, name] of [
    [
      'letters',
      'Alvarez & Daughters Plumbing, Heating, Cooling and Emergency Repairs '.repeat(4).trim(),
    ],
    ['emoji', `A${'🔧'.repeat(120)}`],
  ] as const)
    it(`The description stays short for a long name of ${kind}`, async t => {
      const named = { ...business, id: 'alvarez', name }
      const { url } = await startTestService(t, {
        business: named,
        settings: { baseUrl: BASE_URL },
      })
      for (const [path, schema] of [
        [CARD, ServerCard],
        [REGISTRY_ENTRY, RegistryEntry],
      ] as const) {
        const { description } = schema.parse(await readJson(url, path))
        assert.ok(description.startsWith('Customer reviews about '))
        assert.ok(description.endsWith('…') && description.isWellFormed())
      }
    })

  it('The file llms.txt links to the endpoint, the server card, the registry entry and the AI catalog', async () => {
    const text = (await ask(shared.url, '/llms.txt')).body.toString()
    for (const path of ['/mcp', CARD, REGISTRY_ENTRY, CATALOG])
      assert.ok(text.includes(`](${BASE_URL}${path})`), path)
    assert.ok(text.includes(`${BASE_URL}/developers/agents.md shows how to set up common clients`))
  })

  it('The OpenAPI document describes the endpoint and its documents', async () => {
    const { paths } = (await shared.client.get('/.well-known/openapi.json')).json
    const { requestBody, responses } = paths['/mcp'].post
    assert.equal(requestBody.content['application/json'].example.method, 'tools/call')
    for (const status of [200, 202, 400, 403, 404, 405, 406, 413, 415, 429, 503])
      assert.ok(responses[status], String(status))
    for (const { path, type } of DOCUMENTS)
      assert.ok(paths[path].get.responses[200].content[type], path)
  })

  it('The example call of the OpenAPI document works', async t => {
    const { url } = await startTestService(t, { rows: [row()] })
    const { paths } = (await (await fetch(`${url}/.well-known/openapi.json`)).json()) as {
      paths: Paths
    }
    const { parameters, requestBody } = paths['/mcp']!.post
    const examples = parameters.flatMap(({ name, example }) => (example ? [[name, example]] : []))
    const message = requestBody.content['application/json']!.example
    const response = await postMessage(url, message, Object.fromEntries(examples))
    assert.equal(response.status, 200)
    const { result } = (await response.json()) as {
      result: { structuredContent: { returned: number } }
    }
    assert.equal(result.structuredContent.returned, 1)
  })

  it('The file robots.txt disallows none of the MCP addresses', async () => {
    const robots = (await ask(shared.url, '/robots.txt')).body.toString()
    assert.match(robots, /^Allow: \/$/m)
    assert.doesNotMatch(robots, /^Disallow: *\S/m)
  })
})

interface Paths {
  [path: string]: {
    post: {
      parameters: { name: string; example?: string }[]
      requestBody: { content: Record<string, { example: unknown }> }
    }
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a test names the field it wants
const result = async (response: Response): Promise<any> =>
  ((await response.json()) as { result: object }).result

function discover(url: string): Promise<Response> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const message = { jsonrpc: '2.0', id: 1, method: 'server/discover', params: { _meta } }
  return postMessage(url, message, {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'server/discover',
  })
}

/** Which of all MCP versions the server agrees to. */
async function negotiated(url: string): Promise<string[]> {
  const agreed: string[] = []
  await using client = await connect(url, 'modern')
  agreed.push(client.protocolVersion()!)
  for (const asked of ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']) {
    const message = { ...INITIALIZE, params: { ...INITIALIZE.params, protocolVersion: asked } }
    const { result } = (await (await postMessage(url, message)).json()) as {
      result: { protocolVersion: string }
    }
    if (result.protocolVersion === asked) agreed.push(asked)
  }
  return agreed
}
