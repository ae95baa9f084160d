/** Tells subscribers that their subscription ended, for a day if need be, across restarts (WebSub §5.2). */
import type { DenialOutcome, DenialRow } from '../store/hub/hub-store.ts'
import { addToTarget, describeCallback, splitCallback } from './callback-url.ts'
import { CLAIM_SECONDS } from './claim-jobs.ts'
import messages from './hub-messages.json' with { type: 'json' }
import type { HubParts } from './hub-parts.ts'
import { Closing } from './request-scheduler.ts'

export type DenialNotices = ReturnType<typeof createDenialNotices>

const RETRY_SECONDS = [60, 300, 1800, 7200]
const LAST_RETRY_SECONDS = 14_400
const MAX_AGE_MS = 86_400_000

export function createDenialNotices(parts: HubParts) {
  const { store, scheduler, outgoing, outage, metrics, retryDelays, now, instances, log } = parts
  const running = new Set<Promise<void>>()
  let claims = 0

  async function send(row: DenialRow): Promise<DenialOutcome> {
    const callback = splitCallback(row.callback)
    const parameters = {
      'hub.mode': 'denied',
      'hub.topic': row.topic_url,
      'hub.reason': row.reason,
    }
    const target = addToTarget(callback.target, parameters)
    try {
      const { status } = await scheduler.run({
        ...callback,
        slow: true,
        send: signal => outgoing.send(callback, { method: 'GET', target, signal, isLast: true }),
      })
      // The subscriber has it, whatever it says, unless it says that it is unavailable.
      return status === 429 || status >= 500 ? sendAgain(row) : { kind: 'done' }
    } catch (error) {
      return error instanceof Closing
        ? { kind: 'again', at: now(), attempts: row.attempts }
        : sendAgain(row)
    }
  }

  function sendAgain({ attempts, created_at }: DenialRow): DenialOutcome {
    const at = retryDelays.after(RETRY_SECONDS[attempts] ?? LAST_RETRY_SECONDS)
    if (at.getTime() - Date.parse(created_at) > MAX_AGE_MS) return { kind: 'done' }
    return { kind: 'again', at, attempts: attempts + 1 }
  }

  async function process(row: DenialRow): Promise<void> {
    const outcome = await send(row)
    await store.settleDenial(row, outcome)
    metrics.denials.inc({ outcome: outcome.kind })
  }

  function track(row: DenialRow): void {
    const ended = process(row)
      .catch(error =>
        log.error(
          { err: error, callback: describeCallback(row.callback) },
          messages.notice_not_saved,
        ),
      )
      .finally(() => running.delete(ended))
    running.add(ended)
  }

  return {
    /** Starts to send the notices that are due, as long as there are slots. */
    async sendDue(): Promise<void> {
      const limit = scheduler.room(true)
      if (limit <= 0 || outage.isPaused()) return
      const by = `${await instances.join()}-denial-${claims++}`
      for (const row of await store.claimDenials({ by, seconds: CLAIM_SECONDS, limit })) track(row)
    },
    /** Resolves when all notices started so far have ended. */
    drain: () => Promise.all(running),
  }
}
