/** Queries about the instances of the hub, and the claims of those that have ended. */
import type { Tx } from '../base/tables.ts'
import type { HubContext } from './claims.ts'
import type { HubStore } from './hub-store.ts'

export function createInstanceQueries({ db, attempt, holdInstance, ifEnded }: HubContext) {
  return {
    /** First the lock, then the row: every instance with a row is known to run. */
    async joinInstances(id, onLost) {
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

    async leaveInstances(id) {
      await attempt(() => db.deleteFrom('hub_instance').where('id', '=', id).execute())
    },

    async freeClaimsOfEnded(own) {
      const others = db.selectFrom('hub_instance').select('id').where('id', '!=', own)
      let ended = 0
      for (const { id } of await attempt(() => others.execute()))
        if (await ifEnded(id, tx => freeClaims(tx, id))) ended++
      return ended
    },
  } satisfies Partial<HubStore>
}

async function freeClaims(tx: Tx, id: string): Promise<true> {
  for (const table of ['subscription', 'subscription_request', 'denial'] as const)
    await tx
      .updateTable(table)
      .set({ claimed_until: '' })
      .where('claimed_until', '!=', '')
      .where('claimed_by', 'like', `${id}-%`)
      .execute()
  await tx.deleteFrom('hub_instance').where('id', '=', id).execute()
  return true
}
