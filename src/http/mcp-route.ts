/** The route of the MCP endpoint: rate limit, body size, common headers, compression. */
import { mcpErrorBody } from '../model/error.ts'
import { ERROR_CODES, type McpCode } from '../model/error-codes.ts'
import { compress } from '../publish/documents/compression.ts'
import { acceptedCodings } from './content-negotiation.ts'
import { readBody } from './request-body.ts'
import { CODING_PROBLEM, type Ctx, codingFor, respondJson, respondPreflight } from './response.ts'
import { COMMON_HEADERS, contentHeaders, type Headers } from './response-headers.ts'

export interface McpPort {
  fetch(request: Request, readBody: () => Promise<Buffer | null>): Promise<Response>
}

const MAX_BODY_BYTES = 64 * 1024
const METHODS = 'POST, OPTIONS'
const REQUEST_HEADERS =
  'Accept, Authorization, Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, MCP-Protocol-Version, Mcp-Session-Id'

const VARY = { vary: 'Accept-Encoding' }

/** `mcp` is undefined while the service starts or stops. */
export async function respondMcp(
  c: Ctx,
  mcp: McpPort | undefined,
  waitSeconds: number,
  spendMs: (ms: number) => void,
): Promise<Response> {
  if (c.req.method === 'OPTIONS') return respondPreflight(c, METHODS, REQUEST_HEADERS)
  if (!mcp) return rejectUnread(c, 'unavailable', UNAVAILABLE, { 'retry-after': '1' })
  if (waitSeconds > 0)
    return rejectUnread(c, 'too_many_requests', `Too many requests. Try again in ${waitSeconds} seconds.`, {
      'retry-after': String(waitSeconds),
    })
  let startMs = performance.now()
  const response = await mcp.fetch(c.req.raw, async () => {
    const body = await readBody(c.env.incoming, MAX_BODY_BYTES)
    startMs = performance.now()
    return body
  })
  spendMs(performance.now() - startMs)
  const isStream = response.headers.get('content-type') === 'text/event-stream'
  // A proxy that compresses a stream holds its events back.
  const cacheControl = isStream ? 'no-store, no-transform' : 'no-store'
  const always = {
    ...COMMON_HEADERS,
    ...VARY,
    'cache-control': cacheControl,
    'x-request-id': c.env.requestId,
  }
  for (const [name, value] of Object.entries(always)) response.headers.set(name, value)
  return isStream ? response : await encode(c, response)
}

const UNAVAILABLE = 'The service is starting or stopping. Try again in a moment.'

/** The body of the request is not read, so the id of the message is unknown. */
const rejectUnread = (c: Ctx, code: McpCode, message: string, headers: Headers = {}) =>
  respondJson(c, ERROR_CODES[code].mcp[0], mcpErrorBody(code, message), { ...VARY, ...headers })

async function encode(c: Ctx, response: Response): Promise<Response> {
  const accepted = acceptedCodings(c.env.incoming.headers['accept-encoding'])
  const { status, headers } = response
  if (accepted[0] === 'identity' || status === 202) return response
  const body = new Uint8Array(await response.arrayBuffer())
  const coding = codingFor(body, accepted)
  if (!coding) return rejectUnread(c, 'not_acceptable', CODING_PROBLEM)
  if (coding === 'identity') return new Response(body, { status, headers })
  const bytes = await compress(body, coding, 'swift')
  const type = headers.get('content-type') ?? 'application/json'
  for (const [name, value] of Object.entries(contentHeaders(type, bytes, coding))) headers.set(name, value)
  return new Response(bytes as Uint8Array<ArrayBuffer>, { status, headers })
}
