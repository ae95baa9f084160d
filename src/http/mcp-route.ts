/** The route of the MCP endpoint: rate limit, body size, common headers. */
import { readBody } from './request-body.ts'
import { type Ctx, respondError, respondPreflight, tooManyRequests } from './response.ts'
import { COMMON_HEADERS } from './response-headers.ts'

export interface McpPort {
  fetch(request: Request, readBody: () => Promise<Buffer | null>): Promise<Response>
}

const MAX_BODY_BYTES = 64 * 1024
const METHODS = 'POST, OPTIONS'
const REQUEST_HEADERS =
  'Accept, Authorization, Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, MCP-Protocol-Version, Mcp-Session-Id'

/** `mcp` is undefined while the service starts or stops. */
export async function respondMcp(c: Ctx, mcp: McpPort | undefined, waitSeconds: number): Promise<Response> {
  if (c.req.method === 'OPTIONS') return respondPreflight(c, METHODS, REQUEST_HEADERS)
  if (!mcp)
    return respondError(
      c,
      503,
      'unavailable',
      'The service is starting or stopping. Try again in a moment.',
      {
        'retry-after': '1',
      },
    )
  if (waitSeconds > 0) return tooManyRequests(c, waitSeconds)
  const response = await mcp.fetch(c.req.raw, () => readBody(c.env.incoming, MAX_BODY_BYTES))
  const always = { ...COMMON_HEADERS, 'cache-control': 'no-store', 'x-request-id': c.env.requestId }
  for (const [name, value] of Object.entries(always)) response.headers.set(name, value)
  return response
}
