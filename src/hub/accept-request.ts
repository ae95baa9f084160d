/** Accepts or rejects a subscription request, before the callback is asked (WebSub §5.1). */
import type { TopicPath } from '../model/subscription.ts'
import { StoreProblem } from '../store/base/store-problem.ts'
import type { Acceptance } from '../store/hub/hub-store.ts'
import { RequestProblem } from './callback-url.ts'
import type { HubParts } from './hub-parts.ts'
import { type HubRequest, readRequest } from './subscription-request.ts'

/** Takes the form of a request, and never throws because of what is in it. A client that has to wait may still renew or end a subscription. */
export type AcceptRequest = (form: string, clientWaitSeconds?: number) => Promise<HubResponse>

export interface HubResponse {
  status: 202 | 400 | 429 | 503
  /** One sentence for the subscriber. */
  text: string
  retryAfterSeconds?: number
}

/** By then the response is out: a challenge that came first would confuse the subscriber. */
export const CHALLENGE_DELAY_MS = 50

const MAX_PENDING = 1000

export function createAcceptRequest(parts: HubParts): AcceptRequest {
  const {
    store,
    baseUrl,
    isAllowed,
    allowedNetworks,
    waitForHost,
    waitForPair,
    seal,
    topics,
    metrics,
  } = parts
  const callbacks = { baseUrl, isAllowed, allowsNetworks: allowedNetworks.length > 0 }
  const limits = { perTopic: parts.maxPerTopic, perHost: parts.maxPerHost, pending: MAX_PENDING }

  /** Others may have exhausted the allowance of the client's address or of the host. */
  async function secondsToWait(
    seconds: number,
    topic: TopicPath,
    callback: string,
  ): Promise<number> {
    if (seconds === 0 || !(await store.isSubscribed(topic, callback))) return seconds
    return waitForPair(`${topic} ${callback}`)
  }

  async function accept(
    { callback, callbackUrl, secret, ...rest }: HubRequest,
    clientSeconds: number,
  ) {
    const seconds = clientSeconds || waitForHost(callback.host)
    const waitSeconds = await secondsToWait(seconds, rest.topic, callbackUrl)
    if (waitSeconds > 0)
      return tooMany(waitSeconds, clientSeconds > 0 ? '' : ` for ${callback.host}`)
    const request = {
      ...rest,
      callback: callbackUrl,
      host: callback.host,
      secret: secret === null ? null : seal.close(secret),
      delayMs: CHALLENGE_DELAY_MS,
    }
    let acceptance = await store.accept(request, limits)
    if (acceptance === 'no topic') {
      // The first content may be published already, but not saved yet.
      await topics.save()
      acceptance = await store.accept(request, limits)
    }
    return RESPONSES[acceptance]
  }

  return async (form, clientWaitSeconds = 0) => {
    let mode = 'unknown'
    let response: HubResponse
    try {
      const request = readRequest(form, callbacks, parts.minLeaseSeconds)
      mode = request.mode
      response = await accept(request, clientWaitSeconds)
    } catch (error) {
      if (error instanceof RequestProblem)
        response =
          clientWaitSeconds > 0 ? tooMany(clientWaitSeconds) : { status: 400, text: error.message }
      else if (error instanceof StoreProblem)
        response = rejection(503, 'The hub cannot reach its database.', 10)
      else throw error
    }
    metrics.requests.inc({ mode, outcome: response.status })
    return response
  }
}

const rejection = (status: 429 | 503, text: string, retryAfterSeconds: number): HubResponse => ({
  status,
  text: `${text} Try again in ${retryAfterSeconds} ${retryAfterSeconds === 1 ? 'second' : 'seconds'}.`,
  retryAfterSeconds,
})

const tooMany = (seconds: number, where = '') =>
  rejection(429, `Too many requests${where}.`, seconds)

const RESPONSES: Record<Acceptance, HubResponse> = {
  accepted: { status: 202, text: 'Accepted. The hub will now ask the callback to confirm.' },
  'no topic': rejection(503, 'The hub is starting.', 1),
  'too many pending': rejection(503, 'Too many requests are waiting for verification.', 60),
  'topic full': rejection(503, 'This topic has as many subscriptions as this hub allows.', 3600),
  'host full': rejection(
    429,
    'This host has as many subscriptions to the topic as this hub allows.',
    3600,
  ),
}
