/** Answers made for one request: data, 304 where the reader has it already, and errors. */
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { ErrorBody, Issue, ValidationErrorBody } from '../model/error.ts'
import { type CodingOrNone, compress, isLarge } from '../publish/documents/compression.ts'
import { etagOf } from '../publish/documents/representation.ts'
import { isNotModified } from './conditional-requests.ts'
import { acceptedCodings } from './content-negotiation.ts'
import { content, EVERYWHERE, type Headers, validators } from './response-headers.ts'

export interface Env {
  Bindings: HttpBindings & { requestId: string; nowMs: number }
}
export type Ctx = Context<Env>

/** TypeScript's Response refuses memory that threads might share; ours never is. */
const bodyOf = (bytes: Uint8Array) => bytes as Uint8Array<ArrayBuffer>

const WORTH_COMPRESSING_BYTES = 1024

/** A body for one request: a digest that tells its content, how long it is, and the bytes when they are wanted. */
export interface MadeResponse {
  /** JSON when absent. */
  contentType?: string
  digest: string
  length: number
  /** Compressed already, as pictures are. */
  isPacked?: boolean
  bytes: () => Uint8Array
}

export const madeOf = (digest: string, body: Uint8Array): MadeResponse => ({
  digest,
  length: body.length,
  bytes: () => body,
})

export async function answerMade(
  c: Ctx,
  made: MadeResponse,
  lastModified: string,
  more: Headers = {},
): Promise<Response> {
  const { headers } = c.env.incoming
  const accepted = acceptedCodings(headers['accept-encoding'])
  const coding = codingFor(made, accepted)
  if (!coding) return notAcceptable(c)
  const etag = etagOf(made.digest, coding)
  const { requestId, nowMs } = c.env
  const always = {
    ...EVERYWHERE,
    ...validators(etag, lastModified, nowMs),
    'x-request-id': requestId,
    ...more,
  }
  if (isNotModified(headers, etag, lastModified)) return new Response(null, { status: 304, headers: always })
  const bytes = coding === 'identity' ? made.bytes() : await compress(made.bytes(), coding, 'swift')
  return new Response(bodyOf(bytes), {
    headers: { ...always, ...content(made.contentType ?? 'application/json', bytes, coding) },
  })
}

/**
 * A small body goes out plain, unless the reader refuses that. So does a large one: its compression would keep a thread busy
 * for seconds, and /reviews.json has the same data compressed once.
 */
function codingFor({ length, isPacked }: MadeResponse, accepted: CodingOrNone[]): CodingOrNone | undefined {
  if ((isPacked || length < WORTH_COMPRESSING_BYTES) && accepted.includes('identity')) return 'identity'
  return accepted.find(coding => coding === 'identity' || !isLarge(length))
}

/** Answers with a small JSON object that no cache may keep. */
export function answerStatus(c: Ctx, status: number, body: object, more: Headers = {}): Response {
  const json = JSON.stringify(body)
  return new Response(json, {
    status,
    headers: {
      ...EVERYWHERE,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(json)),
      'cache-control': 'no-store',
      'x-request-id': c.env.requestId,
      ...more,
    },
  })
}

/** A page that no cache may keep. */
export function answerPage(c: Ctx, status: number, page: string, headers: Headers): Response {
  return new Response(page, {
    status,
    headers: {
      ...EVERYWHERE,
      ...headers,
      'cache-control': 'no-store',
      'x-request-id': c.env.requestId,
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

export function tooMany(c: Ctx, waitSeconds: number): Response {
  return answerError(c, 429, 'too_many_requests', `Too many requests. Try again in ${waitSeconds} seconds.`, {
    'retry-after': String(waitSeconds),
  })
}

export function notAcceptable(c: Ctx): Response {
  return answerError(
    c,
    406,
    'not_acceptable',
    'Accept-Encoding refuses every coding that can be sent, plain bytes included.',
  )
}

export const isRead = (method: string | undefined) => method === 'GET' || method === 'HEAD'

const READ_METHODS = 'GET, HEAD, OPTIONS'
const REQUEST_HEADERS = 'Accept, Authorization, Content-Type, If-Modified-Since, If-None-Match'

export function methodNotAllowed(c: Ctx): Response {
  if (c.req.method === 'OPTIONS') return answerPreflight(c)
  return answerError(c, 405, 'method_not_allowed', `Use ${READ_METHODS}.`, { allow: READ_METHODS })
}

export function answerPreflight(c: Ctx, methods = READ_METHODS, headers = REQUEST_HEADERS): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...EVERYWHERE,
      allow: methods,
      'access-control-allow-methods': methods,
      'access-control-allow-headers': headers,
      'access-control-max-age': '86400',
      'x-request-id': c.env.requestId,
    },
  })
}
