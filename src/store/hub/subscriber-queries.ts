/** Queries for subscribers who look at their own subscription. */
import type { TopicPath } from '../../model/subscription.ts'
import { type Db, later, type Tx } from '../base/tables.ts'
import { readAttempts } from './attempts.ts'
import { isPair } from './claims.ts'
import type { SubscriptionStatus } from './hub-store.ts'

export async function findSubscription(
  db: Db,
  topic: TopicPath,
  callback: string,
  at: string,
): Promise<SubscriptionStatus | undefined> {
  const row = await selectStatus(db, at).where(isPair({ topic, callback })).executeTakeFirst()
  return row && toStatus(row)
}

const selectStatus = (db: Db | Tx, at: string) =>
  db
    .selectFrom('subscription')
    .innerJoin('topic', 'topic.path', 'subscription.topic')
    .select(['id', 'topic', 'secret', 'verified_at', 'lease_seconds', 'expires_at', 'last_delivered_at'])
    .select(['last_status', 'failures', 'next_attempt_at', 'attempts', 'delivered_hash', 'hash'])
    .where('expires_at', '>', at)

type StatusRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectStatus>['executeTakeFirst']>>>

function toStatus({
  delivered_hash,
  hash,
  next_attempt_at,
  attempts,
  ...row
}: StatusRow): SubscriptionStatus {
  const isBehind = delivered_hash !== hash
  return {
    ...row,
    state: isBehind ? 'behind' : 'current',
    next_attempt_at: isBehind ? next_attempt_at : null,
    attempts: readAttempts(attempts),
  }
}

/** Returns false if it was spent before. Forgets proofs that are too old to pass anyway. */
export async function spendProof(tx: Tx, proof: string, keepMs: number, now: Date): Promise<boolean> {
  await tx.deleteFrom('hub_proof').where('expires_at', '<=', now.toISOString()).execute()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('hub_proof')
    .values({ proof, expires_at: later(now, keepMs / 1000) })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** As if it had never received the current content. */
export async function replay(tx: Tx, id: string, at: string): Promise<SubscriptionStatus | undefined> {
  await tx
    .updateTable('subscription')
    .set({ delivered_hash: '', behind_since: at, next_attempt_at: at })
    .where('id', '=', id)
    .execute()
  const row = await selectStatus(tx, at).where('id', '=', id).executeTakeFirst()
  return row && toStatus(row)
}
