/** The routes of the WebSub hub: a form in, one sentence or a subscription out. */
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { ERROR_CODES, type HttpCode } from '../model/error-codes.ts'
import { readBody } from './request-body.ts'
import {
  type Ctx,
  respond,
  respondError,
  respondJson,
  respondPreflight,
  tooManyRequests,
} from './response.ts'
import type { Headers } from './response-headers.ts'

export interface HubPort {
  /** A client that has to wait may still renew or end a subscription: others may share its address. */
  request(
    form: string,
    clientWaitSeconds: number,
  ): Promise<{ status: number; text: string; retryAfterSeconds?: number }>
  answerSubscriber(
    form: string,
  ): Promise<{ status: number; subscription?: object; retryAfterSeconds?: number }>
  /** Call it once the response is sent: the callback must not be asked before. */
  wake(): void
}

/** `hub` is undefined while the service starts or stops. `waitSeconds` bounds what a client may ask beyond its allowance at the hub. */
export async function respondHub(
  c: Ctx,
  hub: HubPort | undefined,
  waitSecondsAtHub: (incoming: IncomingMessage) => number,
  waitSeconds: (incoming: IncomingMessage) => number,
): Promise<Response> {
  if (c.req.method === 'OPTIONS') return respondPreflight(c, METHODS)
  if (c.req.method !== 'POST') return respondText(c, 405, HELP, { allow: METHODS })
  if (!hub) return respondText(c, 503, UNAVAILABLE, { 'retry-after': '1' })
  const hubSeconds = waitSecondsAtHub(c.env.incoming)
  const seconds = hubSeconds && waitSeconds(c.env.incoming)
  if (seconds > 0) return respondText(c, 429, tooMany(seconds), { 'retry-after': String(seconds) })
  const read = await readForm(c.env.incoming)
  if ('problem' in read) return respondText(c, ERROR_CODES[read.error].http, read.problem, read.headers)
  const { status, text, retryAfterSeconds } = await hub.request(read.form, hubSeconds)
  if (status === 202) c.env.outgoing.once('close', () => hub.wake())
  return respondText(c, status, text, {
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  })
}

/** For subscribers who ask about their own subscription. */
export async function respondOwnSubscription(
  c: Ctx,
  hub: HubPort | undefined,
  waitSeconds: (incoming: IncomingMessage) => number,
): Promise<Response> {
  if (c.req.method === 'OPTIONS') return respondPreflight(c, METHODS)
  if (c.req.method !== 'POST')
    return respondError(c, 'method_not_allowed', `Use ${METHODS}.`, { allow: METHODS })
  if (!hub) return respondError(c, 'unavailable', UNAVAILABLE, { 'retry-after': '1' })
  const seconds = waitSeconds(c.env.incoming)
  if (seconds > 0) return tooManyRequests(c, seconds)
  const read = await readForm(c.env.incoming)
  if ('problem' in read) return respondError(c, read.error, read.problem, read.headers)
  const { status, subscription, retryAfterSeconds = 0 } = await hub.answerSubscriber(read.form)
  if (status === 202) hub.wake()
  if (subscription) return respondJson(c, status, subscription)
  if (status === 400) return respondError(c, 'invalid_action', WRONG_ACTION)
  // The same for every reason: whether there is such a subscription is nobody else's business.
  if (status === 404) return respondError(c, 'not_found', NOT_PROVEN)
  if (status === 429) return tooManyRequests(c, retryAfterSeconds)
  return respondError(c, 'unavailable', AWAY, { 'retry-after': String(retryAfterSeconds) })
}

const MAX_BODY_BYTES = 16 * 1024
const METHODS = 'POST, OPTIONS'
const UNAVAILABLE = 'The hub is starting or stopping, or has lost its database. Try again later.'
const WRONG_ACTION = 'action must be status or replay.'
const NOT_PROVEN = 'There is no subscription that this request proves to own.'
const AWAY = 'The hub cannot reach its database. Try again in a moment.'
const tooMany = (seconds: number) => `Too many requests. Try again in ${seconds} seconds.`

type ReadForm = { form: string } | { error: HttpCode; problem: string; headers: Headers }

async function readForm(incoming: IncomingMessage): Promise<ReadForm> {
  const { headers } = incoming
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(headers['content-type'] ?? ''))
    return unsupported('Send the request as application/x-www-form-urlencoded.')
  if (!/^\s*(?:identity\s*)?$/i.test(headers['content-encoding'] ?? ''))
    return unsupported('Send the request without compression.', { 'accept-encoding': 'identity' })
  const body = await readBody(incoming, MAX_BODY_BYTES)
  if (body === null)
    return {
      error: 'too_large',
      problem: `The request must have at most ${MAX_BODY_BYTES} bytes.`,
      headers: { connection: 'close' },
    }
  if (!isUtf8(body)) return { error: 'invalid_encoding', problem: 'The request must be UTF-8.', headers: {} }
  return { form: new TextDecoder().decode(body) }
}

const unsupported = (problem: string, headers: Headers = {}): ReadForm => ({
  error: 'unsupported_media_type',
  problem,
  headers,
})

const HELP = 'This is a WebSub hub. Send hub.mode, hub.topic and hub.callback in a POST.'

export const respondHubFault = (c: Ctx) => respondText(c, 500, 'Something went wrong. Try again later.')

function respondText(c: Ctx, status: number, text: string, more: Headers = {}): Response {
  return respond(c, status, `${text}\n`, { 'content-type': 'text/plain; charset=utf-8', ...more })
}
