/** A client that validates every response against the OpenAPI document that the service publishes. */
import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

export interface Answer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: the schema is checked, and a test names the field it wants
  json: any
}

export interface Client {
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  request(path: string, init: RequestInit): Promise<Answer>
}

export async function createClient(url: string): Promise<Client> {
  const check = checkFor(await (await fetch(`${url}/.well-known/openapi.json`)).text())
  async function request(path: string, init: RequestInit): Promise<Answer> {
    const response = await fetch(url + path, { redirect: 'manual', ...init })
    const text = await response.text()
    const isJson =
      response.headers.get('content-type')?.startsWith('application/json') && text !== ''
    const answer = {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : undefined,
    }
    if (isJson) check(path, init.method ?? 'GET', answer)
    return answer
  }
  return { request, get: (path, headers = {}) => request(path, { headers }) }
}

interface OpenApi {
  paths: Record<string, Record<string, { responses: Record<string, ResponseObject> }>>
  components: { schemas: object; responses: Record<string, ResponseObject> }
}

interface ResponseObject {
  $ref?: string
  content?: Record<string, { schema: object }>
}

type Check = (path: string, method: string, answer: Answer) => void

const checks = new Map<string, Check>()

/** Most documents of a test process differ only in their port, and it takes long to compile one. */
function checkFor(text: string): Check {
  const document = text.replaceAll(/localhost:\d+/g, 'localhost')
  const check = checks.get(document) ?? createCheck(JSON.parse(document) as OpenApi)
  checks.set(document, check)
  return check
}

function createCheck(document: OpenApi): Check {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'openapi', ...document })
  const compiled = new Map<object, ValidateFunction>()
  return (path, method, { status, json }) => {
    const schema = schemaFor(document, path.split('?')[0]!, method, status)
    if (!schema) return
    const validate = compiled.get(schema) ?? ajv.compile(absolute(schema))
    compiled.set(schema, validate)
    assert.ok(validate(json), `${method} ${path} ${status}: ${ajv.errorsText(validate.errors)}`)
  }
}

/** undefined for a path or method that the document does not describe; a missing status fails the test. */
function schemaFor(
  document: OpenApi,
  path: string,
  method: string,
  status: number,
): object | undefined {
  // OpenAPI matches concrete paths before templates.
  const template = Object.hasOwn(document.paths, path)
    ? path
    : Object.keys(document.paths).find(one =>
        new RegExp(`^${one.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
      )
  const operation = template && document.paths[template]?.get
  if (!operation || !['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].includes(method)) return undefined
  const response = operation.responses[status]
  assert.ok(response, `${path}: the OpenAPI document has no ${status}`)
  const target = response.$ref
    ? document.components.responses[response.$ref.split('/').at(-1)!]!
    : response
  return target.content?.['application/json']?.schema
}

function absolute(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/'))
}
