/** Queries about denial notices: what subscribers whose subscription ended are still to be told (WebSub §5.2). */
import { sql } from 'kysely'
import type { DatabaseEngine } from '../base/database-engine.ts'
import type { Db, Tx } from '../base/tables.ts'
import { later } from '../base/timestamps.ts'
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
    ...{ attempts: 0, created_at: at, next_attempt_at: at, claimed_by: null, claimed_until: '' },
  }
  await tx
    .insertInto('denial')
    .values(denial)
    .onConflict(conflict => conflict.columns(['topic', 'callback']).doUpdateSet(denial))
    .execute()
}

/** A subscription that exists again must not be denied. */
export async function dropDenial(tx: Tx, { topic, callback }: Pick<Denied, 'topic' | 'callback'>) {
  await tx.deleteFrom('denial').where('topic', '=', topic).where('callback', '=', callback).execute()
}

export async function claimDenials(
  { db, locksRows }: DatabaseEngine,
  { by, seconds, limit }: Pick<Claim, 'by' | 'seconds' | 'limit'>,
  now: Date,
): Promise<DenialRow[]> {
  const at = now.toISOString()
  return await db
    .with(
      cte => cte('due').materialized(),
      query =>
        query
          .selectFrom('denial')
          .select('id')
          .where('next_attempt_at', '<=', at)
          .where('claimed_until', '<=', at)
          .orderBy('next_attempt_at')
          .limit(limit)
          .$if(locksRows, due => due.forUpdate().skipLocked()),
    )
    .updateTable('denial')
    .set({ claimed_by: by, claimed_until: later(now, seconds) })
    .where('id', 'in', query => query.selectFrom('due').select('due.id'))
    .returningAll()
    .execute()
}

export async function settleDenial(db: Db, row: DenialRow, outcome: DenialOutcome): Promise<void> {
  const claimed = sql<boolean>`id = ${row.id} and claimed_by = ${row.claimed_by}`
  if (outcome.kind === 'done') await db.deleteFrom('denial').where(claimed).execute()
  else
    await db
      .updateTable('denial')
      .set({ next_attempt_at: outcome.at.toISOString(), attempts: outcome.attempts, claimed_until: '' })
      .where(claimed)
      .execute()
}
