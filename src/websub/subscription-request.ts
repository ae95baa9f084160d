/** Reads what a subscriber asks for (WebSub §5.1). */
import { HubMode, type HubParameter, TopicPath } from '../model/subscription.ts'
import { type Callback, type CallbackPolicy, CallbackProblem, readCallback } from './callback-url.ts'

export interface HubRequest {
  mode: HubMode
  topic: TopicPath
  /** As the subscriber wrote it. */
  topicUrl: string
  callbackUrl: string
  callback: Callback
  secret: string | null
  leaseSeconds: number
}

export interface LeasePolicy {
  minSeconds: number
  maxSeconds: number
  defaultSeconds: number
}

/** What is wrong with a request, in one sentence for the subscriber. */
export class RequestProblem extends Error {
  override name = 'RequestProblem'
}

/** The Recommendation says: less than 200 bytes. */
const SECRET_BYTES = 200

export function readRequest(body: string, callbacks: CallbackPolicy, leases: LeasePolicy): HubRequest {
  const form = new URLSearchParams(body)
  const { data: mode } = HubMode.safeParse(single(form, 'hub.mode'))
  if (!mode) throw new RequestProblem(`hub.mode must be ${HubMode.options.join(' or ')}.`)
  const topicUrl = required(form, 'hub.topic')
  const callbackUrl = required(form, 'hub.callback')
  return {
    mode,
    topic: readTopic(topicUrl, callbacks.baseUrl),
    topicUrl,
    callbackUrl,
    callback: checkCallback(callbackUrl, callbacks),
    // The end of a subscription has neither: what is said of them does not count.
    secret: mode === 'subscribe' ? readSecret(form) : null,
    leaseSeconds: mode === 'subscribe' ? readLease(form, leases) : leases.defaultSeconds,
  }
}

function single(form: URLSearchParams, name: HubParameter): string | undefined {
  const values = form.getAll(name)
  if (values.length > 1) throw new RequestProblem(`${name} must be given once, not ${values.length} times.`)
  return values[0]
}

function required(form: URLSearchParams, name: HubParameter): string {
  const value = single(form, name)
  if (!value) throw new RequestProblem(`${name} is missing.`)
  return value
}

function readTopic(topicUrl: string, baseUrl: string): TopicPath {
  const normal = decodeUnreserved(topicUrl)
  const href = URL.canParse(normal) ? new URL(normal).href : normal
  // A URL may be written with spaces and the like around it; we would have to write it back.
  const topic = isPlain(topicUrl) && TopicPath.options.find(path => href === baseUrl + path)
  if (!topic) {
    const topics = TopicPath.options.map(path => baseUrl + path).join(', ')
    throw new RequestProblem(`hub.topic must be one of ${topics}.`)
  }
  return topic
}

const isPlain = (url: string) => !/[\0-\x20\x7f]/.test(url)

/** Letters, digits and -._~ mean the same whether they are encoded or not (RFC 3986 §2.3); nothing else does. */
const decodeUnreserved = (url: string) =>
  url.replace(/%[0-9a-f]{2}/gi, code => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : code
  })

function checkCallback(callbackUrl: string, policy: CallbackPolicy): Callback {
  try {
    return readCallback(callbackUrl, policy)
  } catch (error) {
    if (error instanceof CallbackProblem) throw new RequestProblem(error.message)
    throw error
  }
}

function readSecret(form: URLSearchParams): string | null {
  const secret = single(form, 'hub.secret')
  if (secret !== undefined && Buffer.byteLength(secret) >= SECRET_BYTES)
    throw new RequestProblem(`hub.secret must have less than ${SECRET_BYTES} bytes.`)
  // What stands for bytes that are no UTF-8: nobody could check a signature made with it.
  if (secret?.includes('\ufffd')) throw new RequestProblem('hub.secret must be UTF-8.')
  // Some clients send the parameter without a value when they have none.
  return secret || null
}

function readLease(form: URLSearchParams, { minSeconds, maxSeconds, defaultSeconds }: LeasePolicy): number {
  const text = single(form, 'hub.lease_seconds')
  if (text === undefined) return defaultSeconds
  if (!/^\d+$/.test(text) || Number(text) === 0)
    throw new RequestProblem('hub.lease_seconds must be a positive whole number.')
  return Math.min(Math.max(Number(text), minSeconds), maxSeconds)
}
