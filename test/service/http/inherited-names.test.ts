/** Names that every JavaScript object inherits, sent wherever a visitor may send a name: none may be looked up by accident. */
import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import fc from 'fast-check'
import { ChangesArgs, ProofArgs } from '../../../src/model/change.ts'
import { OEmbedArgs } from '../../../src/model/oembed.ts'
import { ListArgs, SearchArgs } from '../../../src/model/search.ts'
import { HubForm } from '../../../src/model/subscription.ts'
import { INITIALIZE, postMessage } from '../../kit/mcp.ts'
import { row, rows } from '../../kit/rows.ts'
import { runs } from '../../kit/runs.ts'
import { shareService } from '../../kit/shared.ts'
import { subscribe } from '../../kit/subscribe.ts'
import { ask } from '../../kit/wire.ts'

const INHERITED = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
]

/** Everything that reads a query, with the parameters it knows. */
const QUERIED: [path: string, parameters: string[]][] = [
  ['/reviews', Object.keys(ListArgs.shape)],
  ['/reviews.md', Object.keys(ListArgs.shape)],
  ['/api/reviews/search', Object.keys(SearchArgs.shape)],
  ['/api/reviews/changes', Object.keys(ChangesArgs.shape)],
  ['/api/log/proof', Object.keys(ProofArgs.shape)],
  ['/oembed', Object.keys(OEmbedArgs.shape)],
]

/** Everything that reads a name from its path. */
const NAMED = [
  ...['/*', '/*.md', '/*/', '/.well-known/*', '/api/*', '/mcp/*', '/log/*'],
  ...['/technicians/*', '/services/*', '/areas/*', '/topics/*', '/aspects/*', '/aspects/*.md'],
  ...['/reviews/*', '/reviews/*.md', '/embed/*', '/api/reviews/*', '/api/reviews/since/*'],
  ...['/log/tile/*', '/log/tile/*/000', '/log/tile/0/*', '/log/tile/entries/*'],
]

/** No details of the program: neither a stack nor the text of a function or an object. */
const INSIDES = /node:internal|node_modules|\.[jt]s:\d|\n\s+at |\[native code\]|\[object /

describe('A visitor who sends names that objects inherit', () => {
  const shared = shareService({
    rows: [...rows(5), row({ source: 'constructor', source_id: 'c' })],
  })

  afterEach(() => {
    assert.deepEqual(
      shared.service.log.filter(({ level }) => level >= 40),
      [],
    )
  })

  async function assertNoFault(path: string, headers: Record<string, string> = {}): Promise<void> {
    const { status, body } = await ask(shared.url, path, { headers })
    // oEmbed requires 501 for an unsupported format.
    const isFormat = status === 501 && path.startsWith('/oembed')
    assert.ok(status < 500 || isFormat, `${status} at ${path}`)
    assert.doesNotMatch(body.toString(), INSIDES, path)
  }

  it('Every page and endpoint ignores inherited names as parameters, beside valid and invalid ones', async () => {
    for (const [path] of QUERIED)
      for (const name of INHERITED)
        for (const query of [
          `${name}=1`,
          `since=x&${name}=1`,
          `${name}=1&${name}=2&rating=9&limit=x`,
        ])
          await assertNoFault(`${path}?${query}`)
  })

  it('Every parameter takes inherited names as values', async () => {
    for (const [path, parameters] of QUERIED)
      for (const parameter of parameters)
        for (const name of INHERITED) {
          await assertNoFault(`${path}?${parameter}=${name}`)
          await assertNoFault(
            `${path}?${parameter}=${name}&rating=9&limit=x&cursor=x&from=x&format=x`,
          )
        }
  })

  it('Every path takes inherited names as segments', async () => {
    for (const path of NAMED)
      for (const name of INHERITED)
        for (const accept of ['application/json', 'text/html'])
          await assertNoFault(path.replace('*', name), { accept })
  })

  it('The oEmbed endpoint takes inherited names in the address it is asked about', async () => {
    const origin = `http://localhost:${new URL(shared.url).port}`
    for (const name of INHERITED)
      for (const path of [`/${name}`, `/reviews/${name}`, `/reviews?${name}=1`, `/embed/${name}`])
        await assertNoFault(`/oembed?url=${encodeURIComponent(origin + path)}`)
  })

  it('The list of reviews keeps the valid filters of an invalid request and drops what it does not know', async () => {
    const { status, body } = await ask(
      shared.url,
      '/reviews?since=x&__proto__=1&utm_source=x&words=Review',
    )
    assert.equal(status, 400)
    assert.match(body.toString(), /name="words" list="names" value="Review"/)
    assert.match(body.toString(), /href="\/reviews"/)
    assert.doesNotMatch(body.toString(), /__proto__|utm_source/)
  })

  it('A source called constructor is shown by its name', async () => {
    const { body } = await ask(shared.url, '/reviews?source=constructor')
    assert.match(body.toString(), /on “constructor”/)
  })

  it('No combination of names, values and paths makes the service fail', async () => {
    const word = fc.oneof(
      fc.constantFrom(...INHERITED),
      fc.string({ maxLength: 8 }),
      fc.constantFrom('1', 'x'),
    )
    const known = fc.constantFrom(...QUERIED.flatMap(([, parameters]) => parameters))
    const pairs = fc.array(fc.tuple(fc.oneof(word, known), word), { maxLength: 5 })
    const queried = fc.constantFrom(...QUERIED.map(([path]) => path))
    const named = fc
      .tuple(fc.constantFrom(...NAMED), fc.constantFrom(...INHERITED))
      .map(([path, name]) => path.replace('*', name))
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(queried, named),
        pairs,
        fc.boolean(),
        async (path, query, isPerson) => {
          const accept = isPerson ? 'text/html' : '*/*'
          await assertNoFault(`${path}?${new URLSearchParams(query)}`, { accept })
        },
      ),
      runs(300),
    )
  })

  it('The hub rejects inherited names as fields and as values', async () => {
    const valid = { 'hub.mode': 'subscribe', 'hub.topic': `${shared.url}/feed.xml` }
    for (const name of INHERITED)
      for (const form of [
        { [name]: '1' },
        { ...valid, [name]: '1' },
        { ...valid, 'hub.mode': name },
        ...Object.keys(HubForm.shape).map(field => ({ ...valid, [field]: name })),
        ...Object.keys(HubForm.shape).map(field => ({ ...valid, [`${field}.${name}`]: '1' })),
      ]) {
        const { status, text } = await subscribe(shared.url, new URLSearchParams(form).toString())
        assert.ok(status >= 400 && status < 500, `${status}: ${JSON.stringify(form)}`)
        assert.doesNotMatch(text, INSIDES)
      }
  })
})

