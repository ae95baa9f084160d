/** Queries about suspensions, which the hub records so that other processes can show them, and about callbacks that work. */
import type { Db } from '../base/tables.ts'
import type { ReachedCallback, Suspension } from './hub-store.ts'

export async function suspend(db: Db, suspension: Suspension): Promise<void> {
  await db
    .insertInto('suspension')
    .values(suspension)
    .onConflict(conflict => conflict.columns(['scope', 'subject']).doUpdateSet(suspension))
    .execute()
}

export async function liftSuspension(
  db: Db,
  { scope, subject }: Pick<Suspension, 'scope' | 'subject'>,
): Promise<void> {
  await db.deleteFrom('suspension').where('scope', '=', scope).where('subject', '=', subject).execute()
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
