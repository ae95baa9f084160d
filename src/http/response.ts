/** Responses built per request: data, 304 if the client already has it, and errors. */
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import type { ErrorBody, Issue, ProblemBody, ValidationErrorBody } from '../model/error-body.ts'
import { ERRORS, type HttpCode, type MessageCode, messageOf } from '../model/errors.ts'
import { digestOf } from '../publish/base/content-digest.ts'
import { type CodingOrNone, compress, isLarge } from '../publish/documents/compression.ts'
import { etagOf } from '../publish/documents/representation.ts'
import { type StreamedDocument, sendStreamed } from '../publish/documents/streamed-document.ts'
import { failsPrecondition, isNotModified } from './conditional-requests.ts'
import { acceptedCodings, acceptsProblem } from './content-negotiation.ts'
import { COMMON_HEADERS, contentHeaders, type Headers, validators } from './response-headers.ts'

// Importing it would load Node's WebSocket client as well, also in the publishing thread, which has no server.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

export interface Env {
  Bindings: HttpBindings & { requestId: string; nowMs: number; onError: OnError }
}
/** Also for what fails after the header was sent. */
type OnError = (error: Error, requestId: string) => void
export type Ctx = Context<Env>
/** Now or later. */
export type AnyResponse = Response | Promise<Response>

const WORTH_COMPRESSING_BYTES = 1024

/** A body with its digest and length; the bytes are only computed when they are needed. */
export interface ResponseBody {
  /** JSON when absent. */
  contentType?: string
  digest: string
  length: number
  /** Already compressed, as images are. */
  isCompressed?: boolean
  bytes: () => Uint8Array
}

/** Its digest is that of the content, unless the caller knows a quicker way to tell contents apart. */
export function bodyOf(
  content: string | Uint8Array,
  known: Pick<ResponseBody, 'contentType' | 'isCompressed'> & { digest?: string } = {},
): ResponseBody {
  const body = typeof content === 'string' ? Buffer.from(content) : content
  return {
    ...known,
    digest: known.digest ?? digestOf(body),
    length: body.length,
    bytes: () => body,
  }
}

/** What is made while it is sent goes straight to the socket. */
export async function respondWith(
  c: Ctx,
  body: ResponseBody | StreamedDocument,
  lastModified: string,
  more: Headers = {},
): Promise<Response> {
  const { incoming, outgoing, requestId, nowMs, onError } = c.env
  const { headers, method } = incoming
  const accepted = acceptedCodings(headers['accept-encoding'])
  const coding = 'pieces' in body ? accepted[0] : codingFor(body, accepted)
  if (!coding) return respondError(c, 'not_acceptable')
  const etag = etagOf(body.digest, coding)
  const always = {
    ...COMMON_HEADERS,
    ...validators(etag, lastModified, nowMs),
    'x-request-id': requestId,
    ...more,
  }
  if (failsPrecondition(headers, etag, lastModified)) return respondError(c, 'precondition_failed')
  if (isNotModified(headers, etag, lastModified))
    return new Response(null, { status: 304, headers: always })
  if ('pieces' in body) {
    outgoing.writeHead(200, { ...always, ...contentHeaders(body.contentType, null, coding) })
    if (method === 'HEAD') outgoing.end()
    else sendStreamed(body, coding, outgoing, error => onError(error, requestId))
    return RESPONSE_ALREADY_SENT
  }
  const bytes = coding === 'identity' ? body.bytes() : await compress(body.bytes(), coding, 'swift')
  return new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: {
      ...always,
      ...contentHeaders(body.contentType ?? 'application/json', bytes, coding),
    },
  })
}

/**
 * A small body is sent uncompressed, unless the client rejects that. So is a large one: compressing it would keep a thread
 * busy for seconds, and /reviews.json has the same data prebuilt.
 */
export function codingFor(
  { length, isCompressed }: Pick<ResponseBody, 'length' | 'isCompressed'>,
  accepted: CodingOrNone[],
): CodingOrNone | undefined {
  if ((isCompressed || length < WORTH_COMPRESSING_BYTES) && accepted.includes('identity'))
    return 'identity'
  return accepted.find(coding => coding === 'identity' || !isLarge(length))
}

/** A small JSON object that no cache may keep. */
export function respondJson(c: Ctx, status: number, body: object, more: Headers = {}): Response {
  const json = JSON.stringify(body)
  return respond(c, status, json, {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(json)),
    ...more,
  })
}

