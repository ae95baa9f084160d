/** Sends a topic's content to a subscriber that is behind, and judges the answer (WebSub §7). */
import { createHmac } from 'node:crypto'
import type { Logger } from 'pino'
import type { DeliveryOutcome, DueRow } from '../store/hub/hub-store.ts'
import { addToTarget, type Callback, describeCallback, splitCallback } from './callback-url.ts'
import type { Breaker } from './circuit-breaker.ts'
import type { HubMetrics, RemovalReason } from './hub-metrics.ts'
import { ForbiddenAddress, type Outgoing, type OutgoingAnswer } from './outgoing-requests.ts'
import { PUT_OFF_SECONDS, type RetryDelays } from './retry-delays.ts'
import type { Seal } from './sealed-secrets.ts'
import type { Settle } from './settle-deliveries.ts'
import { Closing, GaveWay, type Slots } from './slots.ts'
import type { TopicContent } from './topic-content.ts'

/** true where the subscription is to be looked at again: it is still behind, or behind anew. */
export type Deliver = (row: DueRow) => Promise<boolean>

export interface DeliverDependencies {
  lanes: Slots
  outgoing: Outgoing
  breaker: Breaker
  seal: Seal
  settle: Settle
  metrics: HubMetrics
  waits: RetryDelays
  topicOf: (row: DueRow) => TopicContent
  /** The waits between tries. */
  retrySeconds: number[]
  now: () => Date
  log: Logger
}

/** The host is left alone for a while. */
class HostRests extends Error {
  override name = 'HostRests'
  readonly untilMs: number
  constructor(untilMs: number) {
    super()
    this.untilMs = untilMs
  }
}

/** What came of a delivery, and why the subscription ends if it does. */
interface Verdict {
  outcome: DeliveryOutcome
  ended?: RemovalReason
}

const LONGEST_RETRY_AFTER_SECONDS = 3600
/** A notice is a courtesy: when so many wait, as after the loss of a key, no more are kept. */
const MOST_NOTICES = 500

export function createDeliver(dependencies: DeliverDependencies): Deliver {
  const { lanes, outgoing, breaker, seal, settle, metrics, waits, topicOf, now, retrySeconds, log } =
    dependencies

  async function send(row: DueRow, callback: Callback, secret: string | null): Promise<Verdict> {
    let topic = topicOf(row)
    try {
      const answer = await lanes.run({
        ...callback,
        slow: row.slow === 1,
        async send(signal) {
          const restsUntil = breaker.restsUntil(row.host)
          if (restsUntil !== null) throw new HostRests(restsUntil)
          // The lease may have ended while it waited: the next claim leaves it out.
          if (row.expires_at <= now().toISOString()) throw new Closing()
          // What is newest now, not when the row was claimed.
          topic = topicOf(row)
          return await outgoing.send(callback, {
            method: 'POST',
            target: callback.target,
            headers: headersFor(topic, secret),
            body: topic.body,
            signal,
            last: lanes.isLast(callback),
          })
        },
      })
      const verdict = judge(row, answer, topic)
      if (answer.status !== 410) breaker.note(row.host, verdict.outcome.kind === 'delivered')
      return verdict
    } catch (error) {
      return afterError(row, error)
    }
  }

  function judge(row: DueRow, { status, retryAfter }: OutgoingAnswer, topic: TopicContent): Verdict {
    if (status >= 200 && status < 300) {
      metrics.delivered(topic.path, (now().getTime() - topic.publishedMs) / 1000)
      return { outcome: { kind: 'delivered', hash: topic.hash, status } }
    }
    if (status === 410) return ending('gone')
    const askedSeconds = status === 429 || status === 503 ? waitAsked(retryAfter, now()) : 0
    return strike(row, status, askedSeconds)
  }

  function afterError(row: DueRow, error: unknown): Verdict {
    if (error instanceof Closing) return { outcome: { kind: 'again', at: now(), because: 'stopped' } }
    if (error instanceof GaveWay)
      return { outcome: { kind: 'again', at: waits.after(PUT_OFF_SECONDS), because: 'slow' } }
    if (error instanceof HostRests)
      return { outcome: { kind: 'again', at: new Date(error.untilMs), because: 'stopped' } }
    if (error instanceof ForbiddenAddress) return ending('forbidden')
    breaker.note(row.host, false)
    return strike(row, null, 0)
  }

  /** One failed delivery; after as many as there are waits, and one more, it is over. */
  function strike(row: DueRow, status: number | null, askedSeconds: number): Verdict {
    const seconds = retrySeconds[row.failures]
    if (seconds === undefined) return ending('failures')
    const at = Math.max(waits.after(seconds).getTime(), now().getTime() + askedSeconds * 1000)
    return { outcome: { kind: 'failed', status, at: new Date(at) } }
  }

  /** Nobody is told that waits for no answer; so the hub does not wait for one either (§5.2). */
  function tellEnd(row: DueRow, callback: Callback, reason: string): void {
    if (lanes.room(true) < -MOST_NOTICES) return
    const parameters = { 'hub.mode': 'denied', 'hub.topic': row.topic_url, 'hub.reason': reason }
    const target = addToTarget(callback.target, parameters)
    lanes
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

  function noteEnd(row: DueRow, callback: Callback, reason: RemovalReason): void {
    metrics.removal(reason)
    log.info({ callback: describeCallback(row.callback), topic: row.topic }, `Subscription ended: ${reason}`)
    const told = TOLD[reason]
    if (told) tellEnd(row, callback, told)
  }

  return async row => {
    const callback = splitCallback(row.callback)
    const secret = row.secret && seal.open(row.secret)
    // Without its key the hub could only send what nobody can check.
    const isUnsignable = row.secret !== null && secret === null
    const { outcome, ended } = isUnsignable ? ending('key') : await send(row, callback, secret)
    const isRemoved = await settle(row, outcome)
    metrics.delivery(row.topic, outcome.kind === 'again' ? outcome.because : outcome.kind)
    if (ended && isRemoved) noteEnd(row, callback, ended)
    return outcome.kind === 'delivered' ? outcome.hash !== topicOf(row).hash : !ended
  }
}

const ending = (reason: RemovalReason): Verdict => ({ outcome: { kind: 'ended' }, ended: reason })

/** The reasons that a subscriber cannot know. */
const TOLD: Partial<Record<RemovalReason, string>> = {
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
function waitAsked(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - now.getTime()) / 1000
  return Math.min(Math.max(seconds || 0, 0), LONGEST_RETRY_AFTER_SECONDS)
}
