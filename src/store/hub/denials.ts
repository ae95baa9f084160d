/** Queries about denial notices: what subscribers whose subscription ended are still to be told (WebSub §5.2). */
import type { DatabaseEngine } from '../base/database-engine.ts'
import type { Db, Tx } from '../base/tables.ts'
import { claimDue, isPair, isStillClaimed, UNCLAIMED } from './claims.ts'
import type { Claim, DenialOutcome, DenialRow, DueRow } from './hub-store.ts'

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

export const claimDenials = (
  engine: DatabaseEngine,
  claim: Pick<Claim, 'by' | 'seconds' | 'limit'>,
  now: Date,
) => claimDue<DenialRow>(engine, 'denial', claim, now)

export async function settleDenial(db: Db, row: DenialRow, outcome: DenialOutcome): Promise<void> {
  const claimed = isStillClaimed(row)
  if (outcome.kind === 'done') await db.deleteFrom('denial').where(claimed).execute()
  else
    await db
      .updateTable('denial')
      .set({ next_attempt_at: outcome.at.toISOString(), attempts: outcome.attempts, claimed_until: '' })
      .where(claimed)
      .execute()
}
