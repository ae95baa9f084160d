/** Delivers a topic's content to a subscriber that is behind, and decides what the response means (WebSub §7). */
import { createHmac } from 'node:crypto'
import type { Logger } from 'pino'
import type { DeliveryOutcome, DueRow } from '../store/hub/hub-store.ts'
import { addToTarget, type Callback, describeCallback, splitCallback } from './callback-url.ts'
import type { Breaker } from './circuit-breaker.ts'
import type { HubMetrics, RemovalReason } from './hub-metrics.ts'
import { ForbiddenAddress, type Outgoing, type OutgoingResponse } from './outgoing-requests.ts'
import { PUT_OFF_SECONDS, type RetryDelays } from './retry-delays.ts'
import type { Seal } from './sealed-secrets.ts'
import type { Settle } from './settle-deliveries.ts'
import { Closing, GaveWay, type Slots } from './slots.ts'
import type { TopicContent } from './topic-content.ts'

/** true if the subscription is still behind, or behind again, so that the hub should look for it at once. */
export type Deliver = (row: DueRow) => Promise<boolean>

export interface DeliverDependencies {
  slots: Slots
  outgoing: Outgoing
  breaker: Breaker
  seal: Seal
  settle: Settle
  metrics: HubMetrics
  retryDelays: RetryDelays
  topicOf: (row: DueRow) => TopicContent
  /** The delays between tries; after the last one the subscription ends. */
  retrySeconds: number[]
  now: () => Date
  log: Logger
}

/** The host has an outage, so nothing was sent. */
class CircuitOpen extends Error {
  override name = 'CircuitOpen'
  readonly untilMs: number
  constructor(untilMs: number) {
    super()
    this.untilMs = untilMs
  }
}

/** The lease expired while the delivery waited for a slot, so nothing was sent. */
class LeaseExpired extends Error {
  override name = 'LeaseExpired'
}

/** The outcome of a delivery, and why the subscription ends if it does. */
interface Verdict {
  outcome: DeliveryOutcome
  ended?: RemovalReason
}

const MAX_RETRY_AFTER_SECONDS = 3600
/** Denial notices are a courtesy: when this many wait, as after the loss of a key, the rest are dropped. */
const MAX_WAITING_NOTICES = 500

export function createDeliver(dependencies: DeliverDependencies): Deliver {
  const { slots, outgoing, breaker, seal, settle, metrics, retryDelays, topicOf, now, retrySeconds, log } =
    dependencies

  async function send(row: DueRow, callback: Callback, secret: string | null): Promise<Verdict> {
    let topic = topicOf(row)
    try {
      const response = await slots.run({
        ...callback,
        slow: row.slow === 1,
        async send(signal) {
          const openUntil = breaker.openUntil(row.host)
          if (openUntil !== null) throw new CircuitOpen(openUntil)
          if (row.expires_at <= now().toISOString()) throw new LeaseExpired()
          // The newest content now, not when the row was claimed.
          topic = topicOf(row)
          return await outgoing.send(callback, {
            method: 'POST',
            target: callback.target,
            headers: headersFor(topic, secret),
            body: topic.body,
            signal,
            last: slots.isLast(callback),
          })
        },
      })
      const verdict = judge(row, response, topic)
      if (response.status !== 410) breaker.note(row.host, verdict.outcome.kind === 'delivered')
      return verdict
    } catch (error) {
      return afterError(row, error)
    }
  }

  function judge(row: DueRow, { status, retryAfter }: OutgoingResponse, topic: TopicContent): Verdict {
    if (status >= 200 && status < 300) {
      metrics.delivered(topic.path, (now().getTime() - topic.publishedMs) / 1000)
      return { outcome: { kind: 'delivered', hash: topic.hash, status } }
    }
    if (status === 410) return endBecause('gone')
    const askedSeconds = status === 429 || status === 503 ? retryAfterSeconds(retryAfter, now()) : 0
    return failed(row, status, askedSeconds)
  }

  function afterError(row: DueRow, error: unknown): Verdict {
    // An expired lease needs no more than this: the next claim skips it, and the sweep removes it.
    if (error instanceof Closing || error instanceof LeaseExpired)
      return { outcome: { kind: 'again', at: now(), because: 'stopped' } }
    if (error instanceof GaveWay)
      return { outcome: { kind: 'again', at: retryDelays.after(PUT_OFF_SECONDS), because: 'slow' } }
    if (error instanceof CircuitOpen)
      return { outcome: { kind: 'again', at: new Date(error.untilMs), because: 'stopped' } }
    if (error instanceof ForbiddenAddress) return endBecause('forbidden')
    breaker.note(row.host, false)
    return failed(row, null, 0)
  }

  /** Ends the subscription once there are no retries left. */
  function failed(row: DueRow, status: number | null, askedSeconds: number): Verdict {
    const seconds = retrySeconds[row.failures]
    if (seconds === undefined) return endBecause('failures')
    const at = Math.max(retryDelays.after(seconds).getTime(), now().getTime() + askedSeconds * 1000)
    return { outcome: { kind: 'failed', status, at: new Date(at) } }
  }

  /** Best effort: a denial notice needs no reply, so the hub does not wait for one (§5.2). */
  function sendDenial(row: DueRow, callback: Callback, reason: string): void {
    if (slots.room(true) < -MAX_WAITING_NOTICES) return
    const parameters = { 'hub.mode': 'denied', 'hub.topic': row.topic_url, 'hub.reason': reason }
    const target = addToTarget(callback.target, parameters)
    slots
      .run({
        ...callback,
        slow: true,
        send: signal =>
          outgoing.send(callback, {
            method: 'GET',
            target,
            signal,
            last: true,
          }),
      })
      .catch(() => {})
  }

  function reportEnd(row: DueRow, callback: Callback, reason: RemovalReason): void {
    metrics.removal(reason)
    log.info({ callback: describeCallback(row.callback), topic: row.topic }, `Subscription ended: ${reason}`)
    const denial = DENIAL_REASONS[reason]
    if (denial) sendDenial(row, callback, denial)
  }

  return async row => {
    const callback = splitCallback(row.callback)
    const secret = row.secret && seal.open(row.secret)
    // Without the key, the hub could only send deliveries that the subscriber must reject.
    const isUnsignable = row.secret !== null && secret === null
    const { outcome, ended } = isUnsignable ? endBecause('key') : await send(row, callback, secret)
    const isRemoved = await settle(row, outcome)
    metrics.delivery(row.topic, outcome.kind === 'again' ? outcome.because : outcome.kind)
    if (ended && isRemoved) reportEnd(row, callback, ended)
    return outcome.kind === 'delivered' ? outcome.hash !== topicOf(row).hash : !ended
  }
}

const endBecause = (reason: RemovalReason): Verdict => ({ outcome: { kind: 'ended' }, ended: reason })

/** The hub only notifies subscribers of reasons that they cannot know. */
const DENIAL_REASONS: Partial<Record<RemovalReason, string>> = {
  failures: '3 consecutive delivery failures',
  key: 'the hub has a new key and can no longer sign; please subscribe again',
}

function headersFor(
  { contentType, link, body }: TopicContent,
  secret: string | null,
): Record<string, string> {
  const headers = { 'content-type': contentType, link }
  if (secret === null) return headers
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  return { ...headers, 'x-hub-signature': `sha256=${signature}` }
}

/** Seconds or a date (RFC 9110 §10.2.3). */
function retryAfterSeconds(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - now.getTime()) / 1000
  return Math.min(Math.max(seconds || 0, 0), MAX_RETRY_AFTER_SECONDS)
}
