/** Asks the callback to confirm a request, since anyone could have sent it (WebSub §5.3). */
import { timingSafeEqual } from 'node:crypto'
import { ForbiddenAddress, ForbiddenName } from '../outgoing/failures.ts'
import type { HttpResponse } from '../outgoing/http-client.ts'
import type { RequestOutcome, RequestRow } from '../store/hub/hub-store.ts'
import { addToTarget, describeCallback, splitCallback } from './callback-url.ts'
import type { HubParts } from './hub-parts.ts'
import { Paused } from './outage.ts'
import { Closing, Displaced } from './request-scheduler.ts'
import { PUT_OFF_SECONDS } from './retry-delays.ts'

export type Verify = (row: RequestRow) => Promise<void>

const CHALLENGE_BYTES = 32
/** Only if there was no response at all: a wrong response means no. */
const RETRY_SECONDS = [5, 30]
const OUTAGE_SECONDS = 30
/** How long a request may wait for the end of an outage on our side. */
const MAX_WAIT_MS = 86_400_000

export function createVerify(parts: HubParts): Verify {
  const { store, scheduler, outgoing, outage, metrics, retryDelays, now, clock, randomBytes, log } =
    parts

  async function ask(row: RequestRow): Promise<RequestOutcome> {
    const callback = splitCallback(row.callback)
    const challenge = Buffer.from(randomBytes(CHALLENGE_BYTES)).toString('base64url')
    const target = addToTarget(callback.target, {
      'hub.mode': row.mode,
      'hub.topic': row.topic_url,
      'hub.challenge': challenge,
      'hub.lease_seconds': row.lease_seconds,
    })
    let [sentAt, sentMs] = [now(), clock.ms()]
    try {
      const response = await scheduler.run({
        ...callback,
        slow: row.slow === 1,
        async send(signal) {
          if (!outage.admits(row.host)) throw new Paused()
          ;[sentAt, sentMs] = [now(), clock.ms()]
          const request = { method: 'GET', target, signal, maxBytes: challenge.length } as const
          return await outgoing.send(callback, { ...request, isLast: scheduler.isLast(callback) })
        },
      })
      return hasConfirmed(response, challenge) ? { kind: 'verified', sentAt } : { kind: 'rejected' }
    } catch (error) {
      return await afterError(row, error, sentMs)
    }
  }

  async function afterError(
    row: RequestRow,
    error: unknown,
    sentMs: number,
  ): Promise<RequestOutcome> {
    if (error instanceof Closing) return { kind: 'again', at: now(), because: 'stopped' }
    if (error instanceof Displaced)
      return { kind: 'again', at: retryDelays.after(PUT_OFF_SECONDS), because: 'slow' }
    if (error instanceof ForbiddenAddress && !(error instanceof ForbiddenName))
      return { kind: 'rejected' }
    if (await isOurs(row, error, sentMs)) {
      return { kind: 'again', at: retryDelays.after(OUTAGE_SECONDS), because: 'outage' }
    }
    const seconds = RETRY_SECONDS[row.attempts]
    if (seconds === undefined) return { kind: 'rejected' }
    return { kind: 'again', at: retryDelays.after(seconds), because: 'failed' }
  }

  async function isOurs(row: RequestRow, error: unknown, sentMs: number): Promise<boolean> {
    if (
      now().getTime() - Date.parse(row.created_at) > MAX_WAIT_MS ||
      error instanceof ForbiddenName
    )
      return false
    return error instanceof Paused || (await outage.judge(row.host, error, sentMs)) === 'ours'
  }

  return async row => {
    const outcome = await ask(row)
    const isEnded = await store.settleRequest(row, outcome)
    const result = outcome.kind === 'again' ? outcome.because : outcome.kind
    metrics.verifications.inc({ mode: row.mode, outcome: result })
    if (isEnded) metrics.removals.inc({ reason: 'unsubscribed' })
    log.info(
      { callback: describeCallback(row.callback), topic: row.topic },
      `Request to ${row.mode}: ${result}`,
    )
  }
}

/** Any 2xx, and exactly the challenge (§5.3.1). */
function hasConfirmed({ status, body }: HttpResponse, challenge: string): boolean {
  const expected = Buffer.from(challenge)
  return (
    status >= 200 &&
    status < 300 &&
    body.length === expected.length &&
    timingSafeEqual(body, expected)
  )
}
