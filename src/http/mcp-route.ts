/** The face of the MCP endpoint: what HTTP adds to it. */
import { readBody } from './request-body.ts'
import { answerError, answerPreflight, type Ctx, tooMany } from './response.ts'
import { EVERYWHERE } from './response-headers.ts'

export interface McpFace {
  fetch(request: Request, readBody: () => Promise<Buffer | null>): Promise<Response>
}

const MAX_BODY_BYTES = 64 * 1024
const METHODS = 'POST, OPTIONS'
const REQUEST_HEADERS =
  'Accept, Authorization, Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, MCP-Protocol-Version, Mcp-Session-Id'

/** `mcp` is undefined while the service starts or stops. */
export async function answerMcp(c: Ctx, mcp: McpFace | undefined, waitSeconds: number): Promise<Response> {
  if (c.req.method === 'OPTIONS') return answerPreflight(c, METHODS, REQUEST_HEADERS)
  if (!mcp)
    return answerError(c, 503, 'unavailable', 'The service is starting or stopping. Try again in a moment.', {
      'retry-after': '1',
    })
  if (waitSeconds > 0) return tooMany(c, waitSeconds)
  const answer = await mcp.fetch(c.req.raw, () => readBody(c.env.incoming, MAX_BODY_BYTES))
  const always = { ...EVERYWHERE, 'cache-control': 'no-store', 'x-request-id': c.env.requestId }
  for (const [name, value] of Object.entries(always)) answer.headers.set(name, value)
  return answer
}
