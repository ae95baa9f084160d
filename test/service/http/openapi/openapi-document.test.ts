import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { SearchArgs } from '../../../../src/model/search.ts'
import { makeFolder } from '../../../kit/folder.ts'
import { business, row } from '../../../kit/rows.ts'
import type { TestServiceOptions } from '../../../kit/service.ts'
import { shareService } from '../../../kit/shared.ts'
import { ask } from '../../../kit/wire.ts'

// biome-ignore lint/suspicious/noExplicitAny: a JSON document
type Json = any

const REDOCLY = fileURLToPath(new URL('../../../node_modules/.bin/redocly', import.meta.url))
const CONFIG = fileURLToPath(new URL('redocly.yaml', import.meta.url))

const situations: [string, TestServiceOptions][] = [
  ['the demo', { business: null }],
  // With an email address: without one it would have no security contact.
  ['a business without reviews', { business: { ...business, email: 'office@alvarez.example' } }],
]

for (const [situation, options] of situations)
  describe(`The OpenAPI document of ${situation}`, { concurrency: true }, () => {
    // The linter rightly warns about a server on localhost.
    const shared = shareService({
      ...options,
      settings: { baseUrl: 'https://reviews.larkfield.test' },
    })
    const readDocument = async (): Promise<Json> =>
      (await shared.client.get('/.well-known/openapi.json')).json

    it(`Redocly finds no fault with the OpenAPI document of ${situation}`, async t => {
      assert.deepEqual(await lint(t, await readDocument()), [])
    })

    it(`The examples and defaults in the OpenAPI document of ${situation} match their schemas`, async () => {
      const document = await readDocument()
      const ajv = new Ajv2020({ strict: false, allErrors: true })
      addFormats.default(ajv)
      ajv.addSchema({ $id: 'openapi', ...document })
      const [examples, defaults] = [findExamples(document), findDefaults(document)]
      assert.ok(examples.length > 10 && defaults.length > 1)
      for (const { place, schema, example } of [...examples, ...defaults]) {
        const validate = ajv.compile(
          JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')),
        )
        assert.ok(validate(example), `${place}: ${ajv.errorsText(validate.errors)}`)
      }
    })

    it(`The examples in the OpenAPI document of ${situation} have the average rating as it is published`, async () => {
      const { aggregate_rating } = (await shared.client.get('/reviews.json')).json
      const { paths } = await readDocument()
      const exampleOf = (path: string) =>
        paths[path].get.responses[200].content['application/json'].example
      assert.deepEqual(exampleOf('/reviews.json').aggregate_rating, aggregate_rating)
      assert.equal(exampleOf('/api/reviews/stats').average_rating, aggregate_rating.rating_value)
    })

    it(`Every array in the OpenAPI document of ${situation} says what it holds`, async () => {
      const arrays = findNodes(await readDocument()).filter(({ node }) => node.type === 'array')
      assert.ok(arrays.length > 10)
      for (const { place, node } of arrays) assert.ok(node.items ?? node.prefixItems, place)
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
        const queryOf = (some: Json[]) =>
          `?${new URLSearchParams(some.map(one => [one.name, one.example]))}`
        const queries = [
          needed,
          ...asked.map(one => [...needed.filter(other => other !== one), one]),
        ].map(queryOf)
        for (const query of queries)
          assert.equal((await ask(shared.url, address + query)).status, 200, address + query)
      }
    })
  })

describe('The OpenAPI document', () => {
  const shared = shareService({ rows: [row()] })
  const readDocument = async (): Promise<Json> =>
    (await shared.client.get('/.well-known/openapi.json')).json

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
      enum: ['newest', 'oldest', 'highest', 'lowest', 'relevance'],
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
    assert.ok(
      parameters.every((one: Json) => one.in === 'query' && !one.required && one.description),
    )
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

type Fault = [rule: string, make: (document: Json) => void]

/** Checked in addition to what Redocly recommends. Faults that exclude each other are in different lists. */
const FAULTS: Fault[][] = [
  [
    ['info-contact', ({ info }) => delete info.contact],
    ['rule/info-description', ({ info }) => delete info.description],
    [
      'rule/license-url',
      ({ info }) => Object.assign(info, { license: { name: 'MIT', url: 'somewhere' } }),
    ],
    ['operation-description', ({ paths }) => delete paths['/feed.xml'].get.description],
    ['operation-tag-defined', ({ paths }) => paths['/feed.xml'].get.tags.push('Nowhere')],
    ['rule/operation-tags', ({ paths }) => delete paths['/reviews.json'].get.tags],
    [
      'rule/no-code-in-description',
      ({ tags }) => Object.assign(tags[0], { description: '<Script src=x>' }),
    ],
    [
      'rule/no-code-in-title',
      ({ components }) => (Object.values<Json>(components.schemas)[0].title = 'eval(1)'),
    ],
    [
      'rule/example-has-value',
      ({ components }) => Object.assign(components, { examples: { none: {} } }),
    ],
    ['rule/no-callbacks', ({ paths }) => (paths['/feed.xml'].get.callbacks = {})],
  ],
  [
    ['rule/contact-email', ({ info }) => Object.assign(info, { contact: { email: 'by mail' } })],
    ['rule/contact-url', ({ info }) => Object.assign(info.contact, { url: 'here' })],
    ['operation-description', ({ paths }) => (paths['/feed.xml'].get.description = '')],
    ['rule/operation-tags', ({ paths }) => (paths['/reviews.json'].get.tags = [])],
    ['rule/no-code-in-description', ({ info }) => (info.description = 'Then eval(it).')],
  ],
]

describe('The lint of the OpenAPI document', () => {
  const shared = shareService({ rows: [row()] })

  for (const faults of FAULTS)
    it(`The lint finds ${faults.map(([rule]) => rule).join(', ')}`, async t => {
      const document = (await shared.client.get('/.well-known/openapi.json')).json
      for (const [, make] of faults) make(document)
      const found = new Set((await lint(t, document)).map(({ ruleId }) => ruleId))
      for (const [rule] of faults)
        assert.ok(found.has(rule), `${rule} is not among ${[...found].join(', ')}`)
    })
})

/** Redocly's report, which is on stdout whether or not it found something. */
async function lint(t: TestContext, document: Json): Promise<{ ruleId: string }[]> {
  const file = await (await makeFolder(t)).write('openapi.json', document)
  const args = ['lint', file, '--config', CONFIG, '--format', 'json']
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_NOTIFICATIONS: 'true' }
  const said = await new Promise<string>(resolve =>
    execFile(REDOCLY, args, { env }, (_, stdout) => resolve(stdout)),
  )
  return JSON.parse(said).problems
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

function findNodes(node: Json, place = '#'): { place: string; node: Json }[] {
  if (typeof node !== 'object' || node === null) return []
  const below = Object.entries(node).flatMap(([key, child]) => findNodes(child, `${place}/${key}`))
  return [{ place, node }, ...below]
}

const findDefaults = (document: Json): Example[] =>
  findNodes(document)
    .filter(({ node }) => typeof node.type === 'string' && node.default !== undefined)
    .map(({ place, node }) => ({ place, schema: node, example: node.default }))
