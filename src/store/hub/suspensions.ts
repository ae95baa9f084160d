/** Queries about suspensions, which the hub records so that other processes can show them, and about callbacks that work. */
import type { Db, Tx } from '../base/tables.ts'
import type { ReachedCallback, Suspension } from './hub-store.ts'

export async function suspend(db: Db, suspension: Suspension): Promise<void> {
  await db
    .insertInto('suspension')
    .values(suspension)
    .onConflict(conflict => conflict.columns(['scope', 'subject']).doUpdateSet(suspension))
    .execute()
}

/** Makes due what waited for the end of the suspension. */
export async function liftSuspension(
  tx: Tx,
  { scope, subject }: Pick<Suspension, 'scope' | 'subject'>,
  at: string,
): Promise<void> {
  await tx.deleteFrom('suspension').where('scope', '=', scope).where('subject', '=', subject).execute()
  if (scope === 'everything') return
  await tx
    .updateTable('subscription')
    .set({ next_attempt_at: at })
    .where(scope, '=', subject)
    .where('wait_reason', '=', 'suspended')
    .where('next_attempt_at', '>', at)
    .execute()
}

export async function listSuspensions(db: Db, at: string): Promise<Suspension[]> {
  return await db
    .selectFrom('suspension')
    .selectAll()
    .where('ends_at', '>', at)
    .orderBy('scope')
    .orderBy('subject')
    .execute()
}

export async function removeEndedSuspensions(db: Db, at: string): Promise<void> {
  await db.deleteFrom('suspension').where('ends_at', '<=', at).execute()
}

export async function listReached(db: Db, at: string): Promise<ReachedCallback[]> {
  return await db
    .selectFrom('subscription')
    .select('host')
    .select(({ fn }) => fn.min('callback').as('callback'))
    .where('last_delivered_at', 'is not', null)
    .where('expires_at', '>', at)
    .groupBy('host')
    .execute()
}
