/** Delivers a topic's content to a subscriber that is behind, and decides what the response means (WebSub §7). */
import { createHmac, hash as hashOnce } from 'node:crypto'
import { ForbiddenAddress, ForbiddenName } from '../outgoing/failures.ts'
import type { HttpResponse } from '../outgoing/http-client.ts'
import type {
  DeliveryOutcome,
  DueRow,
  HubStore,
  Settled,
  Suspension,
} from '../store/hub/hub-store.ts'
import { type Callback, describeCallback, splitCallback } from './callback-url.ts'
import { type Breaker, type DeliveryResult, resultOf } from './circuit-breaker.ts'
import messages from './hub-messages.json' with { type: 'json' }
import type { RemovalReason } from './hub-metrics.ts'
import type { HubParts } from './hub-parts.ts'
import { Paused } from './outage.ts'
import { Closing, Displaced } from './request-scheduler.ts'
import { PUT_OFF_SECONDS, waitSeconds } from './retry-delays.ts'
import type { TopicContent } from './topic-content.ts'

/** true if the subscription is still behind, or behind again, so that the hub should look for it at once. */
export type Deliver = (row: DueRow) => Promise<boolean>

export interface DeliverDependencies
  extends Pick<
    HubParts,
    | 'scheduler'
    | 'outgoing'
    | 'outage'
    | 'seal'
    | 'metrics'
    | 'retryDelays'
    | 'now'
    | 'clock'
    | 'log'
  > {
  breaker: Breaker
  /** Records a suspension for the operator. Returns at once: our database has no part in what a callback did. */
  suspend: (suspension: Suspension) => void
  /** Records its end, and makes due what waited for that. */
  lift: (suspension: Pick<Suspension, 'scope' | 'subject'>) => void
  settle: Settle
  topicOf: (row: DueRow) => TopicContent
  /** The delays between tries; after the last one the subscription ends. */
  retrySeconds: number[]
}

/** The callback or its host is suspended, so nothing was sent. */
class CircuitOpen extends Error {
  readonly untilMs: number
  constructor(untilMs: number) {
    super()
    this.untilMs = untilMs
  }
}

/** The lease expired while the delivery waited for a slot, so nothing was sent. */
class LeaseExpired extends Error {}

/** The outcome of a delivery, and why the subscription ends if it does. */
type Verdict = { outcome: DeliveryOutcome; ended?: RemovalReason }

const MAX_RETRY_AFTER_SECONDS = 3600
/** Long enough for any mistake with name servers, ours or the subscriber's, to be found and corrected. */
const FORBIDDEN_MS = 3 * 86_400_000

