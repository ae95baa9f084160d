/** The routes of the WebSub hub: a form in, one sentence or a subscription out. */
import { isUtf8 } from 'node:buffer'
import { messageOf } from '../model/errors.ts'
import { type Inbox, readPost, refusePost } from './posts.ts'
import type { Limiter } from './rate-limit.ts'
import {
  type Ctx,
  refuseAsText,
  respondError,
  respondJson,
  respondText,
  tooManyRequests,
} from './response.ts'

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

interface HubAccess {
  /** undefined while the service starts or stops. */
  hub: () => HubPort | undefined
  hubLimiter: Limiter
  /** Bounds what a client may ask beyond its allowance at the hub. */
  limiter: Limiter
}

const METHODS = 'POST, OPTIONS'
const FORM = { methods: METHODS, maxBytes: 16 * 1024 }
const HELP = 'This is a WebSub hub. Send hub.mode, hub.topic and hub.callback in a POST.'
const HUB: Inbox = { ...FORM, help: HELP, refuse: refuseAsText }
const SUBSCRIPTION: Inbox = {
  ...FORM,
  help: messageOf('method_not_allowed', { methods: METHODS }),
  refuse: respondError,
}

export async function respondHub(
  c: Ctx,
  { hub, hubLimiter, limiter }: HubAccess,
): Promise<Response> {
  const { incoming, outgoing } = c.env
  const port = hub()
  let hubSeconds = 0
  const refusal = refusePost(c, HUB, port !== undefined, () => {
    hubSeconds = hubLimiter.waitSeconds(incoming)
    return hubSeconds && limiter.waitSeconds(incoming)
  })
  const form = refusal ?? (await readForm(c, HUB))
  if (form instanceof Response) return form
  const { status, text, retryAfterSeconds } = await port!.request(form, hubSeconds)
  if (status === 202) outgoing.once('close', () => port!.wake())
  return respondText(c, status, text, {
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  })
}

/** For subscribers who ask about their own subscription. */
export async function respondOwnSubscription(
  c: Ctx,
  { hub, hubLimiter }: HubAccess,
): Promise<Response> {
  const port = hub()
  const refusal = refusePost(c, SUBSCRIPTION, port !== undefined, () =>
    hubLimiter.waitSeconds(c.env.incoming),
  )
  const form = refusal ?? (await readForm(c, SUBSCRIPTION))
  if (form instanceof Response) return form
  const { status, subscription, retryAfterSeconds = 0 } = await port!.answerSubscriber(form)
  if (status === 202) port!.wake()
  if (subscription) return respondJson(c, status, subscription)
  if (status === 400) return respondError(c, 'invalid_action')
  // The same for every reason: whether there is such a subscription is nobody else's business.
  if (status === 404) return respondError(c, 'not_found', NOT_PROVEN)
  if (status === 429) return tooManyRequests(c, retryAfterSeconds)
  return respondError(c, 'unavailable', AWAY, { 'retry-after': String(retryAfterSeconds) })
}

const NOT_PROVEN = 'There is no subscription that this request proves to own.'
const AWAY = 'The hub cannot reach its database. Try again in a moment.'

/** The form as it was sent, or why it cannot be read. */
async function readForm(c: Ctx, inbox: Inbox): Promise<string | Response> {
  const { headers } = c.env.incoming
  const { refuse } = inbox
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(headers['content-type'] ?? ''))
    return refuse(
      c,
      'unsupported_media_type',
      'Send the request as application/x-www-form-urlencoded.',
    )
  if (!/^\s*(?:identity\s*)?$/i.test(headers['content-encoding'] ?? '')) {
    const message = 'Send the request without compression.'
    return refuse(c, 'unsupported_media_type', message, { 'accept-encoding': 'identity' })
  }
  const body = await readPost(c, inbox)
  if (body instanceof Response) return body
  if (!isUtf8(body)) return refuse(c, 'invalid_encoding', messageOf('invalid_encoding'))
  return new TextDecoder().decode(body)
}

export const respondHubFault = (c: Ctx) =>
  respondText(c, 500, 'Something went wrong. Try again later.')
