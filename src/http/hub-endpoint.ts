/** The face of the WebSub hub: a form in, one sentence out. */
import type { IncomingMessage } from 'node:http'
import { readBody } from './request-body.ts'
import { answerPreflight, type Ctx } from './response.ts'
import { EVERYWHERE, type Headers } from './response-headers.ts'

export interface HubFace {
  request(form: string): Promise<{ status: number; text: string; retryAfterSeconds?: number }>
  /** To be called when the answer is out: the callback must not be asked before. */
  wake(): void
}

const MAX_BODY_BYTES = 16 * 1024
const METHODS = 'POST, OPTIONS'

/** `hub` is undefined while the service starts or stops. */
export async function answerHub(
  c: Ctx,
  hub: HubFace | undefined,
  waitSeconds: (incoming: IncomingMessage) => number,
): Promise<Response> {
  const { incoming, outgoing } = c.env
  if (c.req.method === 'OPTIONS') return answerPreflight(c, METHODS)
  if (c.req.method !== 'POST') return answerText(c, 405, HELP, { allow: METHODS })
  if (!hub) return answerText(c, 503, 'The hub is starting or stopping. Try again.', { 'retry-after': '1' })
  const seconds = waitSeconds(incoming)
  if (seconds > 0)
    return answerText(c, 429, `Too many requests. Try again in ${seconds} seconds.`, {
      'retry-after': String(seconds),
    })
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(incoming.headers['content-type'] ?? ''))
    return answerText(c, 415, 'Send the request as application/x-www-form-urlencoded.')
  const body = await readBody(incoming, MAX_BODY_BYTES)
  if (body === null)
    return answerText(c, 413, `The request must have at most ${MAX_BODY_BYTES} bytes.`, {
      connection: 'close',
    })
  const form = decodeUtf8(body)
  if (form === null) return answerText(c, 400, 'The request must be UTF-8.')
  const { status, text, retryAfterSeconds } = await hub.request(form)
  if (status === 202) outgoing.once('close', () => hub.wake())
  return answerText(c, status, text, {
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

/** For a fault of ours. */
export const answerFault = (c: Ctx) => answerText(c, 500, 'Something went wrong here. Try again later.')

function answerText(c: Ctx, status: number, text: string, more: Headers = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: {
      ...EVERYWHERE,
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': c.env.requestId,
      ...more,
    },
  })
}
