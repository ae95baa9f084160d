/** Claims due verifications and deliveries for this instance, and starts them as long as there are slots. */
import { setImmediate as turn } from 'node:timers/promises'
import type { Claim } from '../store/hub/hub-store.ts'
import type { Deliver } from './deliver.ts'
import messages from './hub-messages.json' with { type: 'json' }
import type { HubParts } from './hub-parts.ts'
import type { Verify } from './verify-intent.ts'

export type JobClaimer = ReturnType<typeof createJobClaimer>

/** Why due jobs may be left: no room for them, or only for hosts that have too many waiting already. */
export type Unclaimed = 'nothing' | 'no room' | 'crowded'

/** `wake` is called when there may be more to claim. */
type ClaimDependencies = HubParts & { verify: Verify; deliver: Deliver; wake: () => void }

/** Longer than a request may wait for a slot and run, together. */
export const CLAIM_SECONDS = 60
/** Half of the queue, so that one host cannot fill it. Many at once: each claim is a transaction, and those of one host should share a connection. */
const CLAIM_ROWS = 512
const START = { host: '', id: '' }

export function createJobClaimer(dependencies: ClaimDependencies) {
  const { store, scheduler, topics, verify, deliver, wake, instances, log } = dependencies
  const jobs = new Set<Promise<unknown>>()
  let claims = 0
  const cursors = { fast: START, slow: START }

  /** Wakes the hub unless the job resolves to false. */
  async function track(job: Promise<unknown>): Promise<void> {
    jobs.add(job)
    try {
      if ((await job) !== false) wake()
    } catch (error) {
      log.error({ err: error }, messages.not_saved)
    }
    jobs.delete(job)
    // Perhaps nobody is behind now: measure at once.
    if (jobs.size === 0) wake()
  }

  /** Goes through all subscriptions in turn: from where the last call stopped, until one claim has seen them all. */
  async function claimDeliveries(
    claim: Omit<Claim, 'limit' | 'without'>,
    room: number,
  ): Promise<Unclaimed> {
    const hashes = topics.hashes()
    if (hashes.length === 0) return 'nothing'
    const cursor = claim.slow ? 'slow' : 'fast'
    let left = room
    while (left > 0) {
      const without = scheduler.crowdedHosts()
      const limit = Math.min(left, CLAIM_ROWS)
      const range = { hashes, after: cursors[cursor] }
      const rows = await store.claimDeliveries({ ...claim, limit, without }, range)
      const isEnd = rows.length < limit
      if (!claim.slow) scheduler.expect(isEnd ? null : rows.at(-1)!.host)
      for (const row of rows) track(deliver(row))
      // Let responses in before the next claim.
      await turn()
      left -= rows.length
      cursors[cursor] = isEnd ? START : rows.at(-1)!
      if (isEnd && range.after === START) return without.length > 0 ? 'crowded' : 'nothing'
    }
    return 'no room'
  }

  return {
    async claimDue(slow: boolean): Promise<Unclaimed> {
      const room = scheduler.room(slow)
      if (room <= 0) return 'no room'
      const claim = { by: `${await instances.join()}-${claims++}`, seconds: CLAIM_SECONDS, slow }
      const requests = await store.claimRequests({
        ...claim,
        limit: room,
        without: scheduler.crowdedHosts(),
      })
      for (const row of requests) track(verify(row))
      return await claimDeliveries(claim, room - requests.length)
    },
    /** Resolves when all jobs started so far have ended. */
    drain: () => Promise.allSettled(jobs),
  }
}
