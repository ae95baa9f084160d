import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { SearchArgs } from '../../../src/model/search.ts'
import { makeFolder } from '../../kit/folder.ts'
import { business, row } from '../../kit/rows.ts'
import type { TestServiceOptions } from '../../kit/service.ts'
import { shareService } from '../../kit/shared.ts'
import { ask } from '../../kit/wire.ts'

// biome-ignore lint/suspicious/noExplicitAny: a JSON document
type Json = any

const bin = (name: string) => fileURLToPath(new URL(`../../../node_modules/.bin/${name}`, import.meta.url))
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))

const situations: [string, TestServiceOptions][] = [
  ['the demo', { business: null }],
  // With an email address: without one it would have no security contact.
  ['a business without reviews', { business: { ...business, email: 'office@alvarez.example' } }],
]

for (const [situation, options] of situations)
  describe(`The OpenAPI document of ${situation}`, { concurrency: true }, () => {
    // The linters rightly warn about a server on localhost.
    const shared = shareService({ ...options, settings: { baseUrl: 'https://reviews.larkfield.test' } })
    const readDocument = async (): Promise<Json> =>
      (await shared.client.get('/.well-known/openapi.json')).json

    it(`Redocly finds no fault with the OpenAPI document of ${situation}`, async t => {
      const file = await saveDocument(t, await readDocument())
      const args = ['lint', file, '--config', here('redocly.yaml'), '--format', 'json']
      const { problems } = JSON.parse(await lint('redocly', args))
      assert.deepEqual(problems, [])
    })

    it(`Spectral finds no fault with the OpenAPI document of ${situation}`, async t => {
      const file = await saveDocument(t, await readDocument())
      const args = ['lint', file, '--ruleset', here('spectral.yaml'), '--format', 'json', '--quiet']
      assert.deepEqual(JSON.parse(await lint('spectral', args)), [])
    })

    it(`The examples in the OpenAPI document of ${situation} match their schemas`, async () => {
      const document = await readDocument()
      const ajv = new Ajv2020({ strict: false, allErrors: true })
      addFormats.default(ajv)
      ajv.addSchema({ $id: 'openapi', ...document })
      const examples = findExamples(document)
      assert.ok(examples.length > 10)
      for (const { place, schema, example } of examples) {
        const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')))
        assert.ok(validate(example), `${place}: ${ajv.errorsText(validate.errors)}`)
      }
    })

    it(`Every address in the OpenAPI document of ${situation} works, with its example parameters, too`, async () => {
      for (const [path, { get }] of Object.entries<Json>((await readDocument()).paths)) {
        if (!get) continue
        const parameters: Json[] = get.parameters ?? []
        const address = path.replace(
          /\{(\w+)\}/g,
          (_, name) => parameters.find(one => one.name === name).example,
        )
        if (address.includes('undefined')) continue
        const asked = parameters.filter(one => one.in === 'query' && one.example !== undefined)
        const needed = asked.filter(one => one.required)
        const queryOf = (some: Json[]) => `?${new URLSearchParams(some.map(one => [one.name, one.example]))}`
        const queries = [needed, ...asked.map(one => [...needed.filter(other => other !== one), one])].map(
          queryOf,
        )
        for (const query of queries)
          assert.equal((await ask(shared.url, address + query)).status, 200, address + query)
      }
    })
  })

describe('The OpenAPI document', () => {
  const shared = shareService({ rows: [row()] })
  const readDocument = async (): Promise<Json> => (await shared.client.get('/.well-known/openapi.json')).json

  it('The OpenAPI document describes version 1.0.0 of the API at the base address, in OpenAPI 3.1.0', async () => {
    const { openapi, info, servers } = await readDocument()
    assert.equal(openapi, '3.1.0')
    assert.equal(info.version, '1.0.0')
    assert.deepEqual(servers, [{ url: shared.url }])
  })

  it('The OpenAPI document describes the read endpoints of the specification', async () => {
    const { paths } = await readDocument()
    for (const path of [
      '/reviews.json',
      '/insights.json',
      '/api/feed.json',
      '/feed.xml',
      '/api/reviews/search',
      '/api/reviews/since/{date}',
    ])
      assert.ok(paths[path]?.get, path)
  })

  it('The OpenAPI document has every search parameter with its bounds and default', async () => {
    const { parameters } = (await readDocument()).paths['/api/reviews/search'].get
    const schemas = Object.fromEntries(parameters.map((one: Json) => [one.name, one.schema]))
    assert.deepEqual(Object.keys(schemas), Object.keys(SearchArgs.shape))
    assert.deepEqual(schemas.rating, { type: 'integer', minimum: 1, maximum: 5 })
    assert.deepEqual(schemas.min_rating, { type: 'number', minimum: 1, maximum: 5 })
    assert.deepEqual(schemas.since, { type: 'string', format: 'date' })
    assert.deepEqual(schemas.until, { type: 'string', format: 'date' })
    assert.deepEqual(schemas.limit, { type: 'integer', minimum: 1, maximum: 100, default: 20 })
    assert.deepEqual(schemas.has_reply, { type: 'boolean' })
    assert.deepEqual(schemas.language, { type: 'string' })
    assert.deepEqual(schemas.sort, {
      type: 'string',
      enum: ['newest', 'oldest', 'highest', 'lowest'],
      default: 'newest',
    })
    for (const name of [
      'query',
      'mentions_technician',
      'mentions_service',
      'mentions_service_area',
      'source',
      'cursor',
    ])
      assert.deepEqual(schemas[name], { type: 'string', minLength: 1, maxLength: 500 }, name)
    assert.ok(parameters.every((one: Json) => one.in === 'query' && !one.required && one.description))
  })

  it('The OpenAPI document requires no key', async () => {
    const { security, components } = await readDocument()
    assert.deepEqual(security, [{}])
    assert.equal(components.securitySchemes, undefined)
  })

  it('The OpenAPI document allows unknown fields, so that more can be added', async () => {
    assert.ok(!JSON.stringify(await readDocument()).includes('"additionalProperties":false'))
  })
})

async function saveDocument(t: TestContext, document: Json): Promise<string> {
  return await (await makeFolder(t)).write('openapi.json', document)
}

/** The linter's report, which is on stdout whether or not it found something. */
function lint(name: string, args: string[]): Promise<string> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_NOTIFICATIONS: 'true' }
  return new Promise(resolve => execFile(bin(name), args, { env }, (_, stdout) => resolve(stdout)))
}

interface Example {
  place: string
  schema: object
  example: unknown
}

function findExamples(node: Json, place = '#'): Example[] {
  if (typeof node !== 'object' || node === null) return []
  if (node.schema && node.example !== undefined)
    return [{ place, schema: node.schema, example: node.example }]
  return Object.entries(node).flatMap(([key, child]) => findExamples(child, `${place}/${key}`))
}
