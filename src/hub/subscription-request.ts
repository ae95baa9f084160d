/** Reads and validates a subscription request (WebSub §5.1). */
import { HubMode, type HubParameter, TopicPath } from '../model/subscription.ts'
import { type CallbackPolicy, RequestProblem, readCallback } from './callback-url.ts'

export type HubRequest = ReturnType<typeof readRequest>

const MAX_LEASE_SECONDS = 30 * 86_400
const DEFAULT_LEASE_SECONDS = 10 * 86_400

/** WebSub §5.1 requires fewer than 200 bytes. */
const SECRET_LIMIT_BYTES = 200

export function readRequest(body: string, callbacks: CallbackPolicy, minLeaseSeconds: number) {
  const form = new URLSearchParams(body)
  const { data: mode } = HubMode.safeParse(single(form, 'hub.mode'))
  if (!mode) throw new RequestProblem(`hub.mode must be ${HubMode.options.join(' or ')}.`)
  const topicUrl = required(form, 'hub.topic')
  const callbackUrl = required(form, 'hub.callback')
  return {
    mode,
    topic: readTopic(topicUrl, callbacks.baseUrl),
    /** As the subscriber spelled it. */
    topicUrl,
    callbackUrl,
    callback: readCallback(callbackUrl, callbacks),
    // An unsubscription has neither, so whatever the form says is ignored.
    secret: mode === 'subscribe' ? readSecret(form) : null,
    leaseSeconds: mode === 'subscribe' ? readLease(form, minLeaseSeconds) : DEFAULT_LEASE_SECONDS,
  }
}

function single(form: URLSearchParams, name: HubParameter): string | undefined {
  const values = form.getAll(name)
  if (values.length > 1)
    throw new RequestProblem(`${name} must be sent once, not ${values.length} times.`)
  return values[0]
}

function required(form: URLSearchParams, name: HubParameter): string {
  const value = single(form, name)
  if (!value) throw new RequestProblem(`${name} is missing.`)
  return value
}

function readTopic(topicUrl: string, baseUrl: string): TopicPath {
  const topic = findTopic(topicUrl, baseUrl)
  if (!topic) {
    const topics = TopicPath.options.map(path => baseUrl + path).join(', ')
    throw new RequestProblem(`hub.topic must be one of ${topics}.`)
  }
  return topic
}

export function findTopic(topicUrl: string, baseUrl: string): TopicPath | undefined {
  const decoded = decodeUnreserved(topicUrl)
  const href = URL.canParse(decoded) ? new URL(decoded).href : decoded
  // URL() ignores spaces and control characters and treats a backslash as a slash, but the challenge must repeat the topic as it was sent.
  return isPlain(topicUrl) ? TopicPath.options.find(path => href === baseUrl + path) : undefined
}

const isPlain = (url: string) => !/[\0-\x20\x7f\\]/.test(url)

/** Only letters, digits and -._~ mean the same with and without percent-encoding (RFC 3986 §2.3). */
const decodeUnreserved = (url: string) =>
  url.replace(/%[0-9a-f]{2}/gi, code => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : code
  })

function readSecret(form: URLSearchParams): string | null {
  const secret = single(form, 'hub.secret')
  if (secret !== undefined && Buffer.byteLength(secret) >= SECRET_LIMIT_BYTES)
    throw new RequestProblem(`hub.secret must be shorter than ${SECRET_LIMIT_BYTES} bytes.`)
  // The replacement character stands for bytes that were not UTF-8; a signature made with it could never match.
  if (secret?.includes('\ufffd')) throw new RequestProblem('hub.secret must be UTF-8.')
  // Some clients send an empty parameter when they have no secret.
  return secret || null
}

function readLease(form: URLSearchParams, minSeconds: number): number {
  const text = single(form, 'hub.lease_seconds')
  // Some clients send an empty parameter when they have no wish.
  if (!text) return DEFAULT_LEASE_SECONDS
  if (!/^\d+$/.test(text) || Number(text) === 0)
    throw new RequestProblem('hub.lease_seconds must be a positive whole number.')
  return Math.min(Math.max(Number(text), minSeconds), MAX_LEASE_SECONDS)
}
