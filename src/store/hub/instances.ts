/** Queries about the instances of the hub, and the claims of those that have ended. */
import type { DatabaseEngine, HeldInstance } from '../base/database-engine.ts'
import type { Tx } from '../base/tables.ts'

/** First the lock, then the row: every instance with a row is known to run. */
export async function joinInstances(
  { db, attempt, holdInstance }: DatabaseEngine,
  id: string,
  onLost: () => void,
): Promise<HeldInstance> {
  const held = await holdInstance(id, onLost)
  try {
    await attempt(() =>
      db
        .insertInto('hub_instance')
        .values({ id })
        .onConflict(conflict => conflict.doNothing())
        .execute(),
    )
    return held
  } catch (error) {
    held.release()
    throw error
  }
}

export async function leaveInstances({ db, attempt }: DatabaseEngine, id: string): Promise<void> {
  await attempt(() => db.deleteFrom('hub_instance').where('id', '=', id).execute())
}

/** Returns how many instances had ended. */
export async function freeClaimsOfEnded(
  { db, attempt, ifEnded }: DatabaseEngine,
  own: string,
): Promise<number> {
  const others = await attempt(() =>
    db.selectFrom('hub_instance').select('id').where('id', '!=', own).execute(),
  )
  let ended = 0
  for (const { id } of others) if (await ifEnded(id, tx => freeClaims(tx, id))) ended++
  return ended
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
