/** Queries about denial notices: what subscribers whose subscription ended are still to be told (WebSub §5.2). */
import type { Tx } from '../base/tables.ts'
import { claimDue, type HubContext, isPair, isStillClaimed, UNCLAIMED } from './claims.ts'
import type { DenialRow, DueRow, HubStore } from './hub-store.ts'

type Denied = Pick<DueRow, 'topic' | 'topic_url' | 'callback' | 'host'>

/** Replaces an earlier notice for the same topic and callback. */
export async function addDenial(
  tx: Tx,
  { topic, topic_url, callback, host }: Denied,
  reason: string,
  { id, at }: { id: string; at: string },
): Promise<void> {
  const denial = {
    ...{ id, topic, topic_url, callback, host, reason },
    ...{ attempts: 0, created_at: at, next_attempt_at: at, ...UNCLAIMED },
  }
  await tx
    .insertInto('denial')
    .values(denial)
    .onConflict(conflict => conflict.columns(['topic', 'callback']).doUpdateSet(denial))
    .execute()
}

/** A subscription that exists again must not be denied. */
export async function dropDenial(tx: Tx, pair: Pick<Denied, 'topic' | 'callback'>): Promise<void> {
  await tx.deleteFrom('denial').where(isPair(pair)).execute()
}

export function createDenialQueries(context: HubContext) {
  const { db, attempt } = context
  return {
    claimDenials: claim => attempt(() => claimDue<DenialRow>(context, 'denial', claim)),

    async settleDenial(row, outcome) {
      const claimed = isStillClaimed(row)
      if (outcome.kind === 'done') await attempt(() => db.deleteFrom('denial').where(claimed).execute())
      else {
        const { at, attempts } = outcome
        const again = { next_attempt_at: at.toISOString(), attempts, claimed_until: '' }
        await attempt(() => db.updateTable('denial').set(again).where(claimed).execute())
      }
    },
  } satisfies Partial<HubStore>
}
