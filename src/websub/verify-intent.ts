/** Asks the callback whether its owner wants what was requested (WebSub §5.3). */
import { timingSafeEqual } from 'node:crypto'
import type { Logger } from 'pino'
import type { HubStore, RequestOutcome, RequestRow } from '../store/hub/hub-store.ts'
import { addToTarget, describeCallback, splitCallback } from './callback-url.ts'
import type { HubMetrics } from './hub-metrics.ts'
import { ForbiddenAddress, type Outgoing, type OutgoingAnswer } from './outgoing-requests.ts'
import { PUT_OFF_SECONDS, type RetryDelays } from './retry-delays.ts'
import { Closing, GaveWay, type Slots } from './slots.ts'

export type Verify = (row: RequestRow) => Promise<void>

export interface VerifyDependencies {
  store: HubStore
  lanes: Slots
  outgoing: Outgoing
  metrics: HubMetrics
  waits: RetryDelays
  now: () => Date
  randomBytes: (size: number) => Uint8Array
  log: Logger
}

const CHALLENGE_BYTES = 32
/** Only where there was no answer at all: an answer that is wrong is a no. */
const RETRY_SECONDS = [5, 30]

export function createVerify(dependencies: VerifyDependencies): Verify {
  const { store, lanes, outgoing, metrics, waits, now, randomBytes, log } = dependencies

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
      const answer = await lanes.run({
        ...callback,
        slow: row.slow === 1,
        send(signal) {
          sentAt = now()
          const last = lanes.isLast(callback)
          return outgoing.send(callback, { method: 'GET', target, signal, maxBytes: challenge.length, last })
        },
      })
      return isVerified(answer, challenge) ? { kind: 'verified', sentAt } : { kind: 'rejected' }
    } catch (error) {
      return afterError(row, error)
    }
  }

  function afterError(row: RequestRow, error: unknown): RequestOutcome {
    if (error instanceof Closing) return { kind: 'again', at: now(), because: 'stopped' }
    if (error instanceof GaveWay) return { kind: 'again', at: waits.after(PUT_OFF_SECONDS), because: 'slow' }
    const seconds = RETRY_SECONDS[row.attempts]
    if (error instanceof ForbiddenAddress || seconds === undefined) return { kind: 'rejected' }
    return { kind: 'again', at: waits.after(seconds), because: 'failed' }
  }

  return async row => {
    const outcome = await ask(row)
    const isEnded = await store.settleRequest(row, outcome)
    const said = outcome.kind === 'again' ? outcome.because : outcome.kind
    metrics.verification(row.mode, said)
    if (isEnded) metrics.removal('unsubscribed')
    log.info(
      { callback: describeCallback(row.callback), topic: row.topic },
      `Verification to ${row.mode}: ${said}`,
    )
  }
}

/** Any 2xx, and exactly the challenge (§5.3.1). */
function isVerified({ status, body }: OutgoingAnswer, challenge: string): boolean {
  const expected = Buffer.from(challenge)
  return status >= 200 && status < 300 && body.length === expected.length && timingSafeEqual(body, expected)
}
