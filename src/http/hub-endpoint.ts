/** The route of the WebSub hub: a form in, one sentence out. */
import type { IncomingMessage } from 'node:http'
import { readBody } from './request-body.ts'
import { type Ctx, respondPreflight } from './response.ts'
import { COMMON_HEADERS, type Headers } from './response-headers.ts'

export interface HubPort {
  request(form: string): Promise<{ status: number; text: string; retryAfterSeconds?: number }>
  /** Call it once the response is sent: the callback must not be asked before. */
  wake(): void
}

const MAX_BODY_BYTES = 16 * 1024
const METHODS = 'POST, OPTIONS'

/** `hub` is undefined while the service starts or stops. */
export async function respondHub(
  c: Ctx,
  hub: HubPort | undefined,
  waitSeconds: (incoming: IncomingMessage) => number,
): Promise<Response> {
  const { incoming, outgoing } = c.env
  if (c.req.method === 'OPTIONS') return respondPreflight(c, METHODS)
  if (c.req.method !== 'POST') return respondText(c, 405, HELP, { allow: METHODS })
  if (!hub) return respondText(c, 503, 'The hub is starting or stopping. Try again.', { 'retry-after': '1' })
  const seconds = waitSeconds(incoming)
  if (seconds > 0)
    return respondText(c, 429, `Too many requests. Try again in ${seconds} seconds.`, {
      'retry-after': String(seconds),
    })
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(incoming.headers['content-type'] ?? ''))
    return respondText(c, 415, 'Send the request as application/x-www-form-urlencoded.')
  if (!/^\s*(?:identity\s*)?$/i.test(incoming.headers['content-encoding'] ?? ''))
    return respondText(c, 415, 'Send the request without compression.', { 'accept-encoding': 'identity' })
  const body = await readBody(incoming, MAX_BODY_BYTES)
  if (body === null)
    return respondText(c, 413, `The request must have at most ${MAX_BODY_BYTES} bytes.`, {
      connection: 'close',
    })
  const form = decodeUtf8(body)
  if (form === null) return respondText(c, 400, 'The request must be UTF-8.')
  const { status, text, retryAfterSeconds } = await hub.request(form)
  if (status === 202) outgoing.once('close', () => hub.wake())
  return respondText(c, status, text, {
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  })
}

const HELP = 'This is a WebSub hub. Send hub.mode, hub.topic and hub.callback in a POST.'

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

export const respondHubFault = (c: Ctx) => respondText(c, 500, 'Something went wrong. Try again later.')

function respondText(c: Ctx, status: number, text: string, more: Headers = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: {
      ...COMMON_HEADERS,
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': c.env.requestId,
      ...more,
    },
  })
}
