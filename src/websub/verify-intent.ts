/** Asks the callback to confirm a request, since anyone could have sent it (WebSub §5.3). */
import { timingSafeEqual } from 'node:crypto'
import type { Logger } from 'pino'
import type { HubStore, RequestOutcome, RequestRow } from '../store/hub/hub-store.ts'
import { addToTarget, describeCallback, splitCallback } from './callback-url.ts'
import type { HubMetrics } from './hub-metrics.ts'
import { ForbiddenAddress, type Outgoing, type OutgoingResponse } from './outgoing-requests.ts'
import { PUT_OFF_SECONDS, type RetryDelays } from './retry-delays.ts'
import { Closing, GaveWay, type Slots } from './slots.ts'

export type Verify = (row: RequestRow) => Promise<void>

export interface VerifyDependencies {
  store: HubStore
  slots: Slots
  outgoing: Outgoing
  metrics: HubMetrics
  retryDelays: RetryDelays
  now: () => Date
  randomBytes: (size: number) => Uint8Array
  log: Logger
}

const CHALLENGE_BYTES = 32
/** Only if there was no response at all: a wrong response means no. */
const RETRY_SECONDS = [5, 30]

export function createVerify(dependencies: VerifyDependencies): Verify {
  const { store, slots, outgoing, metrics, retryDelays, now, randomBytes, log } = dependencies

  async function ask(row: RequestRow): Promise<RequestOutcome> {
    const callback = splitCallback(row.callback)
    const challenge = Buffer.from(randomBytes(CHALLENGE_BYTES)).toString('base64url')
    const target = addToTarget(callback.target, {
      'hub.mode': row.mode,
      'hub.topic': row.topic_url,
      'hub.challenge': challenge,
      'hub.lease_seconds': row.lease_seconds,
    })
    let sentAt = now()
    try {
      const response = await slots.run({
        ...callback,
        slow: row.slow === 1,
        send(signal) {
          sentAt = now()
          const last = slots.isLast(callback)
          return outgoing.send(callback, { method: 'GET', target, signal, maxBytes: challenge.length, last })
        },
      })
      return hasConfirmed(response, challenge) ? { kind: 'verified', sentAt } : { kind: 'rejected' }
    } catch (error) {
      return afterError(row, error)
    }
  }

  function afterError(row: RequestRow, error: unknown): RequestOutcome {
    if (error instanceof Closing) return { kind: 'again', at: now(), because: 'stopped' }
    if (error instanceof GaveWay)
      return { kind: 'again', at: retryDelays.after(PUT_OFF_SECONDS), because: 'slow' }
    const seconds = RETRY_SECONDS[row.attempts]
    if (error instanceof ForbiddenAddress || seconds === undefined) return { kind: 'rejected' }
    return { kind: 'again', at: retryDelays.after(seconds), because: 'failed' }
  }

  return async row => {
    const outcome = await ask(row)
    const isEnded = await store.settleRequest(row, outcome)
    const result = outcome.kind === 'again' ? outcome.because : outcome.kind
    metrics.verification(row.mode, result)
    if (isEnded) metrics.removal('unsubscribed')
    log.info(
      { callback: describeCallback(row.callback), topic: row.topic },
      `Request to ${row.mode}: ${result}`,
    )
  }
}

/** Any 2xx, and exactly the challenge (§5.3.1). */
function hasConfirmed({ status, body }: OutgoingResponse, challenge: string): boolean {
  const expected = Buffer.from(challenge)
  return status >= 200 && status < 300 && body.length === expected.length && timingSafeEqual(body, expected)
}
