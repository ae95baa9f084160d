/** Answers: the bytes, the headers that every answer carries, and 304 where the reader has them already. */
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { ErrorBody, Issue, ValidationErrorBody } from '../model/error.ts'
import { TopicPath } from '../model/subscription.ts'
import { compress } from '../publish/compress.ts'
import { HUB_PATH } from '../publish/edition.ts'
import { digestOf, etagOf, type Representation, type Variant } from '../publish/representation.ts'
import { isNotModified } from './conditional.ts'
import { type AcceptedCoding, acceptedCodings } from './negotiate.ts'

export interface Env {
  Bindings: HttpBindings & { requestId: string }
}
export type Ctx = Context<Env>

type Headers = Record<string, string>

/** Readers ask again each time, which costs them a 304; a shared cache may answer for a few seconds in our place. */
const CACHE_CONTROL = 'public, max-age=0, s-maxage=10'

const EVERYWHERE: Headers = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Last-Modified, Link, Mcp-Session-Id, Retry-After, X-Request-Id',
  'x-content-type-options': 'nosniff',
}

const topics: ReadonlySet<string> = new Set(TopicPath.options)

/** Answers with a representation made at publish time. */
export function answerFixed(
  c: Ctx,
  representation: Representation,
  lastModified: string,
  baseUrl: string,
): Response {
  const { headers } = c.env.incoming
  const variant = chooseVariant(representation, acceptedCodings(headers['accept-encoding']))
  if (!variant) return notAcceptable(c)
  const ready = headersOf(variant, representation, lastModified, baseUrl)
  if (isNotModified(headers, variant.etag, lastModified))
    return new Response(null, {
      status: 304,
      headers: { ...ready.notModified, 'x-request-id': c.env.requestId },
    })
  return new Response(bodyOf(variant.body), { headers: { ...ready.full, 'x-request-id': c.env.requestId } })
}

function chooseVariant(
  { identity, encoded }: Representation,
  accepted: AcceptedCoding[],
): Variant | undefined {
  for (const coding of accepted) {
    if (coding === 'identity') return identity
    const variant = encoded.find(one => one.coding === coding)
    if (variant) return variant
  }
  return undefined
}

interface ReadyHeaders {
  full: Headers
  notModified: Headers
}

const readyHeaders = new WeakMap<Variant, ReadyHeaders>()

/** Made once per variant: they change only with it. */
function headersOf(
  variant: Variant,
  { path, contentType }: Representation,
  lastModified: string,
  baseUrl: string,
): ReadyHeaders {
  const known = readyHeaders.get(variant)
  if (known) return known
  const notModified: Headers = { ...EVERYWHERE, ...validators(variant.etag, lastModified) }
  if (topics.has(path))
    notModified.link = `<${baseUrl}${HUB_PATH}>; rel="hub", <${baseUrl}${path}>; rel="self"`
  const full = { ...notModified, ...content(contentType, variant.body, variant.coding) }
  if (contentType.startsWith('text/html')) full['content-security-policy'] = PAGE_POLICY
  const ready = { full, notModified }
  readyHeaders.set(variant, ready)
  return ready
}

/** A page takes nothing but our own stylesheet. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"

/** TypeScript's Response refuses memory that threads might share; ours never is. */
const bodyOf = (bytes: Uint8Array) => bytes as Uint8Array<ArrayBuffer>

const validators = (etag: string, lastModified: string): Headers => ({
  etag,
  'last-modified': new Date(lastModified).toUTCString(),
  'cache-control': CACHE_CONTROL,
  vary: 'Accept-Encoding',
})

const content = (type: string, body: Uint8Array, coding: AcceptedCoding): Headers => ({
  'content-type': type,
  'content-length': String(body.length),
  ...(coding !== 'identity' && { 'content-encoding': coding }),
})

const WORTH_COMPRESSING_BYTES = 1024
/** Beyond this a compression would keep a thread busy for seconds; /reviews.json has the same data compressed once. */
const MOST_COMPRESSED_BYTES = 16 * 1024 * 1024

/** Answers with JSON made for this request. `digest` tells its content, and defaults to that of the bytes. */
export async function answerMade(
  c: Ctx,
  body: Uint8Array,
  lastModified: string,
  digest = digestOf(body),
): Promise<Response> {
  const { headers } = c.env.incoming
  const accepted = acceptedCodings(headers['accept-encoding'])
  const compressible = body.length >= WORTH_COMPRESSING_BYTES && body.length <= MOST_COMPRESSED_BYTES
  const coding = accepted.find(one => one === 'identity' || compressible)
  if (!coding) return notAcceptable(c)
  const etag = etagOf(digest, coding)
  const always = { ...EVERYWHERE, ...validators(etag, lastModified), 'x-request-id': c.env.requestId }
  if (isNotModified(headers, etag, lastModified)) return new Response(null, { status: 304, headers: always })
  const bytes = coding === 'identity' ? body : await compress(body, coding, 'swift')
  return new Response(bodyOf(bytes), {
    headers: { ...always, ...content('application/json', bytes, coding) },
  })
}

/** Answers with a small JSON object that no cache may keep. */
export function answerStatus(c: Ctx, status: number, body: object, more: Headers = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      ...EVERYWHERE,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(JSON.stringify(body))),
      'cache-control': 'no-store',
      'x-request-id': c.env.requestId,
      ...more,
    },
  })
}

export function answerError(
  c: Ctx,
  status: number,
  error: string,
  message: string,
  more: Headers = {},
): Response {
  const body: ErrorBody = { error, message, ...(status >= 500 && { request_id: c.env.requestId }) }
  return answerStatus(c, status, body, more)
}

export function answerInvalid(c: Ctx, issues: Issue[]): Response {
  const names = [...new Set(issues.map(issue => issue.path.join('.')))].join(', ')
  const body: ValidationErrorBody = { error: 'validation_error', message: `Invalid: ${names}.`, issues }
  return answerStatus(c, 400, body)
}

function notAcceptable(c: Ctx): Response {
  return answerError(
    c,
    406,
    'not_acceptable',
    'Accept-Encoding refuses every coding that can be sent, plain bytes included.',
  )
}

export const READ_METHODS = 'GET, HEAD, OPTIONS'

export function methodNotAllowed(c: Ctx): Response {
  if (c.req.method === 'OPTIONS') return answerPreflight(c)
  return answerError(c, 405, 'method_not_allowed', `Use ${READ_METHODS}.`, { allow: READ_METHODS })
}

function answerPreflight(c: Ctx): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...EVERYWHERE,
      allow: READ_METHODS,
      'access-control-allow-methods': READ_METHODS,
      'access-control-allow-headers': 'Accept, Authorization, Content-Type, If-Modified-Since, If-None-Match',
      'access-control-max-age': '86400',
      'x-request-id': c.env.requestId,
    },
  })
}
