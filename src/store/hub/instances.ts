/** Queries about the instances of the hub, the claims of those that have ended, and what they scheduled by a clock that was wrong. */
import { sql } from 'kysely'
import type { HeldInstance } from '../base/database-engine.ts'
import { later, type Tx } from '../base/tables.ts'
import { CLAIMED, type HubContext, NOTHING_SCHEDULED } from './claims.ts'

/** Clocks of instances differ a little. */
const TOLERANCE_SECONDS = 60

export function createInstanceQueries({
  db,
  attempt,
  change,
  holdInstance,
  ifEnded,
  now,
}: HubContext) {
  return {
    /**
     * Makes an instance known, so that others can take over its claims as soon as its process has ended. First the lock, then the
     * row: every instance with a row is known to run.
     */
    async joinInstances(id: string, onLost: () => void): Promise<HeldInstance> {
      const held = await holdInstance(id, onLost)
      const row = db.insertInto('hub_instance').values({ id })
      try {
        await attempt(() => row.onConflict(conflict => conflict.doNothing()).execute())
        return held
      } catch (error) {
        held.release()
        throw error
      }
    },

    async leaveInstances(id: string): Promise<void> {
      await attempt(() => db.deleteFrom('hub_instance').where('id', '=', id).execute())
    },

    /** Returns how many other instances had ended since the last call. */
    async freeClaimsOfEnded(own: string): Promise<number> {
      const others = db.selectFrom('hub_instance').select('id').where('id', '!=', own)
      let ended = 0
      for (const { id } of await attempt(() => others.execute()))
        if (await ifEnded(id, tx => freeClaims(tx, id))) ended++
      return ended
    },

    /** Whether something was recorded at a time that is yet to come: the clock was set back since. */
    async hasFutureRecords(): Promise<boolean> {
      const future = later(now(), TOLERANCE_SECONDS)
      const query = sql`
        select 1 from topic where changed_at > ${future}
        union all select 1 from subscription where verified_at > ${future} or attempts > ${future} limit 1`
      return (await attempt(() => query.execute(db))).rows.length > 0
    },

    /** After the clock was set back: nothing waits longer than it could have to wait from now on, and nothing is behind since a time to come. */
    bringForward: (own: string, retrySeconds: number[]) =>
      change(async tx => {
        const [at, soon] = [now().toISOString(), later(now(), TOLERANCE_SECONDS)]
        const subscriptions = tx.updateTable('subscription')
        // A retry after a failure keeps its distance: it would count.
        for (const [index, seconds] of retrySeconds.entries()) {
          const due = later(now(), seconds)
          const isLate = sql<boolean>`failures = ${index + 1} and wait_reason is null and next_attempt_at > ${due}`
          await subscriptions.set({ next_attempt_at: due }).where(isLate).execute()
        }
        const waitsOnly = sql<boolean>`(failures = 0 or wait_reason is not null) and next_attempt_at > ${soon}`
        const unscheduled = { next_attempt_at: NOTHING_SCHEDULED }
        await subscriptions.set(unscheduled).where(waitsOnly).execute()
        await subscriptions.set({ behind_since: at }).where('behind_since', '>', at).execute()
        await tx.updateTable('topic').set({ changed_at: at }).where('changed_at', '>', at).execute()
        for (const table of ['subscription_request', 'denial'] as const)
          await tx.updateTable(table).set(unscheduled).where('next_attempt_at', '>', soon).execute()
        const isOurs = sql<boolean>`claimed_until > ${soon} and claimed_by like ${`${own}-%`}`
        for (const table of CLAIMED)
          await tx.updateTable(table).set({ claimed_until: soon }).where(isOurs).execute()
      }),
  }
}

async function freeClaims(tx: Tx, id: string): Promise<true> {
  const isTheirs = sql<boolean>`claimed_until <> '' and claimed_by like ${`${id}-%`}`
  for (const table of CLAIMED)
    await tx.updateTable(table).set({ claimed_until: '' }).where(isTheirs).execute()
  await tx.deleteFrom('hub_instance').where('id', '=', id).execute()
  return true
}
