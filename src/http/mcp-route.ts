/** The route of the MCP endpoint: rate limit, body size, common headers, compression. */
import { mcpErrorBody } from '../model/error-body.ts'
import { ERRORS, type McpCode, messageOf } from '../model/errors.ts'
import { compress } from '../publish/documents/compression.ts'
import { acceptedCodings } from './content-negotiation.ts'
import { type Inbox, refusePost } from './posts.ts'
import type { Limiter } from './rate-limit.ts'
import { readBody } from './request-body.ts'
import { type Ctx, codingFor, respondJson } from './response.ts'
import { COMMON_HEADERS, contentHeaders } from './response-headers.ts'

export interface McpPort {
  fetch(request: Request, readBody: () => Promise<Buffer | null>): Promise<Response>
}

const VARY = { vary: 'Accept-Encoding' }

const MCP: Inbox = {
  methods: 'POST, OPTIONS',
  requestHeaders:
    'Accept, Authorization, Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, MCP-Protocol-Version, Mcp-Session-Id',
  maxBytes: 64 * 1024,
  // The body is not read, so the id of the message is unknown.
  refuse(c, code, message, headers) {
    const mcpCode = code as McpCode
    const body = mcpErrorBody(mcpCode, message)
    return respondJson(c, ERRORS[mcpCode].mcp[0], body, { ...VARY, ...headers })
  },
}

interface McpAccess {
  /** undefined while the service starts or stops. */
  mcp: () => McpPort | undefined
  limiter: Limiter
}

export async function respondMcp(c: Ctx, { mcp: current, limiter }: McpAccess): Promise<Response> {
  const { incoming } = c.env
  const mcp = current()
  const refusal = refusePost(c, MCP, mcp !== undefined, () => limiter.waitSeconds(incoming))
  if (refusal) return refusal
  const response = await mcp!.fetch(c.req.raw, () => readBody(incoming, MCP.maxBytes))
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

async function encode(c: Ctx, response: Response): Promise<Response> {
  const accepted = acceptedCodings(c.env.incoming.headers['accept-encoding'])
  const { status, headers } = response
  if (accepted[0] === 'identity' || status === 202) return response
  const body = new Uint8Array(await response.arrayBuffer())
  const coding = codingFor(body, accepted)
  if (!coding) return MCP.refuse(c, 'not_acceptable', messageOf('not_acceptable'))
  if (coding === 'identity') return new Response(body, { status, headers })
  const bytes = await compress(body, coding, 'swift')
  const type = headers.get('content-type') ?? 'application/json'
  for (const [name, value] of Object.entries(contentHeaders(type, bytes, coding)))
    headers.set(name, value)
  return new Response(bytes as Uint8Array<ArrayBuffer>, { status, headers })
}