describe('An agent that sends names that objects inherit', () => {
  const shared = shareService({ rows: rows(5) })
  const TOOL_ARGUMENTS = [
    'id',
    'aspect',
    'name',
    'service',
    'query',
    'source',
    'mentions_technician',
    'sort',
  ]

  afterEach(() => {
    assert.deepEqual(
      shared.service.log.filter(({ level }) => level >= 40),
      [],
    )
  })

  /** With own properties, even if the name is __proto__. */
  const object = (...fields: [string, unknown][]) => Object.fromEntries(fields)

  /** One message for every position where a client may put a name. */
  const messagesWith = (name: string): [method: string, params: object][] => [
    [name, {}],
    ['tools/call', { name, arguments: {} }],
    ...[
      'search_reviews',
      'get_review',
      'get_aspect_sentiment',
      'get_technician',
      'get_service',
      'get_faq',
    ].flatMap((tool): [string, object][] => [
      ['tools/call', { name: tool, arguments: object([name, 1]) }],
      ['tools/call', { name: tool, arguments: name }],
      ...TOOL_ARGUMENTS.map((argument): [string, object] => [
        'tools/call',
        { name: tool, arguments: { [argument]: name } },
      ]),
    ]),
    ['prompts/get', { name, arguments: {} }],
    ['prompts/get', { name: 'technician_report', arguments: object([name, 'x']) }],
    ['prompts/get', { name: 'technician_report', arguments: { technician: name } }],
    ['prompts/get', { name: 'summarize_reviews', arguments: { since: name } }],
    ...[name, `reviews://${name}`, `reviews://review/${name}`, `${name}://review/x`].map(
      (uri): [string, object] => ['resources/read', { uri }],
    ),
    ...[
      { type: 'ref/prompt', name },
      { type: 'ref/prompt', name: 'technician_report' },
      { type: 'ref/resource', uri: `reviews://${name}` },
      { type: 'ref/resource', uri: 'reviews://review/{id}' },
      { type: name },
    ].map((ref): [string, object] => [
      'completion/complete',
      { ref, argument: { name, value: name } },
    ]),
    ['tools/list', object([name, 1], ['_meta', object([name, 1])])],
  ]

  async function assertNoFault(message: object, headers: Record<string, string>): Promise<void> {
    const response = await postMessage(shared.url, message, headers)
    const text = await response.text()
    const said = `${response.status} ${text} for ${JSON.stringify(message)}`
    assert.ok(response.status < 500, said)
    assert.doesNotMatch(text, INSIDES, said)
    assert.notEqual(JSON.parse(text).error?.code, -32603, said)
  }

  it('Clients of 2025 get a result or an error that names their mistake', async () => {
    const session = (await postMessage(shared.url, INITIALIZE)).headers.get('mcp-session-id')!
    for (const name of INHERITED)
      for (const [method, params] of messagesWith(name))
        await assertNoFault(
          { jsonrpc: '2.0', id: name, method, params },
          { 'mcp-session-id': session },
        )
  })

  it('Clients of 2026 get a result or an error that names their mistake', async () => {
    const version = '2026-07-28'
    const META = {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    for (const name of INHERITED)
      for (const [method, params] of messagesWith(name)) {
        const { name: called, uri } = params as { name?: string; uri?: string }
        const headers = { 'mcp-protocol-version': version, 'mcp-method': method }
        const about = called ?? uri
        await assertNoFault(
          { jsonrpc: '2.0', id: name, method, params: { ...params, _meta: META } },
          about === undefined ? headers : { ...headers, 'mcp-name': about },
        )
      }
  })
})