export function createDeliver(dependencies: DeliverDependencies): Deliver {
  const { scheduler, outgoing, outage, breaker, suspend, lift, seal, settle, metrics } =
    dependencies
  const { retryDelays, topicOf, now, clock, retrySeconds, log } = dependencies

  async function send(row: DueRow, callback: Callback, secret: string | null): Promise<Verdict> {
    let topic = topicOf(row)
    let startedMs = 0
    let response: HttpResponse
    try {
      response = await scheduler.run({
        ...callback,
        slow: row.slow === 1,
        async send(signal) {
          throwIfWaiting(row)
          startedMs = clock.ms()
          // The newest content now, not when the row was claimed.
          topic = topicOf(row)
          return await outgoing.send(callback, {
            method: 'POST',
            target: callback.target,
            headers: headersFor(row, topic, secret),
            body: topic.body,
            signal,
            isLast: scheduler.isLast(callback),
            isRepeatable: true,
          })
        },
      })
    } catch (error) {
      return await afterError(row, error, startedMs)
    }
    if (response.status !== 410) note(row, resultOf(response.status))
    return judge(row, response, topic)
  }

  /** Throws what it waits for. */
  function throwIfWaiting(row: DueRow): void {
    if (Date.parse(row.expires_at) <= now().getTime()) throw new LeaseExpired()
    const admission = breaker.admit(row)
    if (admission.kind === 'wait') throw new CircuitOpen(admission.untilMs)
    if (!outage.admits(row.host)) throw new Paused()
  }

  function note(row: DueRow, result: DeliveryResult): void {
    const { suspended, lifted } = breaker.note(row, result)
    if (suspended) suspend(suspended)
    for (const one of lifted) lift(one)
  }

  function judge(row: DueRow, { status, headers }: HttpResponse, topic: TopicContent): Verdict {
    if (status >= 200 && status < 300) {
      metrics.delays.observe({ topic: topic.path }, (clock.ms() - topic.publishedMs) / 1000)
      return { outcome: { kind: 'delivered', hash: topic.hash, status } }
    }
    if (status === 410) return endBecause('gone')
    const askedSeconds =
      status === 429 || status === 503 ? retryAfterSeconds(headers['retry-after'], now()) : 0
    return failed(row, status, askedSeconds)
  }

  async function afterError(row: DueRow, error: unknown, startedMs: number): Promise<Verdict> {
    // An expired lease needs no more than this: the next claim skips it, and the sweep removes it.
    if (error instanceof Closing || error instanceof LeaseExpired)
      return { outcome: { kind: 'again', at: now(), because: 'stopped' } }
    if (error instanceof Displaced)
      return { outcome: { kind: 'again', at: retryDelays.after(PUT_OFF_SECONDS), because: 'slow' } }
    if (error instanceof CircuitOpen)
      return { outcome: { kind: 'again', at: clock.toDate(error.untilMs), because: 'suspended' } }
    if (error instanceof Paused) return wait(row, 'outage')
    if (error instanceof ForbiddenName) return await afterForbiddenName(row)
    if (error instanceof ForbiddenAddress) return endBecause('forbidden')
    if ((await outage.judge(row.host, error, startedMs)) !== 'theirs') return wait(row, 'outage')
    note(row, 'host failed')
    return failed(row, null, 0)
  }

  /** Name servers may be wrong, ours too: only a name that has been forbidden for days, while others resolve, ends its subscription. */
  async function afterForbiddenName(row: DueRow): Promise<Verdict> {
    const sinceMs =
      row.wait_reason === 'forbidden' ? Date.parse(row.waiting_since!) : now().getTime()
    const isLong = now().getTime() - sinceMs >= FORBIDDEN_MS
    return isLong && (await outage.canReachOthers(row.host))
      ? endBecause('forbidden')
      : wait(row, 'forbidden')
  }

  /** Puts the delivery off without a failure. */
  function wait(row: DueRow, because: 'outage' | 'forbidden'): Verdict {
    const nowMs = now().getTime()
    // A paused hub claims nothing before its next probe anyway, and should go on soon after.
    const isNew = row.wait_reason !== because || outage.isPaused()
    const sinceMs = isNew ? nowMs : Date.parse(row.waiting_since!)
    return {
      outcome: { kind: 'again', at: retryDelays.after(waitSeconds(sinceMs, nowMs)), because },
    }
  }

  /** Ends the subscription once there are no retries left. */
  function failed(row: DueRow, status: number | null, askedSeconds: number): Verdict {
    const seconds = retrySeconds[row.failures]
    if (seconds === undefined) return endBecause('failures')
    const at = Math.max(retryDelays.after(seconds).getTime(), now().getTime() + askedSeconds * 1000)
    return { outcome: { kind: 'failed', status, at: new Date(at) } }
  }

  function reportEnd(row: DueRow, reason: RemovalReason): void {
    metrics.removals.inc({ reason })
    log.info(
      { callback: describeCallback(row.callback), topic: row.topic },
      `Subscription ended: ${reason}`,
    )
  }

  return async row => {
    const callback = splitCallback(row.callback)
    const secret = row.secret && seal.open(row.secret)
    // Without the key, the hub could only send deliveries that the subscriber must reject.
    const isUnsignable = row.secret !== null && secret === null
    const { outcome, ended } = isUnsignable ? endBecause('key') : await send(row, callback, secret)
    const isRemoved = (await settle(row, outcome)).has(row.id)
    const result = outcome.kind === 'again' ? outcome.because : outcome.kind
    metrics.deliveries.inc({ topic: row.topic, outcome: result })
    if (ended && isRemoved) reportEnd(row, ended)
    return outcome.kind === 'delivered' ? outcome.hash !== topicOf(row).hash : !ended || isRemoved
  }
}

/** The hub only notifies subscribers of reasons that they cannot know. */
const DENIAL_REASONS: Partial<Record<RemovalReason, string>> = messages.denials

function endBecause(reason: RemovalReason): Verdict {
  const denial = DENIAL_REASONS[reason]
  return { outcome: { kind: 'ended', ...(denial !== undefined && { denial }) }, ended: reason }
}

function headersFor(
  { id }: DueRow,
  { contentType, link, body, hash, logSize }: TopicContent,
  secret: string | null,
): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': contentType,
    link,
    // The same if this content is sent again, say because the hub was killed before it could save that it was received.
    'firsthand-delivery': hashOnce('sha256', `${id} ${hash}`),
    'firsthand-log-size': String(logSize),
  }
  if (secret !== null)
    headers['x-hub-signature'] = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  return headers
}

/** Seconds or a date (RFC 9110 §10.2.3). */
function retryAfterSeconds(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - now.getTime()) / 1000
  return Math.min(Math.max(seconds || 0, 0), MAX_RETRY_AFTER_SECONDS)
}

/** Resolves when the outcome is saved, with the ids of the subscriptions that this removed. */
type Settle = (row: DueRow, outcome: DeliveryOutcome) => Promise<ReadonlySet<string>>

/** Long enough to collect many outcomes, short enough to finish well before a claim runs out. */
const GATHER_MS = 200

/** Saves the outcomes of deliveries, many in one transaction. */
export function createSettle(store: HubStore): Settle {
  let gathered: Settled[] = []
  let saving: Promise<Set<string>> | undefined

  async function saveSoon(): Promise<Set<string>> {
    await new Promise(resolve => setTimeout(resolve, GATHER_MS))
    const settled = gathered
    gathered = []
    saving = undefined
    return await store.settleDeliveries(settled)
  }

  return (row, outcome) => {
    gathered.push({ row, outcome })
    saving ??= saveSoon()
    return saving
  }
}