/** No cache may keep it, unless a header says otherwise. */
export function respond(c: Ctx, status: number, body: string | null, headers: Headers): Response {
  return new Response(body, {
    status,
    headers: {
      ...COMMON_HEADERS,
      'cache-control': 'no-store',
      'x-request-id': c.env.requestId,
      ...headers,
    },
  })
}

/** One sentence, for clients that are not programs of JSON. */
export const respondText = (c: Ctx, status: number, text: string, more: Headers = {}) =>
  respond(c, status, `${text}\n`, { 'content-type': 'text/plain; charset=utf-8', ...more })

export const refuseAsText: Refuse = (c, code, message, more) =>
  respondText(c, ERRORS[code].http, message, more)

const REDIRECT_SECONDS = 3600

/** 301 rather than 308: only GET and HEAD get here, and the oldest clients know it. */
export const redirect = (c: Ctx, location: string, more: Headers = {}) =>
  respond(c, 301, null, {
    location,
    'cache-control': `public, max-age=${REDIRECT_SECONDS}`,
    'content-length': '0',
    ...more,
  })

export function respondError(c: Ctx, error: HttpCode & MessageCode): Response
export function respondError(c: Ctx, error: HttpCode, message: string, more?: Headers): Response
export function respondError(c: Ctx, error: HttpCode, text?: string, more: Headers = {}): Response {
  const message = text ?? messageOf(error as MessageCode)
  const status = ERRORS[error].http
  const body: ErrorBody = { error, message, ...(status >= 500 && { request_id: c.env.requestId }) }
  return respondProblem(c, status, body, more)
}

/** Every error passes here: as JSON of our own, or as RFC 9457 describes it where the client asks for that. */
export function respondProblem(
  c: Ctx,
  status: number,
  body: ErrorBody,
  more: Headers = {},
): Response {
  if (!acceptsProblem(c.req.header('accept'))) return respondJson(c, status, body, more)
  const { message, ...rest } = body
  const problem: ProblemBody = {
    type: 'about:blank',
    title: STATUS_CODES[status]!,
    status,
    detail: message,
    ...rest,
  }
  return respondJson(c, status, problem, { 'content-type': 'application/problem+json', ...more })
}

export function respondInvalid(c: Ctx, issues: Issue[]): Response {
  const names = [...new Set(issues.map(issue => issue.path.join('.')))].join(', ')
  const body: ValidationErrorBody = {
    error: 'validation_error',
    message: `Invalid: ${names}.`,
    issues,
  }
  return respondProblem(c, 400, body)
}

export const respondStarting = (c: Ctx, more: Headers = {}) =>
  respondError(c, 'unavailable', messageOf('unavailable'), { 'retry-after': '1', ...more })

/** How an endpoint says no: as JSON, as text, or as an MCP error. */
export type Refuse = (c: Ctx, code: HttpCode, message: string, headers?: Headers) => Response

export function tooManyRequests(c: Ctx, seconds: number, refuse: Refuse = respondError): Response {
  const message = messageOf('too_many_requests', { seconds })
  return refuse(c, 'too_many_requests', message, { 'retry-after': String(seconds) })
}

/** Whether a browser asks, and so a person. */
export const wantsPage = (c: Ctx) => c.req.header('accept')?.includes('text/html') === true

export const isRead = (method: string | undefined) => method === 'GET' || method === 'HEAD'

const READ_METHODS = 'GET, HEAD, OPTIONS'
const REQUEST_HEADERS =
  'Accept, Authorization, Content-Type, If-Match, If-Modified-Since, If-None-Match, If-Unmodified-Since'

export function methodNotAllowed(c: Ctx): Response {
  if (c.req.method === 'OPTIONS') return respondPreflight(c)
  const message = messageOf('method_not_allowed', { methods: READ_METHODS })
  return respondError(c, 'method_not_allowed', message, { allow: READ_METHODS })
}

export function respondPreflight(
  c: Ctx,
  methods = READ_METHODS,
  headers = REQUEST_HEADERS,
): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...COMMON_HEADERS,
      allow: methods,
      'access-control-allow-methods': methods,
      'access-control-allow-headers': headers,
      'access-control-max-age': '86400',
      'x-request-id': c.env.requestId,
    },
  })
}
